"""Requests and answers, a line each, with a process that is trusted in nothing."""

import os
import select
import time
from dataclasses import dataclass
from signal import Signals

from arena.child import Child
from arena.limits import Limits
from arena.player import Ending, Forfeit
from arena.printed import Printed

CHUNK = 1 << 16
LOOK_MS = 50
"""The longest wait between two looks at the clocks."""
LATE_MS = 1000
"""A look that comes later than this says that we stood still ourselves, frozen with the machine or
the container: the bot may have as well, and is not charged more than this for it.
"""
CORES = os.cpu_count() or 1


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
        self._charged_ms = child.ready_ms

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
                self._exchange(request, cpu_ms, wall_ms)
            finally:
                self._child.pause()
            self._listen_after()
            used = self._used_ms()
            if used > cpu_ms:
                raise _too_much_cpu(used, cpu_ms)
        except Forfeit as verdict:
            self._read_stderr()
            verdict.cpu_ms, verdict.wall_ms = self._used_ms(), _since(started)
            self._child.kill()
            raise
        self._charged_ms += used
        return Reply(bytes(self._line), used, _since(started))

    def _listen_before(self) -> None:
        """Nothing may wait in the pipe: it would be taken for the answer to a later question."""
        self._line.clear()
        if self._stdout in self._wait(0):
            self._read_stdout()
        if self._line:
            raise self._unsolicited("before it was asked")

    def _listen_after(self) -> None:
        """The paused bot's answer must be one line, and the last thing that it wrote."""
        # One look is cheaper than two reads of nothing.
        events = self._wait(0)
        if self._stdout in events:
            self._read_stdout()
        end = self._line.index(b"\n") + 1
        if end > self._limits.answer_bytes:
            raise self._line_too_long()
        if len(self._line) > end:
            del self._line[:end]
            raise self._unsolicited("after its answer")
        if self._stderr in events:
            self._read_stderr()
        self._check_flood()

    def _exchange(self, request: bytes, cpu_ms: float, wall_ms: float) -> None:
        """Write the request and read until a line is complete; raise Forfeit at any limit."""
        # A pipe takes most requests whole, while the bot still sleeps.
        rest, listens = self._write(memoryview(request))
        pidfd = self._child.pidfd
        if rest and listens:
            self._events.register(self._stdin, select.POLLOUT)
        self._child.resume()
        used = elapsed = 0.0
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
                raise self._unsolicited("before it had been sent the whole request")
            if b"\n" in self._line:
                return
            if len(self._line) >= self._limits.answer_bytes:
                raise self._line_too_long()
            if dead or not speaks:
                raise Forfeit(Ending.EXITED, _end_of(self._child))
            self._check_flood()
            used, before, looked = self._used_ms(), looked, time.monotonic()
            elapsed += min(1000 * (looked - before), LATE_MS)
            if used > cpu_ms:
                raise _too_much_cpu(used, cpu_ms)
            if elapsed > wall_ms:
                raise _too_long(used, wall_ms)

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
            raise Forfeit(
                Ending.STDERR_LIMIT,
                f"It printed more than {self._limits.log_flood_bytes:,} bytes in one match.",
            )

    def _used_ms(self) -> float:
        """CPU time since the last answer."""
        return self._child.cpu_ms() - self._charged_ms

    def _unsolicited(self, when: str) -> Forfeit:
        shown = ascii(bytes(self._line[:60]).decode("utf-8", "replace"))
        return Forfeit(
            Ending.UNSOLICITED,
            f"It wrote to standard output {when}: {shown}. That stream is for one answer to each "
            "request; print to standard error instead, as print() does in the kit.",
        )

    def _line_too_long(self) -> Forfeit:
        return Forfeit(
            Ending.LINE_TOO_LONG,
            f"Its answer was longer than {self._limits.answer_bytes:,} bytes.",
        )


def _end_of(child: Child) -> str:
    """What became of the process, for its author."""
    # A process that ends closes its streams first.
    if not child.dead(LOOK_MS):
        return "It closed its standard output without an answer."
    status = child.status()
    # A launcher reports signal n as 128 + n.
    number = -status if status < 0 else status - 128
    if number in set(Signals):
        return f"Its process ended without an answer, by signal {Signals(number).name}."
    return f"Its process ended without an answer, with exit status {status}."


def _too_much_cpu(used: float, budget: float) -> Forfeit:
    return Forfeit(
        Ending.CPU_TIME,
        f"It used {used / 1000:.2f} s of CPU time where {budget / 1000:.2f} s were left.",
    )


def _too_long(used: float, wall_ms: float) -> Forfeit:
    return Forfeit(
        Ending.WALL_TIME,
        f"No answer came within {wall_ms / 1000:.1f} s, though it used only {used / 1000:.2f} s of "
        "CPU time: it slept, or waited for what never came.",
    )


def _since(started: float) -> float:
    return 1000 * (time.monotonic() - started)


def _read(descriptor: int, size: int) -> bytes | None:
    """What a pipe holds now, up to ``size``; None if nothing, empty at its end."""
    try:
        return os.read(descriptor, size)
    except BlockingIOError:
        return None
