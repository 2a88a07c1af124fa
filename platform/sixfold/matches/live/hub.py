"""All that one web process follows, over one subscription to Redis."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakKeyDictionary

import redis
from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from sixfold.matches.live import log
from sixfold.matches.live.feed import Feed

logger = logging.getLogger(__name__)

ALWAYS = "match:none"
"""A channel on which nothing is said: a subscription to nothing cannot be listened to."""
QUIET_S = 5.0
"""After so long without a message Redis is asked whether it still answers; so is its answer due."""
AGAIN_S = 0.5
"""Between tries to reach a Redis that is gone."""


class Hub:
    """The feeds of the matches that are watched here; it listens while there are any.

    Bound to the event loop that it was made in.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._feeds: dict[int, Feed] = {}
        self._listening: asyncio.Task[None] | None = None
        self._pubsub: PubSub | None = None
        self._subscribing = asyncio.Lock()

    @property
    def viewers(self) -> int:
        return sum(feed.viewers for feed in self._feeds.values())

    @asynccontextmanager
    async def following(self, match: int) -> AsyncIterator[Feed]:
        """The feed of a match, kept up to date within; empty until its log has been read."""
        feed = self._feeds.get(match)
        if feed is None:
            feed = self._feeds[match] = Feed()
        feed.viewers += 1
        try:
            if feed.viewers == 1:
                await self._join(match)
            yield feed
        finally:
            feed.viewers -= 1
            if not feed.viewers:
                del self._feeds[match]
                await self._leave(match)

    async def _join(self, match: int) -> None:
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen(), name="live hub")
        async with self._subscribing:
            if self._pubsub is not None:
                try:
                    await self._pubsub.subscribe(log.channel(match))
                except redis.RedisError as error:
                    # Whoever listens learns of it as well, and subscribes to everything again.
                    logger.debug("%s", error)

    async def _leave(self, match: int) -> None:
        if not self._feeds and self._listening is not None:
            self._listening.cancel()
            self._listening = self._pubsub = None
            return
        async with self._subscribing:
            if self._pubsub is not None and match not in self._feeds:
                try:
                    await self._pubsub.unsubscribe(log.channel(match))
                except redis.RedisError as error:
                    logger.debug("%s", error)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._connected() as client, client.pubsub() as pubsub:
                    async with self._subscribing:
                        await pubsub.subscribe(ALWAYS, *map(log.channel, self._feeds))
                        self._pubsub = pubsub
                    await self._hear(client, pubsub)
            except (redis.RedisError, OSError) as error:
                logger.warning("Nothing can be watched live: %s", error)
            self._pubsub = None
            for feed in self._feeds.values():
                feed.fall_silent()
            await asyncio.sleep(AGAIN_S)

    def _connected(self) -> Redis:
        return Redis.from_url(
            self._url,
            decode_responses=True,
            socket_timeout=QUIET_S,
            socket_connect_timeout=QUIET_S,
            # Trying again is what the loop above does, with all that belongs to it.
            retry=Retry(NoBackoff(), 0),
        )

    async def _hear(self, client: Redis, pubsub: PubSub) -> None:
        asked = False
        while True:
            message = await pubsub.get_message(timeout=QUIET_S)
            if message is not None:
                asked = False
                await self._take(client, message)
            elif asked:
                raise redis.ConnectionError("Redis has not answered for some time.")
            else:
                await pubsub.ping()
                asked = True

    async def _take(self, client: Redis, message: dict[str, Any]) -> None:
        match message:
            case {"type": "subscribe", "channel": str(channel)} if channel != ALWAYS:
                # Only now that Redis has confirmed it is nothing missed between log and channel.
                await self._catch_up(client, log.match_of(channel))
            case {"type": "message", "channel": str(channel), "data": str(text)}:
                match = log.match_of(channel)
                if (feed := self._feeds.get(match)) is None:
                    return
                for entry in log.entries([text]):
                    if feed.skips(entry):
                        await self._catch_up(client, match)
                    feed.take(entry)

    async def _catch_up(self, client: Redis, match: int) -> None:
        texts = await client.lrange(log.key(match), 0, -1)
        feed = self._feeds.get(match)
        if feed is not None:
            for entry in log.entries(map(str, texts)):
                feed.take(entry)
            feed.fall_silent(False)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """This process's hub, as seen from the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub(settings.REDIS_URL))
