"""The queue's server, asked directly by those who cannot wait long for it."""

import redis
from django.conf import settings

PATIENCE_S = 1
"""How long it may take to connect, and to answer."""


def plain_client() -> redis.Redis:
    """A client with time-outs of its own: through kombu it takes 6 s to learn of a dead broker.

    What it does raises redis.RedisError. The caller closes it.
    """
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE_S, socket_connect_timeout=PATIENCE_S
    )
