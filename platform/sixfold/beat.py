"""What asks for the ticks: Celery's beat, that asks for nothing which is waiting already."""

import json
from pathlib import Path
from typing import Any

import redis
from celery.beat import PersistentScheduler
from django.conf import settings

from sixfold.broker import plain_client

CONTROL = "control"
"""The queue of the ticks, so that they never wait behind play."""
LOOKED_AT = 100
"""Messages in that queue; it never has as many, unless others write to it."""


class Scheduler(PersistentScheduler):
    """Sends a tick only while none of its kind waits.

    A tick says nothing, so one that has waited is as good as a new one. None therefore expires,
    however slowly a starved machine comes to it, and a clerk that was gone for hours finds one of
    each, not thousands.
    """

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        """Send what is due; the seconds until the next.

        Where the clock was set back, everything seems to have been sent in the future: without a
        new start beat would say nothing until the clock is there again.
        """
        now = self.app.now()
        early = [
            entry
            for entry in self.schedule.values()
            if entry.last_run_at and entry.last_run_at > now
        ]
        for entry in early:
            entry.last_run_at = now
        if early:
            # What is next was reckoned by the other clock as well.
            self._heap = None
        return super().tick(*args, **kwargs)

    def apply_async(
        self, entry: Any, producer: Any = None, advance: bool = True, **options: Any
    ) -> Any:
        """Send what is due, by whatever name beat has chosen it."""
        beat_stamp().touch()
        if entry.task not in waiting():
            return super().apply_async(entry, producer=producer, advance=advance, **options)
        if advance:
            self.reserve(entry)
        return None


def waiting() -> set[str]:
    """The kinds of ticks in the queue; all of them where the broker does not answer."""
    try:
        with plain_client() as client:
            messages = client.lrange(CONTROL, 0, LOOKED_AT)
    except redis.RedisError:
        return set(settings.CELERY_BEAT_SCHEDULE)
    return {json.loads(message)["headers"]["task"] for message in messages}


def beat_stamp() -> Path:
    """The file that beat touches with every tick, since it can stop without a word."""
    return Path(settings.DATA_DIR, "beat")
