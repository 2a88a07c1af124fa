"""The speed of the kit: verdicts of judge, and the start of a bot beside a bare interpreter.

    python -m tests.benchmarks.kit

The strength of the samples is measured with the kit itself:

    sixfold play search greedy --games 250 --seed 1
"""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from arena.board import Board
from arena.legality import legal_moves
from arena.tiles import Tile
from bots_sdk.judge import judge

CASES = Path(__file__).parents[1] / "arena/cases"
PROMISED = 5_000
"""Verdicts a second."""


def main() -> None:
    print(f"sixfold judge, beside the {PROMISED} verdicts a second that are promised")
    for name, lines in (("published cases", published()), ("a middle game each", middle_games())):
        speed = verdicts(lines)
        print(f"  {name:24}{speed:9.0f}{speed / PROMISED:8.1f} x")

    print("CPU time to import, ms, beside an interpreter that does nothing")
    bare = start("pass")
    for name, code in (
        ("bare", "pass"),
        ("json", "import json"),
        ("runner", "import bots_sdk.runner"),
    ):
        spent = start(code)
        print(f"  {name:24}{spent:9.1f}{spent / bare:8.1f} x")


def published() -> list[str]:
    cases = json.loads((CASES / "qwirkle_cases.json").read_text("utf-8"))["placements"]
    return [json.dumps({key: case[key] for key in ("id", "board", "move")}) for case in cases]


def middle_games() -> list[str]:
    """One placement on each of 200 boards of 53 tiles on average: no two questions share one."""
    lines = []
    for number, position in enumerate(json.loads((CASES / "positions.json").read_text("utf-8"))):
        hand = tuple(map(Tile.parse, position["hand"]))
        move = str(legal_moves(Board.parse(position["board"]), hand, 50).best).split()
        lines.append(json.dumps({"id": number, "board": position["board"], "move": move}))
    return lines


def verdicts(lines: list[str], seconds: float = 3) -> float:
    """Verdicts a second of CPU time, written as JSON."""
    count, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        for verdict in judge(lines):
            json.dumps(verdict)
        count += len(lines)
    return count / (time.process_time() - began)


def start(code: str, times: int = 20) -> float:
    """CPU time in ms of an interpreter that runs ``code``, as the sandbox starts it."""
    root = str(Path(__file__).parents[2])
    command = [sys.executable, "-P", "-s", "-S", "-B", "-c", code]
    before = spent()
    for _ in range(times):
        subprocess.run(command, env={"PYTHONPATH": root}, check=True)
    return 1000 * (spent() - before) / times


def spent() -> float:
    """CPU time of all children so far, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
