"""A match as server-sent events, for one viewer."""

import asyncio
from collections.abc import AsyncIterator

from sixfold.matches.live.feed import Feed
from sixfold.matches.live.hub import hub
from sixfold.matches.live.log import BEFORE, Entry, Event, Mark

AGAIN_MS = 2_000
"""When a browser comes back whose stream was cut."""
PING_S = 15.0
"""Proxies cut what says nothing for a minute."""


async def events(match: int, seen: Mark = BEFORE) -> AsyncIterator[str]:
    """What follows on what was seen, as it happens; it ends with the match.

    `start`, `move` and `end` carry marks as their ids. `silent` and `audible` say that Redis does
    not answer, and that it answers again.
    """
    yield f"retry: {AGAIN_MS}\n\n"
    async with hub().following(match) as feed:
        async for text in told(feed, seen):
            yield text


async def told(feed: Feed, seen: Mark) -> AsyncIterator[str]:
    """The same of a feed that somebody keeps up to date."""
    silent = False
    while True:
        # Nothing may be awaited between looking and waiting, or a bell could ring unheard.
        if feed.silent != silent:
            silent = feed.silent
            yield f"event: {'silent' if silent else 'audible'}\ndata: {{}}\n\n"
        elif entry := feed.after(seen):
            seen = entry.mark
            yield message(entry)
            if entry.event is Event.END:
                return
        else:
            try:
                async with asyncio.timeout(PING_S):
                    await feed.news()
            except TimeoutError:
                yield ": ping\n\n"


def message(entry: Entry) -> str:
    """An entry as an event."""
    return f"id: {entry.mark}\nevent: {entry.event}\ndata: {entry.data}\n\n"
