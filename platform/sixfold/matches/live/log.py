"""The log of a match under way: a list in Redis, and a channel on which each entry is said once."""

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

logger = logging.getLogger(__name__)

KEPT_SECONDS = 3600
"""How long a log stands, from its first entry on: no match takes as long."""
KEPT_AFTER_END_SECONDS = 60
"""For those who were about to join; whoever comes later is shown the replay."""
MOST_ENTRIES = 2_000
"""What a log holds at the most; the longest games have a few hundred turns."""


class Event(StrEnum):
    """What an entry tells."""

    START = "start"
    """An attempt begins: what an earlier one told is void."""
    MOVE = "move"
    """A turn, as the replay's `moves` have it."""
    END = "end"
    """The result is stored, and the replay can be had at the address in `data`."""


class Mark(NamedTuple):
    """A place in a match's log, and so the id of an event: what was seen is all up to it.

    >>> str(Mark.parse("17.2"))
    '17.2'
    """

    attempt: int
    n: int

    def __str__(self) -> str:
        return f"{self.attempt}.{self.n}"

    @classmethod
    def parse(cls, text: str) -> "Mark":
        """The mark of this notation; for anything else BEFORE."""
        found = re.fullmatch(r"(\d{1,18})\.(\d{1,9})", text, re.ASCII)
        return cls(*map(int, found.groups())) if found else BEFORE


BEFORE = Mark(0, -1)
"""Nothing was seen."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log; written as it stands in Redis.

    >>> str(Entry(17, 2, Event.MOVE, '{"p": 1}'))
    '17 2 move {"p": 1}'
    """

    attempt: int
    """Whose log this is: a later attempt has the greater number."""
    n: int
    """0 for the start, then the turn; the end comes after the last one."""
    event: Event
    data: str
    """JSON."""

    @property
    def mark(self) -> Mark:
        return Mark(self.attempt, self.n)

    def __str__(self) -> str:
        return f"{self.attempt} {self.n} {self.event} {self.data}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The entry of this notation; raises ValueError for anything else."""
        attempt, n, event, data = text.split(" ", 3)
        return cls(int(attempt), int(n), Event(event), data)


def entries(texts: Iterable[str]) -> list[Entry]:
    """Those among these texts, in order of their marks.

    What cannot be read is left out: another version of this program may have written it.
    """
    found = []
    for text in texts:
        try:
            found.append(Entry.parse(text))
        except ValueError:
            logger.warning("This is no entry of a match's log: %.80s", text)
    return sorted(found, key=lambda entry: entry.mark)


def key(match: int) -> str:
    """The list with the entries so far."""
    return f"match:{match}:log"


def channel(match: int) -> str:
    """Where each entry is published as it is written."""
    return f"match:{match}"


def match_of(channel: str) -> int:
    """The match whose channel this is."""
    return int(channel.rpartition(":")[2])
