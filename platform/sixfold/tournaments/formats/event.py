"""What a format knows of a tournament: entrants by their seeds, rounds of tables, and results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import chain

HALF = Fraction(1, 2)

Figures = Mapping[str, int | float | str]
"""What goes with a table and can be stored as JSON."""


class Stage(StrEnum):
    """The parts of a tournament that are ranked by themselves."""

    MAIN = "main"
    GROUPS = "groups"
    FINAL = "final"


class Why(StrEnum):
    """Why these meet; the words for it take the table's figures."""

    EVERYBODY = "everybody"
    FIRST = "first"
    SCORE = "score"
    BYE = "bye"
    BRACKET = "bracket"
    WALKOVER = "walkover"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Game:
    """One finished match; places and scores in the order of the table's members."""

    places: tuple[int, ...]
    """From 1; ties share a place, and who forfeits is placed below all who finish."""
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """What the games of a table add up to, in the order of its members."""

    games: int
    halves: tuple[tuple[int, ...], ...]
    """Half points that one took from another: two for being placed better, one for a tie."""
    wins: tuple[int, ...]
    """Games in which a member alone came first."""
    margins: tuple[int, ...]
    """Points ahead of each table mate, summed over mates and games."""

    @classmethod
    def of(cls, games: Sequence[Game], seats: int) -> "Result":
        halves = [[0] * seats for _ in range(seats)]
        wins, margins = [0] * seats, [0] * seats
        for game in games:
            alone, points = game.places.count(1) == 1, sum(game.scores)
            for i, place in enumerate(game.places):
                wins[i] += alone and place == 1
                margins[i] += seats * game.scores[i] - points
                for j, other in enumerate(game.places):
                    if i != j:
                        halves[i][j] += 2 * (place < other) + (place == other)
        return cls(len(games), tuple(map(tuple, halves)), tuple(wins), tuple(margins))


@dataclass(frozen=True, slots=True)
class Table:
    """Entrants that meet, and what has come of it; alone at a table, one has a bye."""

    members: tuple[int, ...]
    """Seeds."""
    why: Why
    figures: Figures = field(default_factory=dict)
    """What the reason's words need, and where the table stands: its group, its bracket's node."""
    result: Result | None = None
    """None before the first game, and where every game was void."""

    @property
    def is_bye(self) -> bool:
        return len(self.members) == 1

    def mates(self, seed: int) -> tuple[int, ...]:
        return tuple(member for member in self.members if member != seed)

    def taken(self, seed: int, mate: int) -> Fraction:
        """The share of their games that `seed` won against `mate`, ties as half of one."""
        assert self.result, "nothing was taken where nothing was played"
        i, j = self.members.index(seed), self.members.index(mate)
        return Fraction(self.result.halves[i][j], 2 * self.result.games)

    def points(self, seed: int) -> Fraction:
        """The part of the table mates that was beaten, over all games; a half without games.

        A full point for a bye would be more than what winners average.
        """
        if self.result is None or self.is_bye:
            return HALF
        halves = self.result.halves[self.members.index(seed)]
        return Fraction(sum(halves), 2 * self.result.games * (len(self.members) - 1))


@dataclass(frozen=True, slots=True)
class Round:
    """The tables that are played at once, each for so many clusters."""

    tables: tuple[Table, ...]
    clusters: int
    stage: Stage = Stage.MAIN


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament so far."""

    entrants: int
    """Their seeds are 1 to this."""
    rounds: tuple[Round, ...] = ()
    left: Mapping[int, int] = field(default_factory=dict)
    """Who has withdrawn, and after how many rounds; they are not paired again."""
    lot: str = ""
    """Drawn at the start and published; settles what no result settles."""

    @property
    def seeds(self) -> range:
        return range(1, self.entrants + 1)

    @property
    def gone(self) -> frozenset[int]:
        return frozenset(self.left)

    @property
    def present(self) -> list[int]:
        return [seed for seed in self.seeds if seed not in self.left]

    def tables(self, stage: Stage | None = None) -> list[Table]:
        """All tables so far, of one stage or of all."""
        rounds = (one.tables for one in self.rounds if stage is None or one.stage is stage)
        return list(chain.from_iterable(rounds))

    def met(self) -> set[frozenset[int]]:
        """The pairs that have sat at one table."""
        return {
            frozenset((one, other))
            for table in self.tables()
            for one in table.members
            for other in table.members
            if one < other
        }
