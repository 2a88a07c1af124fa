from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import pytest

from arena import sandbox
from arena.player import Ending, InfrastructureFailure
from arena.record import dumps, frames
from arena.sandbox import Launcher
from bots_sdk import samples
from bots_sdk.results import tally
from bots_sdk.series import Entrant, Played, fixtures, play, round_robin

CRASHING = b"""
def choose(game):
    if game.turn > 3:
        print('bye')
        1 / 0
    return game.legal_moves()[0]
"""


def sample(name: str) -> Entrant:
    return Entrant(name, samples.files(name))


@pytest.fixture(scope="module")
def played() -> list[Played]:
    """Two pairs in plain processes: a bot that crashes in every game, against greedy."""
    entrants = [Entrant("crashing", {"bot.py": CRASHING}), sample("greedy")]
    return list(play(entrants, fixtures(2, games=4, seed=1), sandbox.plain))


def test_a_pair_has_one_seed_and_swapped_seats() -> None:
    planned = fixtures(2, games=6, seed=1)
    assert [fixture.number for fixture in planned] == [1, 2, 3, 4, 5, 6]
    for first, second in zip(planned[::2], planned[1::2], strict=True):
        assert first.seed == second.seed
        assert first.cluster == second.cluster
        assert first.order == second.order[::-1]
    assert len({fixture.seed for fixture in planned}) == 3


@pytest.mark.parametrize("seats", [3, 4])
def test_in_a_cluster_every_bot_sits_everywhere_equally_often(seats: int) -> None:
    planned = fixtures(seats, games=1, seed=1)
    for seat in range(seats):
        taken = Counter(fixture.order[seat] for fixture in planned)
        assert set(taken.values()) == {len(planned) // seats}
        assert len(taken) == seats


def test_only_whole_clusters_are_planned() -> None:
    assert len(fixtures(2, games=5, seed=1)) == 6


def test_in_a_round_robin_every_two_meet_on_the_same_deals_in_both_orders() -> None:
    planned = round_robin(3, games=4, seed=1)
    assert [fixture.number for fixture in planned] == list(range(1, 13))
    meetings = Counter(fixture.order for fixture in planned)
    assert meetings == {(a, b): 2 for a in range(3) for b in range(3) if a != b}
    for first, second in zip(planned[::2], planned[1::2], strict=True):
        assert first.order == second.order[::-1]
        assert first.cluster == second.cluster
    deals = {tuple(sorted(one.order)): set[bytes]() for one in planned}
    for fixture in planned:
        deals[tuple(sorted(fixture.order))].add(fixture.seed)
    assert len(set(map(frozenset, deals.values()))) == 1


def test_a_round_robin_game_tells_of_the_two_that_played() -> None:
    entrants = [sample("greedy"), Entrant("absent", {}), sample("random")]
    planned = [one for one in round_robin(3, games=2, seed=1) if 1 not in one.order]
    for game in play(entrants, planned, sandbox.plain):
        assert game.share(0) == 1
        assert game.share(1) == 0
        assert len(game.logs) == 2


def test_the_seed_decides_the_deals() -> None:
    assert fixtures(2, games=4, seed=1) == fixtures(2, games=4, seed=1)
    assert fixtures(2, games=4, seed=1)[0].seed != fixtures(2, games=4, seed=2)[0].seed


def test_the_records_of_a_series_replay(played: list[Played]) -> None:
    for game in played:
        assert len(list(frames(game.record))) == len(game.record.turns)
        assert game.record.seed == game.fixture.seed


def test_a_failing_bot_loses_and_is_counted_apart(played: list[Played]) -> None:
    found = tally(played, 0)
    assert (found.games, found.won, found.drawn, found.lost, found.errors) == (4, 0, 0, 4, 4)
    assert found.worst is None
    ending, detail = played[0].failure(0) or ("", "")
    assert ending is Ending.EXITED
    assert detail
    assert tally(played, 1).won == 4


def test_what_a_bot_printed_comes_with_the_game(played: list[Played]) -> None:
    text = "".join(text for _, text in played[0].logs[0])
    assert "bye" in text
    assert "ZeroDivisionError" in text
    assert played[0].logs[1] == ()


def test_points_and_margins_are_by_entrant_whatever_the_seat(played: list[Played]) -> None:
    for game in played:
        assert game.score(0) == game.record.outcome.scores[game.fixture.order.index(0)]
        assert game.margin(0) == game.score(0) - game.score(1) == -game.margin(1)
        assert game.share(0) == 0
        assert game.share(1) == 1


def test_the_same_seed_gives_the_same_games_in_several_processes() -> None:
    entrants = [sample("random"), sample("greedy")]
    planned = fixtures(2, games=2, seed=3)

    def moves(jobs: int) -> list[list[str]]:
        games = play(entrants, planned, sandbox.plain, jobs=jobs)
        return [[str(turn.move) for turn in game.record.turns] for game in games]

    assert moves(jobs=1) == moves(jobs=2)


def test_a_table_of_four_shares_out_its_places() -> None:
    entrants = [sample("greedy"), *[Entrant(f"r{n}", samples.files("random")) for n in range(3)]]
    (game,) = play(entrants, fixtures(4, games=1, seed=1)[:1], sandbox.plain)
    assert sum(game.share(entrant) for entrant in range(4)) == pytest.approx(2)
    assert sum(game.first(entrant) for entrant in range(4)) == 1
    assert dumps(game.record)


class Failing:
    """A machine whose sandbox fails the first games that it is asked for."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.launcher = sandbox.plain()

    @contextmanager
    def player(self, files: dict[str, bytes], name: str) -> Iterator[object]:
        if self.failures:
            self.failures -= 1
            raise InfrastructureFailure("no luck")
        with self.launcher.player(files, name) as player:
            yield player


@pytest.mark.parametrize(("failures", "ends_well"), [(2, True), (3, False)])
def test_a_game_that_the_machine_failed_is_played_again(failures: int, ends_well: bool) -> None:
    machine = cast(Launcher, Failing(failures))
    games = play([sample("greedy"), sample("random")], fixtures(2, 1, seed=1)[:1], lambda: machine)
    if ends_well:
        assert len(list(games)) == 1
    else:
        with pytest.raises(InfrastructureFailure, match="no luck"):
            next(games)
