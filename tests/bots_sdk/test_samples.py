import random
from dataclasses import replace

import pytest

from arena import referee
from arena.game import Game, deal
from arena.player import Ending, InProcess
from arena.referee import Deal
from arena.ruleset import EXTENDED
from bots_sdk import TILES, Board, Bot, Move, samples
from bots_sdk.runner import load
from bots_sdk.samples.greedy import Greedy
from bots_sdk.samples.random_bot import Random
from bots_sdk.samples.search import Search, lead

CLASSES: dict[str, type[Bot]] = {"random": Random, "greedy": Greedy, "search": Search}


def test_the_samples_are_named_from_the_weakest_to_the_strongest() -> None:
    assert samples.NAMES == ("random", "greedy", "search")
    assert tuple(CLASSES) == samples.NAMES


@pytest.mark.parametrize("name", samples.NAMES)
def test_a_sample_is_an_upload_of_one_file_that_the_runner_loads(name: str) -> None:
    (file,) = samples.files(name)
    assert type(load(str(samples.FOLDER / file))).__name__ == CLASSES[name].__name__


def test_an_unknown_sample_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(ValueError, match="random, greedy, search"):
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


@pytest.mark.parametrize("sample", [Greedy, Search])
def test_where_nothing_fits_as_much_as_possible_is_traded(game: Game, sample: type[Bot]) -> None:
    full = Board(((tile.index % 6, tile.index // 6), tile) for tile in TILES)
    view = replace(game.view(0), board=full, opening=0, bag_count=5)
    assert len(sample().choose(view).tiles) == 5


@pytest.mark.parametrize("seed", range(5))
def test_with_an_empty_bag_search_knows_how_greedy_play_ends(seed: int) -> None:
    game = deal(bytes([seed] * 32), seats=2)
    while game.bag_count:
        game = game.play(game.legal_moves().best)
    assert game.to_move is not None
    view = game.view(game.to_move)
    hidden = list(view.unseen().elements())
    ends = {move: final_lead(game, move) for move in view.legal_moves()}
    for move, end in ends.items():
        assert lead(view, move, hidden) == end
    greedy = max(ends, key=lambda move: move.points)
    assert ends[Search().choose(view)] >= ends[greedy]


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
