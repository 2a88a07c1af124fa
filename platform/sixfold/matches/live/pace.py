"""When a worker tells of its match: at the pace of those who watch, beside the play."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from arena.record import Frame, SeatRecord
from arena.referee import Observe
from sixfold.matches.live.reporting import Report

FIRST_S = 0.3
"""A match that is over sooner is told of by its end alone: nobody could have watched it."""
PAUSE_S = 0.1
"""Turns that follow on each other faster go together: to tell of each as it is played costs a match
of two 14 ms of CPU time, which takes quick bots about 100."""


@contextmanager
def reported(match: int, attempt: int) -> Iterator[Observe]:
    """Yields the referee's observer, which only takes notes; a thread tells of them."""
    pace = _Pace(match, attempt)
    thread = threading.Thread(target=pace.run, name=f"report of match {match}", daemon=True)
    thread.start()
    try:
        yield pace.note
    finally:
        pace.ended.set()
        thread.join()
    pace.catch_up()


class _Pace:
    def __init__(self, match: int, attempt: int) -> None:
        self.match = match
        self.attempt = attempt
        self.report: Report | None = None
        self.noted: deque[tuple[Frame, tuple[SeatRecord, ...]]] = deque()
        self.ended = threading.Event()

    def note(self, frame: Frame, seats: tuple[SeatRecord, ...]) -> None:
        """Keep a turn until it is told."""
        self.noted.append((frame, seats))

    def run(self) -> None:
        """Tell every PAUSE_S of what has happened."""
        pause = FIRST_S
        while not self.ended.wait(pause):
            self.report = self.report or Report(self.match, self.attempt)
            self.catch_up()
            pause = PAUSE_S

    def catch_up(self) -> None:
        """Tell of what was noted, if this match is told of at all."""
        if self.report and self.noted:
            self.report.turns([self.noted.popleft() for _ in range(len(self.noted))])
