"""The Redis that logs of matches are in, asked by those who cannot wait for it."""

from functools import cache

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE_S = 0.2
"""How long Redis may take to answer."""


def broker() -> redis.Redis:
    """This process's client; what it does raises redis.RedisError within PATIENCE_S."""
    return _client(settings.REDIS_URL)


@cache
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url,
        decode_responses=True,
        socket_timeout=PATIENCE_S,
        socket_connect_timeout=PATIENCE_S,
        # By default it would try again for seconds.
        retry=Retry(NoBackoff(), 0),
    )
