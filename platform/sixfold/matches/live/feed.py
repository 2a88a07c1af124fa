"""What one process knows of a match under way: its log so far, and a bell for what is to come."""

import asyncio
from bisect import bisect
from dataclasses import dataclass, field

from sixfold.matches.live.log import BEFORE, Entry, Event, Mark


@dataclass(slots=True)
class Feed:
    """The entries of a match, shared by all who watch it.

    A viewer keeps nothing but the mark of what it has seen, so one that reads slowly misses
    nothing and costs no memory.
    """

    silent: bool = False
    """Whether Redis does not answer, so that nothing can be heard."""
    viewers: int = 0
    _entries: list[Entry] = field(default_factory=list)
    """In the order of their marks: a later attempt's follow an earlier one's."""
    _start: int = 0
    """Where the latest attempt begins."""
    _bell: asyncio.Event = field(default_factory=asyncio.Event)

    def take(self, entry: Entry) -> None:
        """Add an entry, unless it is known or an earlier attempt's."""
        if entry.mark <= self._heard:
            return
        if entry.attempt != self._heard.attempt:
            self._start = len(self._entries)
        self._entries.append(entry)
        self._ring()

    def skips(self, entry: Entry) -> bool:
        """Whether something that comes between the last entry and this one was not heard."""
        if entry.event is Event.END or entry.mark <= self._heard:
            return False
        heard = self._heard.n if entry.attempt == self._heard.attempt else BEFORE.n
        return entry.n > heard + 1

    def after(self, seen: Mark) -> Entry | None:
        """What comes next for somebody who has seen so much; of the latest attempt only."""
        place = max(self._start, bisect(self._entries, seen, key=lambda entry: entry.mark))
        return self._entries[place] if place < len(self._entries) else None

    def fall_silent(self, silent: bool = True) -> None:
        """Note whether there is anything to be heard."""
        if silent != self.silent:
            self.silent = silent
            self._ring()

    async def news(self) -> None:
        """Wait until something happens."""
        await self._bell.wait()

    @property
    def _heard(self) -> Mark:
        return self._entries[-1].mark if self._entries else BEFORE

    def _ring(self) -> None:
        self._bell.set()
        self._bell = asyncio.Event()
