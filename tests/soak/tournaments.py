"""A Swiss and a double elimination of many bots through real workers, one of which is killed.

    python -m tests.soak.tournaments [--bots 32] [--rounds 5] [--clusters 1]

The queue, the workers, the clerk and the sandbox are the site's own, in a folder that is removed
afterwards. Beat's part is played here, so that the ladder takes no share of the workers. A worker
is killed with SIGKILL after a third of the Swiss, and the clerk after a second one; others take
their places. In the end every round is there once, every match finished once, and the standings
follow from the matches, or it ends with status 1.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sixfold.processes import Child

LEASE_SECONDS = "5"
TICK_SECONDS = 1.0
PATIENCE = 3600.0
"""Seconds after which something must be wrong."""
CPU = os.cpu_count() or 1

SOURCE = """
import random

def choose(game):
    moves = game.legal_moves()
    if random.random() < {skill}:
        return max(moves, key=lambda move: move.points)
    return random.choice(moves)
"""


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--bots", type=int, default=32)
    options.add_argument("--rounds", type=int, default=5, help="of the Swiss")
    options.add_argument("--clusters", type=int, default=1, help="pairs of games for each meeting")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="tournaments-") as folder:
        os.environ.update(
            DJANGO_SETTINGS_MODULE="sixfold.settings",
            DATA_DIR=folder,
            LEASE_SECONDS=LEASE_SECONDS,
            LOG_LEVEL="WARNING",
        )
        import django  # the settings are read from the environment that was just made

        django.setup()
        status = soak(asked.bots, asked.rounds, asked.clusters)
        if status:
            print(Path(folder, "children.log").read_text()[-10_000:])
        return status


def soak(bots: int, rounds: int, clusters: int) -> int:
    """Let both tournaments run at once, and audit them."""
    from django.core.management import call_command

    from sixfold import children
    from sixfold.tournaments.models import State, Tournament
    from tests.platform.tournaments.audit import AuditError, audit

    call_command("migrate", verbosity=0)
    draw_up(bots, rounds, clusters)
    began = time.monotonic()
    with ExitStack() as tree:
        for server in children.valkey():
            tree.enter_context(running(server))
        workers = [
            tree.enter_context(running(child)) for child in (children.worker(), children.clerk())
        ]
        victims = {1 / 3: (0, children.worker), 2 / 3: (1, children.clerk)}
        while Tournament.objects.exclude(state=State.FINISHED).exists():
            if time.monotonic() - began > PATIENCE:
                print("They did not come to an end in time.")
                return 1
            tick()
            for share in [share for share in victims if progress(rounds) >= share]:
                number, child = victims[share]
                if number == 1 or playing():
                    del victims[share]
                    kill(workers[number])
                    print(f"Killed the {child().name} after {share:.0%} of the Swiss.")
                    workers[number] = tree.enter_context(running(child()))
            time.sleep(TICK_SECONDS)
    print(f"Over after {time.monotonic() - began:,.0f} s on {CPU} cores.")
    try:
        for cup in Tournament.objects.order_by("pk"):
            print(f"{cup} of {bots} bots, won by {cup.entries.filter(rank=1)[0]}:")
            for found in audit(cup):
                print(f"  {found}")
    except AuditError as error:
        print(f"  WRONG: {error}")
        return 1
    return 0


def draw_up(bots: int, rounds: int, clusters: int) -> None:
    """Enter bots of many strengths, each of its own owner, in two tournaments that are due."""
    from django.utils import timezone

    from bots_sdk import archives
    from sixfold.accounts.models import User
    from sixfold.bots.models import Archive, Bot, Submission, Verdict
    from sixfold.leases import Progress
    from sixfold.matches.models import TimeRule
    from sixfold.tournaments import services
    from sixfold.tournaments.models import Format, State, Tournament

    organiser = User.objects.create_user("organiser")
    common = {"state": State.OPEN, "clusters": clusters, "time_rule": TimeRule.FAST}
    cups = [
        services.create(
            Tournament(name="Swiss", format=Format.SWISS, rounds_planned=rounds, **common),
            organiser,
        ),
        services.create(
            Tournament(name="Double elimination", format=Format.DOUBLE_ELIMINATION, **common),
            organiser,
        ),
    ]
    for number in range(1, bots + 1):
        files = {"bot.py": SOURCE.format(skill=number / bots).encode()}
        owner = User.objects.create_user(f"owner-{number}")
        bot = Bot.objects.create(owner=owner, name=f"bot-{number}", slug=f"bot-{number}")
        bot.active = Submission.objects.create(
            bot=bot,
            number=1,
            archive=Archive.objects.create(
                sha256=archives.digest(files), data=archives.pack(files)
            ),
            size=len(files["bot.py"]),
            verdict=Verdict.PASSED,
            checked_at=timezone.now(),
            progress=Progress.FINISHED,
        )
        bot.save()
        for cup in cups:
            services.enter(cup, bot)
    Tournament.objects.update(closes_at=timezone.now())


def tick() -> None:
    """What beat does, for all but the ladder."""
    from sixfold.celery import celery_app

    for task in ("matches.tick", "tournaments.advance"):
        celery_app.send_task(task, queue="control", expires=2 * TICK_SECONDS, ignore_result=True)


def progress(rounds: int) -> float:
    """The part of the Swiss that is over."""
    from sixfold.tournaments.models import Format, Round

    swiss = Round.objects.filter(tournament__format=Format.SWISS)
    return swiss.exclude(closed_at=None).count() / rounds


def playing() -> bool:
    from sixfold.matches.models import Match

    return Match.objects.running().exists()


@contextmanager
def running(child: "Child") -> Iterator[subprocess.Popen[bytes]]:
    """A child of the site, ready to use; stopped at the end if nobody has killed it."""
    environment = {**os.environ, **child.environment}
    with Path(os.environ["DATA_DIR"], "children.log").open("ab") as log:
        process = subprocess.Popen(
            child.command, env=environment, stdout=log, stderr=log, start_new_session=True
        )
    try:
        while not child.ready():
            if process.poll() is not None:
                raise SystemExit(f"{child.name} ended with status {process.returncode}.")
            time.sleep(0.1)
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(child.grace)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process as the kernel would, with everything that it is in the middle of."""
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


if __name__ == "__main__":
    sys.exit(main())
