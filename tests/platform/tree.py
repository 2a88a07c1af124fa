"""A small process tree for test_processes: tree.py FOLDER COMMAND... keeps two such children."""

import asyncio
import sys
from functools import partial
from pathlib import Path

from sixfold import processes
from sixfold.processes import Child, TreeError, only_one, run

processes.FIRST_PAUSE = 0.02
processes.WATCH_PAUSE = 0.2


def absent(file: Path) -> bool:
    return not file.exists()


async def work(folder: Path) -> int:
    (folder / "serving").touch()
    while not (folder / "finish").exists():
        await asyncio.sleep(0.02)
    return 7


def main(folder: Path, command: list[str]) -> int:
    children = [
        Child(
            name,
            command,
            (folder / "ready").exists,
            grace=5,
            working=partial(absent, folder / f"{name}-idle"),
        )
        for name in ("first", "second")
    ]
    try:
        with only_one(folder):
            status = run(children, work(folder), folder / "logs")
    except TreeError as error:
        print(error)
        return 1
    return 0 if status is None else status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
