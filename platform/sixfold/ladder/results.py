"""What finished matches add to the counts, as integers whose order cannot matter."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any


def _counters() -> defaultdict[Any, Counter[str]]:
    return defaultdict(Counter)


@dataclass(frozen=True, slots=True)
class Finisher:
    """How one submission fared in one match."""

    submission: int
    place: int
    """From 1; ties share a place, and who forfeits is placed below all who finish."""
    score: int
    failed: bool
    """Whether it forfeited."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Sums over matches; their names are those of the columns that hold them."""

    pairs: defaultdict[tuple[int, int], Counter[str]] = field(default_factory=_counters)
    """By two submissions, the lower id first: first_wins, draws and second_wins."""
    tallies: defaultdict[int, Counter[str]] = field(default_factory=_counters)
    """By submission: wins, draws, losses, points and errors."""

    def add(self, finishers: Sequence[Finisher], times: int = 1) -> None:
        """Count a match so many times; -1 takes it back."""
        ordered = sorted(finishers, key=lambda finisher: finisher.submission)
        for first, second in combinations(ordered, 2):
            self.pairs[first.submission, second.submission][_meeting(first, second)] += times
        for finisher in ordered:
            tally = self.tallies[finisher.submission]
            tally[_outcome(finisher, ordered)] += times
            tally["points"] += times * finisher.score
            tally["errors"] += times * finisher.failed


def _meeting(first: Finisher, second: Finisher) -> str:
    if first.place == second.place:
        return "draws"
    return "first_wins" if first.place < second.place else "second_wins"


def _outcome(finisher: Finisher, table: Sequence[Finisher]) -> str:
    """The first place alone is a win and shared it is a draw; everything else is a loss."""
    if finisher.place > 1:
        return "losses"
    return "wins" if sum(other.place == 1 for other in table) == 1 else "draws"
