"""From an empty folder to "my bot beats greedy, and here is the interval": four commands, timed.

    python -m tests.benchmarks.newcomer

The requirements come from pip's registry, as they would for an author; the kit is built from here.
"""

import os
import resource
import shlex
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]


def main() -> None:
    with TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "hatchling", "build", "--target=wheel", "--directory"]
        subprocess.run([*build, folder], cwd=ROOT, check=True, capture_output=True)
        (wheel,) = Path(folder).glob("*.whl")
        commands = (
            "python3 -m venv env",
            f"env/bin/pip install --quiet --disable-pip-version-check {wheel.name}",
            "env/bin/sixfold new mybot --template search",
            "env/bin/sixfold play mybot greedy --seed 1",
        )
        total = sum(timed(command, folder) for command in commands)
    print(f"all four{total:60.1f} s")


def timed(command: str, folder: str) -> float:
    """Run one command and print how long it took, by the wall and by the processor, in seconds."""
    wall, cpu = time.monotonic(), spent()
    environment = {**os.environ, "XDG_CACHE_HOME": folder}
    subprocess.run(shlex.split(command), cwd=folder, env=environment, check=True)
    wall = time.monotonic() - wall
    print(f"{command:60.60}{wall:8.1f} s{spent() - cpu:8.1f} s of CPU time", flush=True)
    return wall


def spent() -> float:
    """CPU time of all children so far, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
