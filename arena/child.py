"""A bot's process seen from outside: its CPU clock, its pause switch and its end."""

import os
import select
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from subprocess import Popen

from arena.cgroup import ControlGroup

GO = b"!"
"""What a process that has said READY waits for before it becomes the bot."""
STOP, CONTINUE = int(signal.SIGSTOP), int(signal.SIGCONT)
"""Plain numbers, since these are sent at every move."""
REAP_SECONDS = 5
"""How long a killed bot may take to disappear before its launcher is killed as well."""


class Child:
    """One running bot behind three pipes, paused and resumed at will.

    ``popen`` is the process that we started: the bot itself, or the launcher that the bot runs
    under; ``pid`` is always the bot. Both must be children of the calling process' main thread.
    ``names`` maps paths that the bot may print to those that its author knows. It has said READY
    and waits for its `begin`.
    """

    def __init__(
        self, popen: "Popen[bytes]", pid: int, names: Mapping[str, str] | None = None
    ) -> None:
        self.popen = popen
        self.pid = pid
        self.names = names or {}
        self.group: ControlGroup | None = None
        """The bot's own control group, where it was given one; it goes with the bot."""
        self.most_threads: int | None = None
        """How many threads it may have, where no limit of the kernel holds it to that."""
        # A pidfd never means another process, whatever becomes of the number.
        self._pidfd = os.pidfd_open(pid) if sys.platform == "linux" else None
        self._ended = select.poll()
        if self._pidfd is not None:
            self._ended.register(self._pidfd, select.POLLIN)
        self._launched = pid != popen.pid
        # Whether a dead bot stays until we collect it: until then its number is no other's.
        self._stays = not self._launched
        # A launcher's own start is not the bot's time, though the system adds them up at the end.
        self._launcher_ns = clock_ns(popen.pid) or 0 if self._launched else 0
        self._cpu_ns = 0
        self.ready_ms = 0.0
        """The CPU time that it had used before it became the bot."""
        self._resumed_ns: int | None = time.monotonic_ns()

    @property
    def pidfd(self) -> int | None:
        """Readable once the bot is dead; None where the system has no such thing."""
        return self._pidfd

    @property
    def pids(self) -> list[int]:
        """The processes that are the bot."""
        return [self.pid]

    def cpu_ms(self) -> float:
        """CPU time of the bot so far in ms, all its threads included; it never goes back.

        Where the system does not tell (macOS), the wall time during which the bot was not paused.
        """
        if sys.platform != "linux":
            self._settle_wall_clock()
        elif not self._reaped:
            reading = clock_ns(self.pid)
            if reading is None or (not self._stays and self.dead()):
                self._reap()
            else:
                self._cpu_ns = max(self._cpu_ns, reading)
        return self._cpu_ns / 1e6

    def threads(self) -> int:
        """How many threads it has; 0 once it is dead."""
        try:
            return os.stat(f"/proc/{self.pid}/task").st_nlink - 2  # noqa: PTH116 - asked often
        except FileNotFoundError:
            return 0

    def sleeps(self) -> bool:
        """Whether it waits, with no thread that runs, or would run were a processor free, or that
        has a disk to wait for. True where the system does not tell.
        """
        return not any(state in "RD" for pid in self.pids for state in _states(pid))

    def retire_launcher(self) -> None:
        """Put the launcher to sleep until its bot has to be collected: it would wake up at every
        pause of the bot.
        """
        os.kill(self.popen.pid, signal.SIGSTOP)
        self._stays = True

    def begin(self) -> None:
        """Let it become the bot, whose own fault is whatever happens from here on.

        Raises BrokenPipeError where it is gone already.
        """
        self.ready_ms = self.cpu_ms()
        assert self.popen.stdin
        self.popen.stdin.write(GO)

    def pause(self) -> None:
        """Take the processor away from it."""
        self._signal(STOP)
        if sys.platform != "linux":
            self._settle_wall_clock()
            self._resumed_ns = None

    def resume(self) -> None:
        """Let it run."""
        if sys.platform != "linux":
            self._resumed_ns = time.monotonic_ns()
        self._signal(CONTINUE)

    def dead(self, within_ms: float = 0) -> bool:
        """Whether it has ended, or does so within a time."""
        if self._reaped:
            return True
        if self._pidfd is None:
            return self._wait(os.WNOHANG)
        return bool(self._ended.poll(within_ms))

    def status(self) -> int:
        """How a dead bot ended: its exit status, or minus a signal.

        A launcher turns signal n into status 128 + n, which a bot can imitate: it proves nothing.
        """
        self._reap()
        return self.popen.returncode

    def kill(self) -> None:
        """End it and wait until it is gone; in a sandbox, everything inside goes with it."""
        self._signal(signal.SIGKILL)
        self._reap()

    def close(self) -> None:
        """Kill it and close the pipes. May be called again."""
        self.kill()
        if self.group is not None:
            self.group.remove()
        for stream in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            if stream is not None:
                stream.close()
        if self._pidfd is not None:
            os.close(self._pidfd)
            self._pidfd = None

    @property
    def _reaped(self) -> bool:
        return self.popen.returncode is not None

    def _signal(self, number: int) -> None:
        if self._reaped:
            return
        try:
            if sys.platform == "linux" and self._pidfd is not None:
                signal.pidfd_send_signal(self._pidfd, number)
            else:
                os.kill(self.pid, number)  # Not reaped, so the number is still its own.
        except ProcessLookupError:
            pass

    def _reap(self) -> None:
        """Wait for what we started, and for its share of the CPU time.

        A launcher follows its bot by itself; one that does not within REAP_SECONDS is killed.
        """
        if self._launched and not self._reaped:
            os.kill(self.popen.pid, signal.SIGCONT)
        deadline = time.monotonic() + REAP_SECONDS
        while not self._reaped and not self._wait(os.WNOHANG):
            if time.monotonic() > deadline:
                self.popen.kill()
                self._wait(0)
                return
            time.sleep(0.000_2)

    def _wait(self, flags: int) -> bool:
        """Collect the process if it has ended; like Popen.wait, but with its use of time."""
        pid, status, usage = os.wait4(self.popen.pid, flags)
        if pid == 0:
            return False
        self.popen.returncode = os.waitstatus_to_exitcode(status)
        if sys.platform == "linux":
            total = round(1e9 * (usage.ru_utime + usage.ru_stime))
            self._cpu_ns = max(self._cpu_ns, total - self._launcher_ns)
        return True

    def _settle_wall_clock(self) -> None:
        if self._resumed_ns is not None:
            now = time.monotonic_ns()
            self._cpu_ns += now - self._resumed_ns
            self._resumed_ns = now


def _states(pid: int) -> Iterator[str]:
    """What each thread of a process is at, in a letter of proc(5)."""
    try:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            yield (thread / "stat").read_text().rpartition(") ")[2][0]
    except OSError:
        return


def clock_ns(pid: int) -> int | None:
    """The CPU clock of a process and all its threads (CPUCLOCK_SCHED of linux/posix-timers.h)."""
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)
    except OSError:
        return None
