"""What all processes count together: a cache in Redis, or in their own memory without it."""

import json
import logging
import time
from typing import Any, ClassVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

ASKED_AGAIN_AFTER = 5.0
"""Seconds for which a server that did not answer is left alone: no page waits for it again."""


class Json:
    """Keeps values as JSON: whoever gets at the server must not make us run what a pickle says."""

    def dumps(self, value: object) -> str:
        return json.dumps(value)

    def loads(self, text: bytes) -> Any:
        return json.loads(text)


class SharedCache(BaseCache):
    """Redis where it answers; else each process counts for itself, and the pages work on.

    So a limit holds for all processes together, or at the worst for each of them. It is for small
    things that expire: the server is the queue's too, which evicts nothing.
    """

    # One per process, not one per request as Django would have it under ASGI: it keeps connections.
    _servers: ClassVar[dict[tuple[str, str], RedisCache]] = {}
    _left_alone_until: ClassVar[dict[str, float]] = {}

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._location = location
        self._own = LocMemCache(f"instead of {location}", params)
        options = {**params.get("OPTIONS", {}), "serializer": Json}
        server = RedisCache(location, {**params, "OPTIONS": options})
        self._server = self._servers.setdefault((location, self.key_prefix), server)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return self._do("add", key, value, timeout, version)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._do("get", key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return self._do("set", key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return self._do("touch", key, timeout, version)

    def delete(self, key: Any, version: Any = None) -> Any:
        return self._do("delete", key, version)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> Any:
        return self._do("incr", key, delta, version)

    def has_key(self, key: Any, version: Any = None) -> Any:
        return self._do("has_key", key, version)

    def clear(self) -> None:
        """Forget what this process keeps. Redis' way would empty the queues beside the cache."""
        self._own.clear()

    def _do(self, verb: str, *args: Any) -> Any:
        if time.monotonic() >= self._left_alone_until.get(self._location, 0):
            try:
                return getattr(self._server, verb)(*args)
            except (RedisError, OSError) as error:
                log.warning("Limits are counted by each process for itself: %s", error)
                self._left_alone_until[self._location] = time.monotonic() + ASKED_AGAIN_AFTER
        return getattr(self._own, verb)(*args)
