"""`manage.py serve`: the whole site from one machine."""

import asyncio
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from arena.sandbox import SandboxUnavailable
from sixfold.children import HOST, site
from sixfold.jail import jail
from sixfold.processes import TreeError, only_one, run


class Command(BaseCommand):
    """Starts queue, workers, scheduler and web server, and serves until Ctrl-C."""

    help = "Serve the site on this machine: queue, workers, scheduler and pages in one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="8000 unless given")
        parser.add_argument(
            "--data", type=Path, help="the folder for everything that is kept (DATA_DIR, or var/)"
        )

    def handle(self, **options: Any) -> None:
        move(options["data"])
        try:
            with only_one(settings.DATA_DIR):
                children = site(options["port"])
                self.probe()
                prepare()
                status = run(children, self.work(**options), settings.DATA_DIR / "logs")
        except TreeError as error:
            raise CommandError(str(error)) from None
        if status is None:
            self.stdout.write("Stopped.")
        sys.exit(self.interrupted if status is None else status)

    interrupted = 0
    """The status after Ctrl-C or SIGTERM: how serving is meant to end."""

    def probe(self) -> None:
        """Look for a sandbox; the pages do without, but nothing is played."""
        try:
            jail()
        except SandboxUnavailable as error:
            self.stderr.write(f"Nothing will be played here: {error}")

    async def work(self, *, port: int, **_: object) -> int:
        """What is done once everything runs; returns the status to end with."""
        self.stdout.write(
            f"Sixfold is at http://{HOST}:{port}/ with its data in {settings.DATA_DIR}.\n"
            "Ctrl-C stops it."
        )
        await asyncio.Event().wait()
        return 0


def move(data: Path | None) -> None:
    """Start this command over if settings, which are read first, have another data folder."""
    if data is not None and data.absolute() != settings.DATA_DIR:
        environment = {**os.environ, "DATA_DIR": str(data.absolute())}
        os.execve(sys.executable, [sys.executable, *sys.argv], environment)


def prepare() -> None:
    """Bring the database, and in production the static files, up to this version."""
    call_command("migrate", verbosity=0, interactive=False)
    if not settings.DEBUG:
        call_command("collectstatic", verbosity=0, interactive=False)
