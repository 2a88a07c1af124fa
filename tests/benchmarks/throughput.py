"""Matches a second through queue, database and sandbox, against the sandbox alone.

    python -m tests.benchmarks.throughput [MATCHES] [--workers 1 2 4]

The baseline plays the same bots on the same seeds in one process, in turns with the workers, so
that whatever else the machine does slows both; the CPU time a match tells most on a machine that is
busy. It includes the bots', and of the platform the workers', not the database's and the broker's.
"Of the sandbox" is what so many worker processes play in comparison with as many sandboxes alone,
each on a core: more processes than cores show what it costs that they meet at the database.

On SQLite and a Valkey in a folder of its own, or on the empty database and the broker that
DATABASE_URL and REDIS_URL name.
"""

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import django

ROUNDS = 3
BOTS = ("greedy", "random")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("matches", nargs="?", type=int, default=40, help="a round, for a process")
    parser.add_argument("--workers", nargs="+", type=int, default=[1, 2, 4], help="processes")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sixfold-") as folder:
        os.environ |= {"DATA_DIR": folder, "LOG_LEVEL": "WARNING"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sixfold.settings")
        django.setup()
        measure(asked.matches, asked.workers)


def measure(matches: int, workers: Sequence[int]) -> None:
    from django.core.management import call_command
    from django.db import connection

    from sixfold import children

    call_command("migrate", verbosity=0)
    with ExitStack() as servers:
        for server in children.valkey():
            servers.enter_context(running(server.command, server.ready))
        enter_bots()
        cores = os.cpu_count() or 1
        print(f"{' against '.join(BOTS)} on {connection.vendor}, {cores} cores: ", end="")
        print(f"median of {ROUNDS} rounds of {matches} matches a process")
        print(f"{'':24}{'matches/s':>12}{'of the sandbox':>16}{'CPU ms/match':>14}{'ratio':>8}")
        for processes in workers:
            alone, through = compare(matches, processes)
            best = alone.rate * min(processes, cores)
            for name, cost in {"sandbox alone": alone, f"{processes} workers": through}.items():
                share = cost.rate / (alone.rate if cost is alone else best)
                ratio = cost.cpu_ms / alone.cpu_ms
                print(f"{name:24}{cost.rate:12.1f}{share:16.0%}{cost.cpu_ms:14.1f}{ratio:8.2f}")


class Cost(NamedTuple):
    """What matches cost, or how fast they came."""

    rate: float
    """Matches a second."""
    cpu_ms: float
    """A match."""


def compare(matches: int, processes: int) -> tuple[Cost, Cost]:
    """One sandbox alone, and a worker with so many processes."""
    from sixfold import children

    worker = children.worker()
    alone, through = [], []
    with running([*worker.command, "--concurrency", str(processes)], worker.ready) as pid:
        for number in range(ROUNDS):
            seeds = [bytes([processes, number, i, i]) * 8 for i in range(matches * processes // 2)]
            few = seeds[: matches // 2]
            alone.append(costs(partial(play_alone, few), matches, os.getpid()))
            played = partial(play_through, seeds, processes)
            through.append(costs(played, matches * processes, pid, *pool_of(pid)))
    return middle(alone), middle(through)


def middle(rounds: Sequence[Cost]) -> Cost:
    return Cost(*(median(column) for column in zip(*rounds, strict=True)))


def costs(work: Callable[[], None], matches: int, *pids: int) -> Cost:
    """What work costs, by the clock on the wall and by the CPU clocks of processes."""
    start, before = time.perf_counter(), cpu_seconds(*pids)
    work()
    wall, cpu = time.perf_counter() - start, cpu_seconds(*pids) - before
    return Cost(matches / wall, 1000 * cpu / matches)


def cpu_seconds(*pids: int) -> float:
    """What these processes and the children they have waited for have used."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def pool_of(worker: int) -> list[int]:
    return list(map(int, Path(f"/proc/{worker}/task/{worker}/children").read_text().split()))


def play_alone(seeds: list[bytes]) -> None:
    """Both seat orders of each seed, one after another in this process."""
    from arena import referee
    from bots_sdk import samples
    from sixfold.jail import jail

    launcher = jail()
    for seed in seeds:
        for names in (BOTS, BOTS[::-1]):
            with ExitStack() as table:
                players = [
                    table.enter_context(launcher.player(samples.files(name), name))
                    for name in names
                ]
                referee.play(players, referee.Deal(seed, names))


def play_through(seeds: list[bytes], processes: int) -> None:
    """The same as ladder matches, until the last result is stored."""
    from sixfold.bots.models import Submission
    from sixfold.celery import wake
    from sixfold.matches import services
    from sixfold.matches.models import Match

    submissions = list(Submission.objects.order_by("pk"))
    for seed in seeds:
        services.schedule(submissions=submissions, seed=seed)
    for _ in range(processes):
        wake()
    while Match.objects.exclude(pk__in=Match.objects.finished().values("pk")).exists():
        time.sleep(0.02)


def enter_bots() -> None:
    """The samples as versions that have passed their check already."""
    from django.db.models.functions import Now

    from bots_sdk import samples
    from sixfold.accounts.models import User
    from sixfold.bots import services
    from sixfold.bots.models import Submission, Verdict
    from sixfold.leases import Progress

    owner = User.objects.create_user("house")
    for name in BOTS:
        ((filename, source),) = samples.files(name).items()
        bot = services.create_bot(owner=owner, name=name, house=True)
        services.submit(bot=bot, filename=filename, data=source)
    Submission.objects.update(progress=Progress.FINISHED, verdict=Verdict.PASSED, checked_at=Now())


@contextmanager
def running(command: Sequence[str], ready: Callable[[], bool]) -> Iterator[int]:
    """A process of the site, by its number."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while not ready():
            time.sleep(0.05)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
