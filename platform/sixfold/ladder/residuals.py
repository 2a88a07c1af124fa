"""Do two owners' bots score otherwise against each other than their ratings promise?

Bots that throw games to one bot raise it above its strength, and everybody else pulls it down
again: what remains is a surplus against the throwers. A single pair hardly shows it, a ring of
several may. The expected points come from the fitted ratings, which the thrown games have moved
too, so a surplus is rather too small than too large.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import NamedTuple

LEAST_GAMES = 30
"""Between two owners; fewer show nothing."""
FALSE_SHARE = 0.1
"""Of the pairs that are pointed out, about this share are there by chance."""
HINT = 1.5
"""Standard deviations from which on a pair may belong to a ring."""


class Meeting(NamedTuple):
    """What two bots of different owners have done to each other."""

    first: int
    second: int
    """The owners."""
    games: int
    points: float
    """Of the first, a draw half a point."""
    expected: float
    """The share of the points (0 to 1) that the ratings promise to the first."""


@dataclass(frozen=True, slots=True)
class Residual:
    """By how much one owner's bots have gone beyond what their ratings promise against others'."""

    owners: tuple[int, ...]
    """Of a pair the one that gains first; of a ring in ascending order."""
    games: int
    surplus: float
    """Points above expectation."""
    variance: float
    striking: bool = False
    """Whether the pair stands out among all (Benjamini and Hochberg 1995)."""

    @property
    def z(self) -> float:
        """The surplus in standard deviations."""
        return self.surplus / sqrt(self.variance) if self.variance else 0.0

    @property
    def p(self) -> float:
        """The chance of as large a surplus on either side among honest bots."""
        return erfc(abs(self.z) / sqrt(2))


def pairs(meetings: Iterable[Meeting]) -> list[Residual]:
    """Every pair of owners that has met often enough, the most striking first."""
    sums: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0, 0, 0])
    for meeting in meetings:
        owners, sign = (meeting.first, meeting.second), 1
        if owners[0] > owners[1]:
            owners, sign = owners[::-1], -1
        found = sums[owners]
        found[0] += meeting.games
        found[1] += sign * (meeting.points - meeting.games * meeting.expected)
        found[2] += meeting.games * meeting.expected * (1 - meeting.expected)
    residuals = [
        Residual(owners if surplus >= 0 else owners[::-1], int(games), abs(surplus), variance)
        for owners, (games, surplus, variance) in sums.items()
        if games >= LEAST_GAMES
    ]
    return list(_marked(sorted(residuals, key=lambda one: one.p)))


def rings(found: Sequence[Residual]) -> list[Residual]:
    """Groups of three and more owners that hints connect, with what is between them summed up.

    They are chosen for being unusual, so their surplus exaggerates: a place to look, not a proof.
    """
    hints = [pair for pair in found if pair.z >= HINT]
    groups = {owner: {owner} for pair in hints for owner in pair.owners}
    for pair in hints:
        one, other = (groups[owner] for owner in pair.owners)
        if one is not other:
            one |= other
            for owner in other:
                groups[owner] = one
    distinct = {id(group): group for group in groups.values() if len(group) > 2}
    summed = [
        Residual(
            owners=tuple(sorted(group)),
            games=sum(pair.games for pair in hints if pair.owners[0] in group),
            surplus=sum(pair.surplus for pair in hints if pair.owners[0] in group),
            variance=sum(pair.variance for pair in hints if pair.owners[0] in group),
        )
        for group in distinct.values()
    ]
    return sorted(summed, key=lambda ring: -ring.z)


def _marked(ordered: Sequence[Residual]) -> Iterator[Residual]:
    """Those that stand out, by their p in ascending order, so that few do by chance."""
    total = len(ordered)
    last = max(
        (rank for rank, one in enumerate(ordered, 1) if one.p <= FALSE_SHARE * rank / total),
        default=0,
    )
    for rank, one in enumerate(ordered, 1):
        yield Residual(one.owners, one.games, one.surplus, one.variance, striking=rank <= last)
