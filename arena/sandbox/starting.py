"""Starts a process that is to become a bot, and waits until it says READY."""

import os
import select
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from errno import EAGAIN
from functools import cache

from arena.player import InfrastructureFailure

READY = b"READY\n"
START_SECONDS = 10
"""How long a start may take, on a machine however busy, before it counts as failed."""
CROWDED_SECONDS = 1
"""How long it is tried again while the machine, or the container, has no room for a process."""


def spawn(
    command: Sequence[str],
    *,
    environment: Mapping[str, str],
    user: int | None = None,
    descriptors: Sequence[int] = (),
    new_group: bool = False,
) -> "subprocess.Popen[bytes]":
    """Start a command with three pipes, as ``user`` where given; raises InfrastructureFailure."""
    if threading.current_thread() is not threading.main_thread():
        raise InfrastructureFailure(
            "A bot must be started by the main thread of a process, since it is killed with the "
            "thread that started it. Run workers with Celery's prefork or solo pool."
        )
    # Bubblewrap 0.11.0 hangs if it inherits an ignored SIGCHLD, and wait4 would tell us nothing.
    if signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    until = time.monotonic() + CROWDED_SECONDS
    while True:
        try:
            return subprocess.Popen(
                [*_becoming(user), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd="/",
                env=environment,
                pass_fds=descriptors,
                process_group=0 if new_group else None,
            )
        except OSError as error:
            # In tier B another bot may have them all, until its threads are counted.
            if error.errno != EAGAIN or time.monotonic() > until:
                raise InfrastructureFailure(
                    f"A bot's process could not be started: {error}."
                ) from error
            time.sleep(0.02)


@cache
def _becoming(user: int | None) -> tuple[str, ...]:
    """What a command begins with to be run as another user.

    Popen's own way copies the tables of all our memory at each start, which costs a worker of
    150 MB as much CPU time as the bot's start itself.
    """
    if user is None:
        return ()
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise InfrastructureFailure(
            "A worker that is root runs bots as another user by the program setpriv, which is "
            "missing: install your system's package util-linux, or run it as an ordinary user."
        )
    return setpriv, f"--reuid={user}", f"--regid={user}", "--clear-groups", "--"


def deadline() -> float:
    """The moment, in time.monotonic(), up to which a start that begins now may last."""
    return time.monotonic() + START_SECONDS


def give(popen: "subprocess.Popen[bytes]", program: bytes) -> None:
    """Write the filter that boot.py puts on; raises InfrastructureFailure."""
    assert popen.stdin
    try:
        popen.stdin.write(program)  # Far less than a pipe holds.
    except BrokenPipeError:
        raise failure(popen) from None


def await_ready(popen: "subprocess.Popen[bytes]", until: float) -> None:
    """Read READY from the new process; raises InfrastructureFailure with what it said instead."""
    assert popen.stdout
    said = b""
    while len(said) < len(READY):
        part = read_by(popen.stdout.fileno(), until, len(READY) - len(said))
        if not part:
            raise failure(popen)
        said += part
    if said != READY:
        raise InfrastructureFailure(f"The sandbox said {said!r} instead of READY.")


def read_by(descriptor: int, until: float, size: int) -> bytes:
    """Read from a pipe once there is something; empty at its end or when the time has come."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    if not poll.poll(max(0, 1000 * (until - time.monotonic()))):
        return b""
    return os.read(descriptor, size)


def failure(popen: "subprocess.Popen[bytes]") -> InfrastructureFailure:
    """Why a start failed, by the last line of what the process said."""
    assert popen.stderr
    os.set_blocking(popen.stderr.fileno(), False)
    lines = (popen.stderr.read() or b"").decode("utf-8", "replace").strip().splitlines()
    why = lines[-1] if lines else f"it ended, or took over {START_SECONDS} s, before it was READY."
    return InfrastructureFailure(f"The sandbox did not start: {why}")


def abandon(popen: "subprocess.Popen[bytes]") -> None:
    """Kill a process whose start failed."""
    if popen.returncode is None:
        popen.kill()
        popen.wait()
    for stream in (popen.stdin, popen.stdout, popen.stderr):
        if stream is not None:
            stream.close()
