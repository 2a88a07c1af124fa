"""Whether the clock is fair: one bot on a machine that is quiet, and overloaded tenfold.

    python -m tests.benchmarks.clock

A bot that needs four fifths of its time plays the same matches both times. It must lose none on
time, and its time in ms must be about the same, however long the matches last by the wall clock. A
sleeper and a spinner must be caught both times.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.limits import Limits
from arena.record import Record
from arena.referee import Deal, play
from arena.sandbox import Launcher, find

OVERLOAD = 10
"""Busy processes for each core."""
MATCHES = 3
LIMITS = Limits(start_cpu_ms=2000, bank_ms=500, increment_ms=25, wall_floor_ms=3000)

THINKER = """
import time
from bots_sdk import Bot

class Thinker(Bot):
    def choose(self, game):
        moves = game.legal_moves()
        until = time.process_time() + 0.8 * 0.025
        while time.process_time() < until:
            pass
        return max(moves, key=lambda move: move.points)
"""
SLEEPER = "import time\ndef choose(game):\n    time.sleep(3600)\n"
SPINNER = "def choose(game):\n    while True: pass\n"


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="sixfold-benchmark-") as folder:
        launcher = find(Path(folder))
        quiet = measured(launcher, "as the machine is")
        cores = os.cpu_count() or 1
        with busy(OVERLOAD * cores):
            loaded = measured(launcher, f"with {OVERLOAD * cores} busy processes on {cores} cores")
        print(f"CPU time charged, busy / quiet: {loaded[0] / quiet[0]:.2f}")
        print(f"Wall time, busy / quiet:        {loaded[1] / quiet[1]:.2f}")


def measured(launcher: Launcher, when: str) -> tuple[float, float]:
    """CPU ms a move and seconds of wall time of the matches; prints how the others ended."""
    begun = time.perf_counter()
    records = [match(launcher, THINKER, THINKER, number) for number in range(MATCHES)]
    elapsed = time.perf_counter() - begun
    lost = sum(seat.ending != "finished" for record in records for seat in record.seats)
    moves = [turn.cpu_ms for record in records for turn in record.turns]
    cpu_ms = sum(moves) / len(moves)
    print(f"{when}: {lost} of {2 * MATCHES} seats lost on time,", end=" ")
    print(f"{cpu_ms:.1f} ms a move (at most {max(moves):.1f}), {elapsed:.0f} s in all")
    for name, source in (("sleeper", SLEEPER), ("spinner", SPINNER)):
        caught = match(launcher, source, THINKER, 0)
        (turn,) = (turn for turn in caught.turns if turn.seat == 0)
        print(f"  {name}: {caught.seats[0].ending} after", end=" ")
        print(f"{turn.cpu_ms:.0f} ms of CPU time and {turn.wall_ms:.0f} ms")
    return cpu_ms, elapsed


def match(launcher: Launcher, one: str, two: str, number: int) -> Record:
    """A match between two sources."""
    deal = Deal(number.to_bytes(32, "big"), ("one", "two"))
    with (
        launcher.player({"bot.py": one.encode()}) as first,
        launcher.player({"bot.py": two.encode()}) as second,
    ):
        return play([first, second], deal, LIMITS)


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Some processes that do nothing else than use the processor."""
    spinning = [sys.executable, "-S", "-c", "while True: pass"]
    processes = [subprocess.Popen(spinning) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
