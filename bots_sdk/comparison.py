"""Two versions of a bot against each other until the sequential test knows which is stronger."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from arena.sprt import Decision, SequentialTest
from bots_sdk.series import Played

FIRST = 32
"""Pairs before the test is asked for the first time ..."""

EVERY = 8
"""... and between later times: each look is a chance to err."""


@dataclass(slots=True)
class Comparison:
    """The pairs so far, and what they decide. The entrant 1 is the new version, 0 the old."""

    test: SequentialTest
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    """Pairs by the points of the new version: 0, a half, 1, one and a half, 2."""
    decision: Decision = Decision.OPEN

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def llr(self) -> float:
        return self.test.llr(self.counts)

    def follow(self, games: Iterable[Played]) -> Iterator[Played]:
        """The games, which come pair by pair, as far as the decision."""
        points = 0.0
        for number, game in enumerate(games):
            points += game.share(1)
            if number % 2:
                self.counts[round(2 * points)] += 1
                points = 0.0
                if self.pairs >= FIRST and self.pairs % EVERY == 0:
                    self.decision = self.test.decide(self.counts)
            yield game
            if self.decision is not Decision.OPEN:
                return
