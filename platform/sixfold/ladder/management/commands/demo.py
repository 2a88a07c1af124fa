"""`manage.py demo`: the platform at work, from the house bots' check to their leaderboard."""

import asyncio
import time
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.management import CommandError
from django.urls import reverse
from django.utils import timezone
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from arena.sandbox import SandboxUnavailable
from sixfold.bots.models import Bot, CheckStep
from sixfold.bots.services import enter_house
from sixfold.celery import wake
from sixfold.children import HOST
from sixfold.jail import jail
from sixfold.ladder.management.commands import serve
from sixfold.ladder.models import Standing
from sixfold.ladder.services import ladders, settle
from sixfold.leases import Progress as Leased
from sixfold.matches.models import Attempt, Match, Seat

PATIENCE = 90.0
"""Seconds without any progress after which the first round has failed."""


class Command(serve.Command):
    """Does what serve does, after a first round between the house bots."""

    help = "Show the platform at work: enter the house bots, let them play, then serve."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--matches", type=int, default=40, help="to play first; 40 unless given"
        )
        parser.add_argument("--exit", action="store_true", help="stop after the results")

    def handle(self, **options: Any) -> None:
        if options["exit"]:
            self.interrupted = 130  # ended before there were results
        super().handle(**options)

    def probe(self) -> None:
        try:
            jail()
        except SandboxUnavailable as error:
            raise CommandError(str(error)) from None

    async def work(self, *, port: int, **options: Any) -> int:
        console = Console()
        await first_round(console, options["matches"])
        console.print(await sync_to_async(leaderboard)())
        if options["exit"]:
            return 0
        address = f"http://{HOST}:{port}"
        console.print(
            f"Sign up at {address}{reverse('account_signup')} and enter a bot of your own."
        )
        return await super().work(port=port)


async def first_round(console: Console, matches: int) -> None:
    """Enter the house bots and wait until they are checked and `matches` more are played.

    Raises `CommandError` if a house bot is rejected, a match fails or nothing moves any more.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        bots = await sync_to_async(enter_house)()
        wake()
        start = timezone.now()
        for description, count, total in (
            ("Checking the house bots", partial(checked, bots), len(bots)),
            ("Playing the first round", partial(played, start), matches),
        ):
            bar = progress.add_task(description, total=total)
            await watch(count, total, partial(progress.update, bar))


async def watch(count: Callable[[], int], total: int, show: Callable[..., None]) -> None:
    """Show `count` as it grows to `total`; raise `CommandError` if it stops growing."""
    done, moved = -1, time.monotonic()
    while done < total:
        now = await sync_to_async(count)()
        if now > done:
            done, moved = now, time.monotonic()
            show(completed=min(done, total))
        elif time.monotonic() - moved > PATIENCE:
            raise CommandError(
                f"Nothing has moved for {PATIENCE:g} seconds. See {settings.DATA_DIR}/logs/."
            )
        else:
            await asyncio.sleep(0.2)


def checked(bots: list[Bot]) -> int:
    """How many of these bots can play."""
    failed = CheckStep.objects.filter(submission__bot__in=bots, state=CheckStep.State.FAILED)
    step = failed.last()
    if step:
        raise CommandError(f"{step.submission} failed its check: {step.message}")
    return Bot.objects.competing().filter(pk__in=[bot.pk for bot in bots]).count()


def played(start: datetime) -> int:
    """How many matches have been finished since."""
    attempt = Attempt.objects.filter(match__progress=Leased.QUARANTINED, ended_at__gte=start).last()
    if attempt:
        raise CommandError(f"Cannot play {attempt.match}: {attempt.reason or attempt.outcome}")
    matches = Match.objects.finished().filter(finished_at__gte=start)
    seats = Seat.objects.filter(match__in=matches, submission__bot__house=True)
    seat = seats.failed().first()
    if seat:
        raise CommandError(
            f"{seat.submission} failed in {seat.match}: {seat.ending}. {seat.detail}"
        )
    return matches.count()


def leaderboard() -> Table:
    """The first ladder as its page shows it."""
    settle()
    table = Table(title="Leaderboard")
    for heading in ("#", "Bot", "Rating", "Games", "Win %", "Points a game"):
        table.add_column(heading, justify="left" if heading == "Bot" else "right")
    for row in Standing.objects.leaderboard(ladders()[0]):
        table.add_row(
            str(row.rank or "?"),
            str(row.submission),
            f"{row.rating:.0f} ± {row.bar:.0f}",
            str(row.games),
            f"{row.win_percent:.0f}",
            f"{row.points_per_game:.0f}",
        )
    return table
