"""Moves laid out tile by tile: what is offered are the legal moves, and nothing else."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game import Game, deal
from arena.moves import Placement
from sixfold.play.asking import requests
from sixfold.play.choices import choice
from sixfold.play.table import Act, Table

SEEDS = st.integers(0, 2**32).map(lambda number: number.to_bytes(32, "big"))


def position(seed: bytes, turns: int, chance: Random) -> Game:
    """A game after some random moves."""
    game = deal(seed, seats=2)
    while game.turn < turns and game.outcome is None:
        game = game.play(chance.choice(game.legal_moves()))
    return game


@settings(max_examples=25)
@given(SEEDS, st.integers(0, 40), st.randoms(use_true_random=False))
def test_every_legal_placement_can_be_laid_out_in_any_order(
    seed: bytes, turns: int, chance: Random
) -> None:
    game = position(seed, turns, chance)
    if game.to_move is None:
        return
    view = game.view(game.to_move)
    move = chance.choice(view.legal_moves())
    if not isinstance(move, Placement):
        assert choice(view, {}).cells == {}
        return
    pairs = list(zip(move.cells, move.tiles, strict=True))
    chance.shuffle(pairs)
    for number, (cell, tile) in enumerate(pairs):
        assert cell in choice(view, dict(pairs[:number])).cells[tile]
    assert choice(view, dict(pairs)).points == game.play(move).history[-1].points


@settings(max_examples=25)
@given(SEEDS, st.integers(0, 40), st.randoms(use_true_random=False))
def test_whatever_is_offered_leads_to_a_legal_move(seed: bytes, turns: int, chance: Random) -> None:
    game = position(seed, turns, chance)
    if game.to_move is None:
        return
    view = game.view(game.to_move)
    laid, found = {}, choice(view, {})
    while found.cells:
        tile = chance.choice(list(found.cells))
        laid[chance.choice(found.cells[tile])] = tile
        found = choice(view, laid)
        if found.points is not None:
            after = game.play(Placement(tuple(laid.values()), tuple(laid)))
            assert after.history[-1].points == found.points
    assert not laid or found.points is not None


@settings(max_examples=25)
@given(SEEDS, st.integers(1, 30), st.integers(0, 30), st.randoms(use_true_random=False))
def test_a_bot_is_brought_to_its_turn_by_the_views_of_a_match(
    seed: bytes, turns: int, free: int, chance: Random
) -> None:
    game = position(seed, turns, chance)
    if game.to_move is None:
        return
    acts = [Act(turn.seat, turn.move, cpu_ms=7) for turn in game.history]  # type: ignore[arg-type]
    table = Table.of(seed, game.ruleset, 2, [act.row() for act in acts])
    assert table.game == game
    views = list(requests(table, game.to_move, free))
    assert [view.turn for view in views] == [
        number for number, before in enumerate(table.games) if before.to_move == game.to_move
    ]
    charged = sum(view.turn >= free for view in views[:-1])
    assert views[-1].time_left_ms == 1_000 + 20 * len(views) - 7 * charged
