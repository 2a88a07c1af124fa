"""Matches a second on one core: through queue, database and sandbox, against the sandbox alone.

    python tests/benchmarks/throughput.py [MATCHES]

Both play the same bots on the same seeds with one process, in turns, so that whatever else the
machine does slows both; the CPU time a match tells most on a machine that is busy. It includes the
bots', and of the platform the worker's, not the broker's.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median

import django

ROUNDS = 3
BOTS = ("greedy", "random")


def main(matches: int) -> None:
    with tempfile.TemporaryDirectory(prefix="sixfold-") as folder:
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        os.environ |= {"DATA_DIR": folder, "LOG_LEVEL": "WARNING"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sixfold.settings")
        django.setup()
        measure(matches)


def measure(matches: int) -> None:
    from django.core.management import call_command

    from sixfold import children

    call_command("migrate", verbosity=0)
    (valkey,) = children.valkey()
    worker = children.worker()
    alone, through = [], []
    with running(valkey.command, valkey.ready):
        enter_bots()
        with running([*worker.command, "--concurrency", "1"], worker.ready) as pid:
            for number in range(ROUNDS):
                seeds = [bytes([number, index]) * 16 for index in range(matches // 2)]
                alone.append(costs(partial(play_alone, seeds), os.getpid()))
                through.append(costs(partial(play_through, seeds), pid, *pool_of(pid)))
    print(f"{' against '.join(BOTS)}: {ROUNDS} rounds of {matches} matches, one process")
    print(f"{'':24}{'matches/s':>12}{'CPU ms/match':>14}")
    rows = []
    for name, rounds in (("sandbox alone", alone), ("through the platform", through)):
        wall, cpu = (median(column) / matches for column in zip(*rounds, strict=True))
        rows.append((wall, cpu))
        print(f"{name:24}{1 / wall:12.1f}{1000 * cpu:14.1f}")
    (wall, cpu), (wall_through, cpu_through) = rows
    print(f"{'ratio to the sandbox':24}{wall / wall_through:12.2f}{cpu_through / cpu:14.2f}")


def costs(work: Callable[[], None], *pids: int) -> tuple[float, float]:
    """Seconds that work takes, by the clock on the wall and by the CPU clocks of processes."""
    start, before = time.perf_counter(), cpu_seconds(*pids)
    work()
    return time.perf_counter() - start, cpu_seconds(*pids) - before


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


def play_through(seeds: list[bytes]) -> None:
    """The same as ladder matches, until the last result is stored."""
    from sixfold.bots.models import Submission
    from sixfold.celery import wake
    from sixfold.matches import services
    from sixfold.matches.models import Match

    submissions = list(Submission.objects.order_by("pk"))
    for seed in seeds:
        services.schedule(submissions=submissions, seed=seed)
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
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
