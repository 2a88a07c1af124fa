"""Another worker on the same machine, with bots of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.sandbox import Tier

WORKER = """
import sys, time
from pathlib import Path
from arena.limits import Limits
from arena.sandbox import Tier, exactly
launcher = exactly(Tier(sys.argv[1]), Path(sys.argv[2]))
folder = launcher.workplace.stage({"main.py": b"while True: input()"})
children = [launcher.start(folder, "main.py", Limits()) for _ in range(2)]
for child in children:
    child.pause()
time.sleep(0.2)  # Until they have stopped.
print(*(child.pid for child in children), flush=True)
time.sleep(60)
"""


@contextmanager
def another_worker(tier: Tier, cache: Path, **environment: str) -> Iterator[list[str]]:
    """One with two paused bots, whose process ids are given; it is killed in the end."""
    command = [sys.executable, "-c", WORKER, tier, str(cache)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | environment
    ) as worker:
        assert worker.stdout
        try:
            yield worker.stdout.readline().split()
        finally:
            worker.kill()


def is_running(pid: str) -> bool:
    """Whether a process exists that is no zombie, which only init can remove."""
    try:
        return Path("/proc", pid, "stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False
