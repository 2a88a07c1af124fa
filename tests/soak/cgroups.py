"""Control groups for real: limits that hold, and who is blamed where the kernel kills.

    python -m tests.soak.cgroups

Run it where a control group of version 2 is this process's to divide: as root in a virtual machine
or a container with a writable /sys/fs/cgroup, or under `systemd-run --user --scope --property
Delegate=yes`. It changes limits of the group it is in.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from arena.limits import MEGABYTE, Limits
from arena.player import Forfeit, Greeting, InfrastructureFailure
from arena.ruleset import CLASSIC
from arena.sandbox import Launcher, plain
from arena.sandbox.groups import BOTS, Groups, find
from arena.sandbox.tiers import trials

LIMITS = Limits(start_cpu_ms=60_000)
GREETING = Greeting(CLASSIC, players=2, me=0, rng_seed="00", limits=LIMITS)
READY = b'print(\'{"type": "ready"}\', flush=True)\ninput()\n'
HONEST = b"input()\n" + READY
EATER = b"input()\nheld = bytearray(b'x') * (200 << 20)\n" + READY
THREADS = (
    b"""
import sys, threading, time

input()
started = 0
try:
    while started < 50:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        started += 1
except RuntimeError:
    print(started, file=sys.stderr, flush=True)
"""
    + READY
)


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="sixfold-groups-") as folder:
        groups = find(Path(folder))
        print(f"Dividing {groups.parent}")
        launchers = [plain(), *(t.launcher for t in trials(Path(folder)) if t.launcher)]
        failed = [
            f"{what} in {launcher.tier}: {said}"
            for launcher in launchers
            for what, said, wanted in checks(replace(launcher, groups=groups), groups)
            if not re.match(wanted, said)
        ]
        left = list(groups.parent.glob(f"{BOTS}*"))
        print(f"{len(launchers)} tiers, {len(failed)} failures: {failed}; groups left over: {left}")
        return int(bool(failed or left))


def checks(launcher: Launcher, groups: Groups) -> Iterator[tuple[str, str, str]]:
    """What is tried, what came of it, and how that has to begin."""
    yield "an honest bot starts", told(launcher, HONEST), "ready"
    tight = replace(launcher, groups=replace(groups, spare_bytes=-400 * MEGABYTE))
    yield "a bot at its own limit is to blame", told(tight, EATER), "exited: It used more memory"
    with limited(groups.parent, "memory.max", 100 * MEGABYTE):
        yield "a machine without memory is to blame", told(launcher, EATER), "The machine ran out"
    yield "threads are counted", told(launcher, THREADS, logged=True), r"\d$"


def told(launcher: Launcher, source: bytes, *, logged: bool = False) -> str:
    """What became of a bot's start, or what it printed."""
    with launcher.player({"main.py": source}) as bot:
        try:
            bot.start(GREETING)
        except (Forfeit, InfrastructureFailure) as error:
            return str(error)
        return bot.log[-1][1].strip() if logged else "ready"


@contextmanager
def limited(group: Path, name: str, value: int) -> Iterator[None]:
    """A limit of a group above the bots'."""
    file = group / name
    before = file.read_text()
    file.write_text(str(value))
    try:
        yield
    finally:
        file.write_text(before)


if __name__ == "__main__":
    sys.exit(main())
