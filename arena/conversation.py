"""Requests and answers, a line each, with a process that is trusted in nothing."""

import os
import select
import time
from dataclasses import dataclass

from arena import verdicts
from arena.child import Child
from arena.limits import Limits
from arena.player import Forfeit
from arena.printed import Printed

CHUNK = 1 << 16
LOOK_MS = 50
"""The longest wait between two looks at the clocks."""
LATE_MS = 1000
"""A look that comes later than this says that we stood still ourselves, frozen with the machine or
the container: the bot may have as well, and is not charged more than this for it.
"""
CORES = os.cpu_count() or 1
COUNT_MS = 1
"""The CPU time after which threads are counted again: enough to start about a hundred."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One line from the bot, its newline included, and the time that it took in ms."""

    line: bytes
    cpu_ms: float
    wall_ms: float


class Conversation:
    """A bot that is asked one line at a time, paused in between, and killed at its first fault."""

    def __init__(self, child: Child, limits: Limits) -> None:
        pipes = (child.popen.stdin, child.popen.stdout, child.popen.stderr)
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in pipes if pipe)
        self.printed = Printed(limits.log_bytes, child.names)
        self._child = child
        self._limits = limits
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        self._events = select.poll()
        self._events.register(self._stdout, select.POLLIN)
        self._events.register(self._stderr, select.POLLIN)
        if child.pidfd is not None:
            self._events.register(child.pidfd, select.POLLIN)
        self._turn = -1
        self._line = bytearray()
        self._charged_ms = self._counted_ms = child.ready_ms
        self._waited_ms = 0.0
        """How long it has kept everybody waiting, on all its turns together."""

    def ask(self, request: bytes, *, cpu_ms: float, wall_ms: float, turn: int) -> Reply:
        """Send a request and wait for its line, within a budget of CPU time and wall time in ms.

        What the bot used since its last answer, though paused, is charged as well; what it prints
        meanwhile is kept under ``turn``. Raises Forfeit with the verdict; the bot is dead then.
        """
        started = time.monotonic()
        try:
            self._listen_before()
            self._turn = turn
            try:
                waited = self._exchange(request, cpu_ms, wall_ms)
            finally:
                self._child.pause()
            self._listen_after()
            used = self._used_ms()
            if used > cpu_ms:
                raise verdicts.too_much_cpu(used, cpu_ms)
            self._check_threads(used)
        except Forfeit as verdict:
            self._read_stderr()
            verdict.cpu_ms, verdict.wall_ms = self._used_ms(), _since(started)
            self._child.kill()
            raise
        self._charged_ms += used
        if turn >= 0:  # Its start has an allowance of its own.
            self._waited_ms += waited
        return Reply(bytes(self._line), used, _since(started))

    def _listen_before(self) -> None:
        """Nothing may wait in the pipe: it would be taken for the answer to a later question."""
        self._line.clear()
        if self._stdout in self._wait(0):
            self._read_stdout()
        if self._line:
            raise verdicts.before_it_was_asked(self._line)

    def _listen_after(self) -> None:
        """The paused bot's answer must be one line, and the last thing that it wrote."""
        # One look is cheaper than two reads of nothing.
        events = self._wait(0)
        if self._stdout in events:
            self._read_stdout()
        end = self._line.index(b"\n") + 1
        if end > self._limits.answer_bytes:
            raise verdicts.line_too_long(self._limits.answer_bytes)
        if len(self._line) > end:
            raise verdicts.after_its_answer(self._line[end:])
        if self._stderr in events:
            self._read_stderr()
        self._check_flood()

    def _exchange(self, request: bytes, cpu_ms: float, wall_ms: float) -> float:
        """Write the request and read until a line is complete; raise Forfeit at any limit.

        Returns for how many ms the bot waited; what a busy machine keeps it from is no waiting.
        """
        # A pipe takes most requests whole, while the bot still sleeps.
        rest, listens = self._write(memoryview(request))
        pidfd = self._child.pidfd
        if rest and listens:
            self._events.register(self._stdin, select.POLLOUT)
        self._child.resume()
        used = elapsed = waited = 0.0
        looked = time.monotonic()
        while True:
            # Threads use the clock up as fast as there are cores.
            patience = min(LOOK_MS, wall_ms - elapsed, (cpu_ms - used) / CORES)
            events = self._wait(max(0, patience))
            # Before reading: what a bot wrote ahead of its end is an answer.
            dead = self._child.dead() if pidfd is None else pidfd in events
            if self._stdin in events:
                rest, listens = self._write(rest)
                if not rest or not listens:
                    self._events.unregister(self._stdin)
            if self._stderr in events and not self._read_stderr():
                self._events.unregister(self._stderr)
            speaks = self._read_stdout() if self._stdout in events or dead else True
            if self._line and rest:
                raise verdicts.before_the_whole_request(self._line)
            if b"\n" in self._line:
                return waited  # As of the last look, which is not long ago.
            if len(self._line) >= self._limits.answer_bytes:
                raise verdicts.line_too_long(self._limits.answer_bytes)
            if dead or not speaks:
                # A process that ends closes its streams first.
                gone = self._child.dead(LOOK_MS)
                raise verdicts.ended(self._child.status() if gone else None)
            self._check_flood()
            used, before, looked = self._used_ms(), looked, time.monotonic()
            passed = min(1000 * (looked - before), LATE_MS)
            elapsed += passed
            # On a core with eighty to run, 10 ms of work take a second: nobody has slept then.
            waited += passed if self._child.sleeps() else 0
            if used > cpu_ms:
                raise verdicts.too_much_cpu(used, cpu_ms)
            if elapsed > wall_ms or self._waited_ms + waited > self._limits.waiting_ms:
                raise verdicts.too_long(
                    used, min(elapsed, wall_ms), self._waited_ms, self._limits.waiting_ms
                )
            self._check_threads(used)

    def _wait(self, milliseconds: float) -> dict[int, int]:
        """What has happened by then, by descriptor."""
        return dict(self._events.poll(milliseconds))

    def _write(self, rest: memoryview) -> tuple[memoryview, bool]:
        """Write what the pipe takes; (what is left, whether the bot still listens)."""
        try:
            return rest[os.write(self._stdin, rest) :], True
        except BlockingIOError:
            return rest, True
        except BrokenPipeError:
            return rest, False

    def _read_stdout(self) -> bool:
        """Take what fits into the bounded buffer; False at the end of the stream."""
        room = 2 * self._limits.answer_bytes - len(self._line)
        data = _read(self._stdout, room) if room > 0 else None
        self._line += data or b""
        return data != b""

    def _read_stderr(self) -> bool:
        """Take what the pipe holds, within reason; False at the end of the stream."""
        for _ in range(self._limits.log_flood_bytes // CHUNK):
            data = _read(self._stderr, CHUNK)
            if not data:
                return data is None
            self.printed.add(self._turn, data)
            if len(data) < CHUNK:
                break
        return True

    def _check_flood(self) -> None:
        if self.printed.total > self._limits.log_flood_bytes:
            raise verdicts.printed_too_much(self._limits.log_flood_bytes)

    def _check_threads(self, used_ms: float) -> None:
        """Count its threads, where only we do; each has cost it CPU time to start."""
        if self._child.most_threads is None:
            return
        if self._charged_ms + used_ms < self._counted_ms + COUNT_MS:
            return
        self._counted_ms = self._charged_ms + used_ms
        if (count := self._child.threads()) > self._child.most_threads:
            raise verdicts.too_many_threads(count, self._child.most_threads)

    def _used_ms(self) -> float:
        """CPU time since the last answer."""
        return self._child.cpu_ms() - self._charged_ms


def _since(started: float) -> float:
    return 1000 * (time.monotonic() - started)


def _read(descriptor: int, size: int) -> bytes | None:
    """What a pipe holds now, up to ``size``; None if nothing, empty at its end."""
    try:
        return os.read(descriptor, size)
    except BlockingIOError:
        return None
