"""How likely the best bot wins a tournament of this form: many of them, played with dice."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.random import Generator

from arena.seating import orders
from sixfold.ladder import ratings
from sixfold.tournaments.formats import (
    Event,
    Format,
    Plan,
    Result,
    Round,
    Table,
    next_round,
    standings,
)
from sixfold.tournaments.formats.knockout import EXTRA, tied

SPREAD = 100.0
"""Standard deviation in Elo of the strengths of bots that nobody has rated."""
LUCK = 196.0
"""The standard deviation of luck in one game, in Elo: 100 more win 64 % of the games."""
LOW = 0.6
"""A chance below which an organiser is warned."""
FIELD = 32
"""Bots in the tournaments that were measured."""
MEASURED = [
    (Plan(Format.SINGLE_ELIMINATION, clusters=5), 0.48),
    (Plan(Format.DOUBLE_ELIMINATION, clusters=5), 0.58),
    (Plan(Format.SWISS, clusters=5, rounds=9), 0.64),
    (Plan(Format.SWISS, clusters=15, rounds=9), 0.78),
    (Plan(Format.ROUND_ROBIN, clusters=5), 0.75),
    (Plan(Format.ROUND_ROBIN, clusters=15), 0.86),
    (Plan(Format.GROUPS, clusters=2, qualify=8, final_clusters=15), 0.77),
]
"""How often the best of FIELD bots with a spread of SPREAD won, give or take 0.02.

`python -m tests.benchmarks.tournaments` measures it again.
"""
FEW = 20
"""Tournaments that say something."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of an entrant, in Elo."""

    rating: float = ratings.ANCHOR
    error: float = SPREAD
    """Standard deviation."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What so many tournaments with dice have come to."""

    runs: int
    won: int
    """By the bot that was the strongest."""
    ranks: int
    """The winners' true ranks, added up."""
    games: int
    """Of one tournament, at most."""

    @property
    def chance(self) -> float:
        """That the strongest wins, from 0 to 1."""
        return self.won / self.runs

    @property
    def error(self) -> float:
        """Half the 95 % interval of the chance."""
        return ratings.Z * sqrt(max(self.chance * (1 - self.chance), 0.25 / self.runs) / self.runs)

    @property
    def mean_rank(self) -> float:
        """The winner's true rank, on average."""
        return self.ranks / self.runs

    @property
    def is_low(self) -> bool:
        """Whether an organiser is to be warned; a few tournaments alone are no reason to."""
        return self.runs >= FEW and self.chance < LOW


def preview(
    plan: Plan, field: Sequence[Strength], *, seconds: float, most: int = 400, seed: int = 0
) -> Preview:
    """Play it with dice until this much CPU time or so many tournaments are used up.

    True strengths are drawn anew for each, as far as they are unknown; seeds follow the ratings.
    """
    rng = np.random.default_rng(seed)
    field = sorted(field, key=lambda one: -one.rating)
    until = time.thread_time() + seconds
    runs = won = ranks = 0
    while not runs or (runs < most and time.thread_time() < until):
        strengths = np.array([rng.normal(one.rating, one.error) for one in field])
        winner = standings(plan, play(plan, strengths, rng))[0].seed
        rank = 1 + int((strengths > strengths[winner - 1]).sum())
        runs, won, ranks = runs + 1, won + (rank == 1), ranks + rank
    return Preview(runs, won, ranks, plan.games(len(field)))


def play(plan: Plan, strengths: np.ndarray, rng: Generator) -> Event:
    """A whole tournament with dice, the strengths in Elo by seed."""
    event = Event(len(strengths), lot=str(rng.integers(2**32)))
    while following := next_round(plan, event):
        tables = tuple(
            table if table.is_bye else _played(plan, table, following, strengths, rng)
            for table in following.tables
        )
        event = replace(event, rounds=(*event.rounds, replace(following, tables=tables)))
    return event


def _played(
    plan: Plan, table: Table, following: Round, strengths: np.ndarray, rng: Generator
) -> Table:
    each = len(orders(len(table.members)))
    games = each * following.clusters
    played = replace(table, result=dice(table.members, games, strengths, rng))
    if plan.format.is_knockout:
        for _ in range(EXTRA):
            if not tied(played):
                break
            games += each
            played = replace(table, result=dice(table.members, each, strengths, rng))
    return played


def dice(members: Sequence[int], games: int, strengths: np.ndarray, rng: Generator) -> Result:
    """The result of some games: everybody's strength and luck; nobody ties."""
    luck = rng.normal(scale=LUCK, size=(games, len(members)))
    shown = strengths[np.array(members) - 1] + luck
    ahead = (shown[:, :, None] > shown[:, None, :]).sum(axis=0)
    wins = np.bincount(shown.argmax(axis=1), minlength=len(members))
    margins = (len(members) * shown - shown.sum(axis=1, keepdims=True)).sum(axis=0) / 10
    return Result(
        games,
        tuple(tuple(int(2 * count) for count in row) for row in ahead),
        tuple(map(int, wins)),
        tuple(map(int, margins)),
    )
