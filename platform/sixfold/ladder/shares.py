"""How the matches to be played are divided among ladders, without Django."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Part:
    """What one ladder is given of all matches, beside the others' shares."""

    share: int
    cluster: int
    """Matches that one of its tables makes."""


def divide(missing: int, parts: Mapping[Key, Part], made: Mapping[Key, int]) -> Counter[Key]:
    """The tables for each to make, until so many matches are no longer missing.

    Each table goes to the ladder that is then furthest below its share, counted with the matches
    `made` of late: whoever has a share is reached, however large its clusters are.
    """
    tables: Counter[Key] = Counter()
    matches = Counter(made)
    while missing > 0 and parts:
        poorest = min(parts, key=lambda one: (matches[one] + parts[one].cluster) / parts[one].share)
        tables[poorest] += 1
        matches[poorest] += parts[poorest].cluster
        missing -= parts[poorest].cluster
    return tables
