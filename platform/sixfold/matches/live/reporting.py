"""What a worker tells of the match that it plays, at no cost to the match."""

import json
import logging
import time
from collections.abc import Iterable
from typing import Any

import redis
from django.urls import reverse

from arena import replay
from arena.record import Frame, SeatRecord
from sixfold.matches.live import log
from sixfold.matches.live.broker import broker
from sixfold.matches.live.log import Entry, Event
from sixfold.matches.models import Match

logger = logging.getLogger(__name__)

PAUSE_S = 10.0
"""For how long a Redis that did not answer is left alone, so that it costs 2 % at the most."""

_quiet_until = 0.0


class Report:
    """The log of one attempt at a match; what Redis does not take is sent with a later entry."""

    def __init__(self, match: int, attempt: int) -> None:
        self.match = match
        self.attempt = attempt
        self.entries: list[str] = []
        self.sent = 0
        self.tell(Event.START, {})

    def turn(self, frame: Frame, seats: tuple[SeatRecord, ...]) -> None:
        """Tell of a turn."""
        self.tell(Event.MOVE, replay.move(frame, seats))

    def tell(self, event: Event, data: dict[str, Any]) -> None:
        """Write an entry behind the others, unless the log is full."""
        self._write(event, data)
        self._send()

    def turns(self, happened: Iterable[tuple[Frame, tuple[SeatRecord, ...]]]) -> None:
        """Tell of some turns at once."""
        for frame, seats in happened:
            self._write(Event.MOVE, replay.move(frame, seats))
        self._send()

    def _write(self, event: Event, data: dict[str, Any]) -> None:
        if len(self.entries) < log.MOST_ENTRIES:
            text = json.dumps(data, separators=(",", ":"))
            self.entries.append(str(Entry(self.attempt, len(self.entries), event, text)))

    def _send(self) -> None:
        unsent = self.entries[self.sent :]
        if unsent and _send(self.match, unsent, anew=not self.sent):
            self.sent = len(self.entries)
        elif unsent:
            # It may come back empty: then everything is sent again, and who has it drops it.
            self.sent = 0


def over(match: Match, attempt: int, turns: int) -> None:
    """Tell that the result is stored and where the replay can be had.

    Nobody needs the turns any more, so this stands in their place.
    """
    entry = ending(match, attempt, turns)
    _send(match.pk, [str(entry)], anew=True, expiry=log.KEPT_AFTER_END_SECONDS)


def ending(match: Match, attempt: int, turns: int) -> Entry:
    """The last entry of a match that is finished."""
    data = json.dumps({"replay": reverse("replay", kwargs={"pk": match.pk})})
    return Entry(attempt, turns + 1, Event.END, data)


def _send(
    match: int, entries: list[str], *, anew: bool = False, expiry: int = log.KEPT_SECONDS
) -> bool:
    """Write and publish entries at once, `anew` in place of all others; False where that failed."""
    global _quiet_until
    if time.monotonic() < _quiet_until:
        return False
    try:
        # Not in a transaction: whoever finds an entry in the log and on the channel takes it once.
        with broker().pipeline(transaction=False) as pipeline:
            if anew:
                pipeline.delete(log.key(match))
            pipeline.rpush(log.key(match), *entries)
            if anew:
                pipeline.expire(log.key(match), expiry)
            for entry in entries:
                pipeline.publish(log.channel(match), entry)
            pipeline.execute()
    except redis.RedisError as error:
        _quiet_until = time.monotonic() + PAUSE_S
        logger.warning("Nothing is shown live for %g s: %s", PAUSE_S, error)
        return False
    return True
