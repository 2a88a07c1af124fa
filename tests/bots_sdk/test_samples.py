import random
from collections import Counter
from dataclasses import replace

import pytest

from arena import referee
from arena.game import Game, deal
from arena.player import Ending, InProcess
from arena.playout import playout
from arena.referee import Deal
from arena.ruleset import EXTENDED
from arena.tiles import parse_tiles
from arena.worlds import World, world_of
from bots_sdk import TILES, Board, Bot, Move, Placement, Tile, samples
from bots_sdk.runner import load
from bots_sdk.samples import expectation, search
from bots_sdk.samples.careful import Careful, completing, nobody_holds, prospects
from bots_sdk.samples.expectation import Expectation
from bots_sdk.samples.greedy import Greedy
from bots_sdk.samples.random_bot import Random
from bots_sdk.samples.search import Endgame, Search, lead

CLASSES: dict[str, type[Bot]] = {
    "random": Random,
    "greedy": Greedy,
    "careful": Careful,
    "expectation": Expectation,
    "search": Search,
}


def test_the_samples_are_named_from_the_weakest_to_the_strongest() -> None:
    assert samples.NAMES == ("random", "greedy", "careful", "expectation", "search")
    assert tuple(CLASSES) == samples.NAMES
    assert set(samples.HOUSE) <= set(samples.NAMES)


@pytest.mark.parametrize("name", samples.NAMES)
def test_a_sample_is_an_upload_of_one_file_that_the_runner_loads(name: str) -> None:
    (file,) = samples.files(name)
    assert type(load(str(samples.FOLDER / file))).__name__ == CLASSES[name].__name__


def test_an_unknown_sample_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(ValueError, match="random, greedy, careful"):
        samples.files("gredy")


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("name", samples.NAMES)
def test_a_sample_finishes_games_at_every_size_of_table(name: str, seats: int) -> None:
    players = [InProcess(CLASSES[name]().choose)]
    players += [InProcess(Greedy().choose) for _ in range(seats - 1)]
    dealt = Deal(bytes(32), ("it", *[f"greedy {number}" for number in range(1, seats)]), EXTENDED)
    record = referee.play(players, dealt)
    assert [seat.ending for seat in record.seats] == [Ending.FINISHED] * seats


def test_greedy_takes_the_most_points_whichever_move_has_them(game: Game) -> None:
    view = game.view(0)
    best = max(view.legal_moves().points)
    chosen = {Greedy().choose(replace(view, rng=random.Random(seed))) for seed in range(20)}
    assert {move.points for move in chosen} == {best}
    assert len(chosen) > 1


@pytest.mark.parametrize("sample", [Greedy, Careful, Expectation, Search])
def test_where_nothing_fits_as_much_as_possible_is_traded(game: Game, sample: type[Bot]) -> None:
    full = Board(((tile.index % 6, tile.index // 6), tile) for tile in TILES)
    view = replace(game.view(0), board=full, opening=0, bag_count=5)
    assert len(sample().choose(view).tiles) == 5


def test_careful_knows_what_completes_a_line_of_five(game: Game) -> None:
    board = Board.parse("Rc@0,0 Rq@1,0 Rd@2,0 Rk@3,0")
    hand = parse_tiles("Rx Rs Rs Bq Bq Yd")
    view = replace(game.view(0), board=board, hand=hand, opening=0, bag_count=80)
    five = Placement.parse("Rx@4,0")
    assert completing(view, five) == [Tile.parse("Rs")]
    assert completing(view, Placement.parse("Bq@1,1")) == []
    # Of three, this hand holds two: the last is among 98 unseen tiles, 80 of them in the bag.
    assert nobody_holds(view, Tile.parse("Rs")) == pytest.approx(80 / 98)
    risky = replace(view, hand=parse_tiles("Rx Bq Bq Yd Oc Gk"))
    assert prospects(view, five) > 0 > prospects(risky, five)


def test_careful_parts_with_a_double_first(game: Game) -> None:
    view = replace(
        game.view(0),
        board=Board.parse("Rc@0,0"),
        hand=parse_tiles("Rq Rq Bd Yk Gx Os"),
        opening=0,
        bag_count=80,
    )
    assert prospects(view, Placement.parse("Rq@1,0")) == 0
    assert prospects(view, Placement.parse("Bd@0,1")) < 0


def test_expectation_leaves_no_qwirkle_to_a_hand_that_it_knows(game: Game) -> None:
    # The bag is empty, so the one hidden tile is the other's: it completes five red tiles in a row.
    row = [f"R{shape}@{x},0" for x, shape in enumerate("cqdk")]
    rest = Counter(dict.fromkeys(TILES, 3))
    hand = parse_tiles("Rx Bc")
    rest.subtract([Tile.parse(word[:2]) for word in row])
    rest.subtract(hand)
    rest.subtract([Tile.parse("Rs")])
    far = [f"{tile}@{100 + 2 * n},{n}" for n, tile in enumerate(rest.elements())]
    view = replace(
        game.view(0),
        board=Board.parse(row + far),
        hand=hand,
        hand_counts=(2, 1),
        opening=0,
        bag_count=0,
    )
    assert Placement.parse("Rx@4,0") in list(view.legal_moves())
    assert Expectation().choose(view) != Placement.parse("Rx@4,0")


@pytest.mark.parametrize("seed", range(5))
def test_with_an_empty_bag_search_knows_how_greedy_play_ends(seed: int) -> None:
    game = deal(bytes([seed] * 32), seats=2)
    while game.bag_count:
        game = game.play(game.legal_moves().best)
    world = world_of(game, random.Random(seed))
    for move in game.legal_moves():
        assert lead(world, move) == final_lead(game, move)


def test_search_looks_as_far_as_its_own_next_turn(game: Game) -> None:
    world = world_of(game, random.Random(1))
    move = game.legal_moves().best
    mine, theirs = playout(world, first=move, plies=3)
    assert lead(world, move) == mine - theirs


def test_search_looks_at_few_moves_when_its_time_runs_out(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = game.play(game.legal_moves().best).view(1)
    tried: list[Move] = []

    def count(world: World, move: Move) -> float:
        tried.append(move)
        return move.points

    monkeypatch.setattr(search, "lead", count)
    Search().choose(replace(view, time_left_ms=500))
    hasty = len(tried)
    Search().choose(view)
    assert hasty < (len(tried) - hasty) / 5


def test_expectation_counts_the_kept_tiles_and_what_they_could_score(game: Game) -> None:
    board = Board.parse("Rc@0,0 Rq@1,0")
    hand = parse_tiles("Rq Bd Yk Gx Os Pq")
    view = replace(game.view(0), hand=hand, bag_count=80)
    # Of the five, only Pq fits: beside Rq, for two points.
    at_once = expectation.AGAIN * 2
    move = Placement.parse("Rq@1,0")
    assert expectation.prospects(view, move, board) == at_once + expectation.KEPT * 5
    # With an empty bag no tile is replaced.
    view = replace(view, bag_count=0)
    assert expectation.prospects(view, move, board) == at_once


@pytest.mark.parametrize("seed", range(5))
def test_an_endgame_is_searched_to_its_best_end(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "WIDTH", 1_000)
    monkeypatch.setattr(search, "NODES", 1_000_000)
    monkeypatch.setattr(search, "ENDGAME_TURNS", 8)
    game = deal(bytes([seed] * 32), seats=2)
    while sum(map(len, game.hands)) > 4 and game.to_move is not None:
        game = game.play(game.legal_moves().best)
    assert game.to_move is not None
    view = game.view(game.to_move)
    moves = [move for move in view.legal_moves() if isinstance(move, Placement)]
    best = Endgame(view).best(moves)
    assert game_value(game.play(best), game.to_move) == game_value(game, game.to_move)


def game_value(game: Game, seat: int) -> int:
    """The points by which the seat leads at the end if both play best, by trying everything."""
    if game.outcome:
        return game.scores[seat] - game.scores[1 - seat]
    values = [game_value(game.play(move), seat) for move in game.legal_moves()]
    return max(values) if game.to_move == seat else min(values)


def final_lead(game: Game, move: Move) -> int:
    """The points by which the seat on move gains on the other until the end of a greedy game."""
    me = game.to_move
    assert me is not None
    after = game.play(move)
    while after.outcome is None:
        after = after.play(after.legal_moves().best)
    gained = [then - now for then, now in zip(after.scores, game.scores, strict=True)]
    return gained[me] - gained[1 - me]


def test_search_repeats_itself_on_the_same_random_numbers(game: Game) -> None:
    game = game.play(game.legal_moves().best)
    view = game.view(1)
    chosen = {Search().choose(replace(view, rng=random.Random(5))) for _ in range(3)}
    assert len(chosen) == 1
