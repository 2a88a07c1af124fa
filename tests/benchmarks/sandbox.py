"""What confinement costs: starts, round trips and matches in the jail beside plain processes.

    python -m tests.benchmarks.sandbox

The variants take turns within one run, so that a busy machine slows all of them alike: compare the
ratios, the times are those of the moment.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median

from arena.conversation import Conversation
from arena.limits import Limits
from arena.moves import Move
from arena.player import Greeting, InProcess
from arena.protocol import encode_start
from arena.record import Record
from arena.referee import Deal, play
from arena.ruleset import CLASSIC
from arena.sandbox import Launcher, plain
from arena.sandbox.tiers import trials
from arena.view import View
from bots_sdk import samples

LIMITS = Limits()
STARTS, ROUND_TRIPS, MATCHES = 30, 3000, 12
BOTS = 2 * (os.cpu_count() or 1)
"""As many as a machine with a match on each core keeps."""
GREETING = encode_start(Greeting(CLASSIC, players=2, me=0, rng_seed="00", limits=LIMITS))
DEAL = Deal(b"the same sixty moves every time.", ("one", "two"))

ECHO = {"main.py": b"import os\nwhile line := os.read(0, 65536):\n    os.write(1, line)\n"}

Variants = Mapping[str, Callable[[], float]]


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="sixfold-benchmark-") as folder:
        free, *jails = (
            plain(),
            *(trial.launcher for trial in trials(Path(folder)) if trial.launcher),
        )
        tiers = {f"tier {jail.tier}": jail for jail in jails}
        print("Start to first answer, ms")
        show(
            alternate(STARTS, {
                "plain python": bare_start,
                "plain": lambda: start(free),
                **{name: partial(start, jail) for name, jail in tiers.items()},
                "kit, plain": lambda: start_of_kit(free),
                **{f"kit, {jail.tier}": partial(start_of_kit, jail) for jail in jails},
            })
        )  # fmt: skip
        # Stopped after each answer, as a bot is while the other one thinks: no confined bot can
        # answer sooner than that.
        print("Round trip, µs")
        with ExitStack() as running:
            echoes = {
                "paused pipe": running.enter_context(bare_echo(paused=True)),
                "bare pipe": running.enter_context(bare_echo()),
            }
            for name, launcher in {"plain": free, **tiers}.items():
                echoes[name] = running.enter_context(echoing(launcher))
            show(alternate(ROUND_TRIPS, echoes))
        print(f"Memory of each of {BOTS} bots that wait, MB: proportional share, private")
        for where, launcher in {"plain": free, **tiers}.items():
            print(f"  {where:14}{'  '.join(f'{size:8.1f}' for size in memory(launcher))}")
        script = play([InProcess(best), InProcess(best)], DEAL)
        trivial = [{"main.py": recital(script, seat)} for seat in range(2)]
        greedy = [samples.files("greedy")] * 2
        for name, files in (("trivial bots", trivial), ("the kit's greedy", greedy)):
            print(f"Matches of {len(script.turns)} moves per second of CPU time, {name}")
            for where, launcher in {"plain": free, **tiers}.items():
                print(f"  {where:14}{matches_per_cpu_second(launcher, files):8.1f}")


def alternate(rounds: int, variants: Variants) -> dict[str, float]:
    """The median of each variant, which is asked in turn."""
    times: dict[str, list[float]] = {name: [] for name in variants}
    for _ in range(rounds):
        for name, measure in variants.items():
            times[name].append(measure())
    return {name: median(values) for name, values in times.items()}


def show(medians: Mapping[str, float]) -> None:
    """Each beside the first."""
    first = next(iter(medians.values()))
    for name, value in medians.items():
        print(f"  {name:14}{value:8.1f}  {value / first:5.2f} times")


def start(launcher: Launcher) -> float:
    """From nothing to the first answer."""
    folder = launcher.workplace.stage(ECHO)
    begun = time.perf_counter()
    child = launcher.start(folder, "main.py", LIMITS)
    ask(Conversation(child, LIMITS))
    elapsed = time.perf_counter() - begun
    child.close()
    launcher.workplace.clear(folder)
    return 1000 * elapsed


def bare_start() -> float:
    """The same without any of ours."""
    begun = time.perf_counter()
    with bare_process() as (_, write, read):
        os.write(write, b"hello\n")
        os.read(read, 4096)
        return 1000 * (time.perf_counter() - begun)


def start_of_kit(launcher: Launcher) -> float:
    """From nothing until a bot of the kit is ready."""
    folder = launcher.workplace.stage(samples.files("greedy"))
    begun = time.perf_counter()
    child = launcher.start(folder, "greedy.py", LIMITS)
    ask(Conversation(child, LIMITS), GREETING)
    elapsed = time.perf_counter() - begun
    child.close()
    launcher.workplace.clear(folder)
    return 1000 * elapsed


def memory(launcher: Launcher) -> tuple[float, float]:
    """What a bot takes beside others: its share of all pages, and the pages of its own."""
    with ExitStack() as running:
        pids = []
        for _ in range(BOTS):
            folder = launcher.workplace.stage(ECHO)
            child = launcher.start(folder, "main.py", LIMITS)
            running.callback(launcher.workplace.clear, folder)
            running.callback(child.close)
            ask(Conversation(child, LIMITS))
            pids.append(child.pid)
        text = Path(f"/proc/{pids[0]}/smaps_rollup").read_text()
    sizes = dict(re.findall(r"(\w+): +(\d+) kB", text))
    private = int(sizes["Private_Clean"]) + int(sizes["Private_Dirty"])
    return int(sizes["Pss"]) / 1024, private / 1024


@contextmanager
def bare_process() -> Iterator[tuple[int, int, int]]:
    command = [sys.executable, "-P", "-s", "-S", "-c", ECHO["main.py"].decode()]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        yield process.pid, process.stdin.fileno(), process.stdout.fileno()
        process.kill()


@contextmanager
def echoing(launcher: Launcher) -> Iterator[Callable[[], float]]:
    """A measured question to a bot that runs on."""
    folder = launcher.workplace.stage(ECHO)
    child = launcher.start(folder, "main.py", LIMITS)
    conversation = Conversation(child, LIMITS)
    yield lambda: ask(conversation)
    child.close()
    launcher.workplace.clear(folder)


@contextmanager
def bare_echo(*, paused: bool = False) -> Iterator[Callable[[], float]]:
    """A measured write and read, by the shortest code that there is."""

    def measured() -> float:
        begun = time.perf_counter()
        os.write(write, b"hello\n")
        if paused:
            signal.pidfd_send_signal(pidfd, signal.SIGCONT)
        os.read(read, 4096)
        if paused:
            signal.pidfd_send_signal(pidfd, signal.SIGSTOP)
        return 1e6 * (time.perf_counter() - begun)

    with bare_process() as (pid, write, read):
        pidfd = os.pidfd_open(pid)
        yield measured
        os.close(pidfd)


def ask(conversation: Conversation, request: bytes = b"hello\n") -> float:
    """One question, in µs."""
    begun = time.perf_counter()
    conversation.ask(request, cpu_ms=5000, wall_ms=20_000, turn=0)
    return 1e6 * (time.perf_counter() - begun)


def recital(script: Record, seat: int) -> bytes:
    """A bot that says its moves of an earlier match, and does nothing else."""
    moves = [f'{{"move": "{turn.move}"}}' for turn in script.turns if turn.seat == seat]
    return f"""
import sys
for answer in {['{"type": "ready"}', *moves]!r}:
    sys.stdin.readline()
    sys.stdout.write(answer + chr(10))
    sys.stdout.flush()
sys.stdin.readline()
""".encode()


def best(view: View) -> Move:
    """The most points."""
    return max(view.legal_moves(), key=lambda move: move.points)


def matches_per_cpu_second(launcher: Launcher, files: Sequence[Mapping[str, bytes]]) -> float:
    """All processes together: ours, the launchers and the bots."""
    used = cpu_seconds()
    for _ in range(MATCHES):
        with launcher.player(files[0]) as one, launcher.player(files[1]) as two:
            record = play([one, two], DEAL)
        assert all(seat.ending == "finished" for seat in record.seats), record.seats
    return MATCHES / (cpu_seconds() - used)


def cpu_seconds() -> float:
    """CPU time of this process and of its children that have ended."""
    return sum(
        usage.ru_utime + usage.ru_stime for usage in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN))
    )


if __name__ == "__main__":
    main()
