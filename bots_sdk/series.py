"""Many games between bots: every pair of games on one seed with the seats swapped."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from hashlib import blake2b
from itertools import combinations, count, groupby
from multiprocessing.connection import wait
from random import Random
from threading import Thread

from arena import referee
from arena.limits import Limits
from arena.player import Ending, InfrastructureFailure
from arena.record import Record
from arena.referee import Deal
from arena.ruleset import CLASSIC, Ruleset
from arena.sandbox import Launcher
from arena.seating import orders

ATTEMPTS = 3
"""How often a game is tried whose sandbox failed, which is nobody's fault."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot in a series: its name in results and its files."""

    name: str
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: its number from 1, its cluster from 0, and who sits where."""

    number: int
    cluster: int
    seed: bytes
    order: tuple[int, ...]
    """The entrant of each seat."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played; all sequences are in the order of those entrants that took part."""

    fixture: Fixture
    record: Record
    seats: tuple[int, ...]
    logs: tuple[tuple[tuple[int, str], ...], ...]
    """What each bot printed, as pairs of turn and text."""

    def share(self, entrant: int) -> float:
        """The share of table mates that the entrant placed above, ties half."""
        places = self.record.outcome.places
        mine = places[self.seats[entrant]]
        beaten = sum((place > mine) + (place == mine) / 2 for place in places) - 0.5
        return beaten / (len(places) - 1)

    def first(self, entrant: int) -> float:
        """1 for a win, 0 for a loss, and the part of a shared first place."""
        places = self.record.outcome.places
        return 1 / places.count(1) if places[self.seats[entrant]] == 1 else 0

    def score(self, entrant: int) -> int:
        """The entrant's points."""
        return self.record.outcome.scores[self.seats[entrant]]

    def margin(self, entrant: int) -> int:
        """The entrant's points less those of the best other."""
        others = (other for other in range(len(self.seats)) if other != entrant)
        return self.score(entrant) - max(map(self.score, others))

    def failure(self, entrant: int) -> tuple[Ending, str] | None:
        """How and why the entrant forfeited, or None."""
        seat = self.record.seats[self.seats[entrant]]
        return None if seat.ending is Ending.FINISHED else (seat.ending, seat.detail)

    def times(self, entrant: int) -> list[tuple[float, int]]:
        """The CPU time in ms of each of the entrant's turns, with the turn's number from 0."""
        seat = self.seats[entrant]
        turns = enumerate(self.record.turns)
        return [(turn.cpu_ms, number) for number, turn in turns if turn.seat == seat]


def fixtures(entrants: int, games: int, seed: int) -> list[Fixture]:
    """At least ``games`` games for a series: whole clusters, each in all its seat orders."""
    seatings = orders(entrants)
    planned: list[Fixture] = []
    for cluster in count():
        if len(planned) >= games:
            break
        bag = blake2b(
            f"{seed}/{cluster}".encode(), digest_size=32, person=b"sixfold-series"
        ).digest()
        # Balanced orders still favour some neighbours around the table: labels even that out.
        labels = Random(bag).sample(range(entrants), entrants)
        for seating in seatings:
            order = tuple(labels[label] for label in seating)
            planned.append(Fixture(len(planned) + 1, cluster, bag, order))
    return planned


def round_robin(entrants: int, games: int, seed: int) -> list[Fixture]:
    """At least ``games`` games of every two entrants, who all get the same deals.

    Deal after deal: wherever the games stop, all have met about equally often.
    """
    pairings = list(combinations(range(entrants), 2))
    planned: list[Fixture] = []
    for _, deal in groupby(fixtures(2, games, seed), key=lambda fixture: fixture.cluster):
        games_of_deal = list(deal)
        for pairing in pairings:
            cluster = len(planned) // 2
            for fixture in games_of_deal:
                order = tuple(pairing[one] for one in fixture.order)
                planned.append(Fixture(len(planned) + 1, cluster, fixture.seed, order))
    return planned


def play(
    entrants: Sequence[Entrant],
    planned: Sequence[Fixture],
    find: Callable[[], Launcher],
    *,
    jobs: int = 1,
    ruleset: Ruleset = CLASSIC,
    limits: Limits = Limits(),  # noqa: B008 - immutable
) -> Generator[Played, None, None]:
    """Play the games in their order, up to ``jobs`` at a time in processes of their own.

    ``find`` is a function of a module; it is called once in every process that plays.
    Raises InfrastructureFailure where a game fails ``ATTEMPTS`` times by no fault of a bot.
    """
    one = partial(_play, tuple(entrants), find, ruleset, limits)
    if jobs == 1:
        yield from map(one, planned)
        return
    # Processes, not threads: a sandbox dies with the thread that started it. Spawned, not forked:
    # the caller may have threads, such as that of a progress bar.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_follow_the_caller) as pool:
        try:
            with _uninterrupted():
                games = pool.map(one, planned)
            yield from games
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Keep Ctrl-C for later. Processes that start meanwhile never get to know of it: it reaches the
    whole group, the caller ends the series, and no game is torn apart.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@cache
def _own(find: Callable[[], Launcher]) -> Launcher:
    """The launcher of this process: its folders belong to one process alone."""
    return find()


def _play(
    entrants: Sequence[Entrant],
    find: Callable[[], Launcher],
    ruleset: Ruleset,
    limits: Limits,
    fixture: Fixture,
) -> Played:
    launcher = _own(find)
    table = [entrants[entrant] for entrant in fixture.order]
    dealt = Deal(fixture.seed, tuple(entrant.name for entrant in table), ruleset)
    for attempt in count(1):
        with ExitStack() as sandboxes:
            try:
                players = [
                    sandboxes.enter_context(launcher.player(entrant.files, entrant.name))
                    for entrant in table
                ]
                record = referee.play(players, dealt, limits)
            except InfrastructureFailure:
                if attempt == ATTEMPTS:
                    raise
                continue
            seats = tuple(map(fixture.order.index, sorted(fixture.order)))
            logs = tuple(tuple(players[seat].log) for seat in seats)
            return Played(fixture, record, seats, logs)
    raise AssertionError("the loop returns or raises")


def _follow_the_caller() -> None:
    """Live as long as the process that plays the series, and no longer."""
    Thread(target=_end_with_the_caller, daemon=True).start()


def _end_with_the_caller() -> None:
    """A pool's process whose parent was killed would wait for work for ever."""
    caller = multiprocessing.parent_process()
    assert caller
    wait([caller.sentinel])
    os._exit(1)
