"""The editions of the game as values: how many play, who opens a tie, what is dealt and paid."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Opener(StrEnum):
    """Who opens when several hold the largest group. Seats are numbered by age, the oldest 0."""

    OLDEST = "oldest"
    YOUNGEST = "youngest"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One edition of the rules; a variant that only changes these numbers is just another value."""

    name: str
    min_seats: int
    max_seats: int
    opener: Opener
    hand_size: int = 6
    copies: int = 3
    qwirkle_bonus: int = 6
    end_bonus: int = 6

    def check_seats(self, seats: int) -> None:
        """ValueError when this edition does not seat so many."""
        if not self.min_seats <= seats <= self.max_seats:
            raise ValueError(
                f"{self.name} is for {self.min_seats} to {self.max_seats} seats, not {seats}."
            )


CLASSIC = Ruleset("classic", 2, 4, Opener.OLDEST)
SCHMIDT = Ruleset("schmidt", 2, 4, Opener.YOUNGEST)
EXTENDED = Ruleset("extended", 2, 6, Opener.OLDEST)

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {ruleset.name: ruleset for ruleset in (CLASSIC, SCHMIDT, EXTENDED)}
)
