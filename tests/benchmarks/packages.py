"""What a bot's ``import numpy`` costs in the jail, beside the same import in a bare interpreter.

    python -m tests.benchmarks.packages

Installs numpy for bots first, which takes the network and half a minute. The variants take turns
within one run: compare the ratios, the times are those of the moment.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from arena.conversation import Conversation
from arena.limits import Limits
from arena.sandbox import Launcher, Tier
from arena.sandbox.namespaces import ENVIRONMENT, INTERPRETER_OPTIONS
from arena.sandbox.packages import SITE
from arena.sandbox.root import LIBRARIES, PYTHON
from arena.sandbox.tiers import Grounds, grounds, tried
from tests.benchmarks.sandbox import alternate, show

STARTS = 20
BOT = b"import os, numpy\nos.read(0, 100)\nos.write(1, b'%d\\n' % numpy.ones(3).sum())\n"


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="sixfold-benchmark-") as folder:
        requirements = Path(folder, "requirements.txt")
        requirements.write_text("numpy\n")
        ground = grounds(Path(folder), requirements)
        launchers = list(holding(ground))
        print(f"{', '.join(launchers[0].packages.names)}, start to first answer")
        for what, clock in {"ms": time.perf_counter, "ms of CPU time": cpu_seconds}.items():
            print(f" {what}")
            variants: dict[str, Callable[[], float]] = {
                "bare": partial(bare_start, ground.root, clock)
            }
            for launcher in launchers:
                variants[f"tier {launcher.tier}"] = partial(start, launcher, clock)
            show(alternate(STARTS, variants))


def holding(ground: Grounds) -> Iterator[Launcher]:
    """The tiers that hold here, but for gVisor's, which is slower by far."""
    for tier in (Tier.NAMESPACES, Tier.NESTED, Tier.LANDLOCK):
        if launcher := tried(tier, ground).launcher:
            yield launcher


def start(launcher: Launcher, clock: Callable[[], float]) -> float:
    """From nothing to the answer, and to the end."""
    folder = launcher.workplace.stage({"main.py": BOT})
    begun = clock()
    child = launcher.start(folder, "main.py", Limits())
    Conversation(child, Limits()).ask(b"hello\n", cpu_ms=5000, wall_ms=20_000, turn=0)
    child.close()
    elapsed = clock() - begun
    launcher.workplace.clear(folder)
    return 1000 * elapsed


def bare_start(root: Path, clock: Callable[[], float]) -> float:
    """The same interpreter and the same packages without a jail."""
    begun = clock()
    command = [f"{root}{PYTHON}", *INTERPRETER_OPTIONS, "-c", BOT.decode()]
    environment = ENVIRONMENT | {
        "PYTHONPATH": str(root / SITE),
        "LD_LIBRARY_PATH": f"{root}{LIBRARIES}",
    }
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdin
        assert process.stdout
        os.write(process.stdin.fileno(), b"hello\n")
        os.read(process.stdout.fileno(), 100)
        process.kill()
    return 1000 * (clock() - begun)


def cpu_seconds() -> float:
    """CPU time of the children that have ended."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
