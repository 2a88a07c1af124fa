"""`manage.py serve`: the whole site from one machine."""

import asyncio
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.utils import get_random_secret_key

from arena.sandbox import SandboxUnavailable
from sixfold.children import HOST, site
from sixfold.jail import jail
from sixfold.processes import TreeError, only_one, run


class Command(BaseCommand):
    """Starts queue, workers, scheduler and web server, and serves until Ctrl-C."""

    help = "Serve the site on this machine: queue, workers, scheduler and pages in one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=port_number, default=8000, help="8000 unless given")
        parser.add_argument(
            "--data", type=Path, help="the folder for everything that is kept (DATA_DIR, or var/)"
        )

    def handle(self, **options: Any) -> None:
        settle_in(options["data"])
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
        self.stdout.flush()
        await asyncio.Event().wait()
        return 0


def port_number(text: str) -> int:
    """A port's number; argparse makes a sentence of the error."""
    number = int(text)
    if not 0 < number < 1 << 16:
        raise ArgumentTypeError(f"a port is a number from 1 to 65535, not {number}")
    return number


def settle_in(data: Path | None) -> None:
    """Start this command over as a site that is served, where it is not one yet.

    Settings are read before the command, so this takes a new process: with the data folder that
    was asked for, and with a secret key, which turns DEBUG off.
    """
    folder = (data or settings.DATA_DIR).absolute()
    if folder == settings.DATA_DIR and not settings.DEBUG:
        return
    environment = {**os.environ, "DATA_DIR": str(folder)}
    if settings.DEBUG:
        environment["SECRET_KEY"] = secret_key(folder)
        # Pages are served without TLS, and only to this machine.
        environment.setdefault("HTTPS", "off")
        environment.setdefault("STATIC_ROOT", str(folder / "static"))
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, *sys.argv], environment)


def secret_key(folder: Path) -> str:
    """The key that this data folder's sessions are signed with, made at the first start."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "secret_key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(get_random_secret_key())
    except FileExistsError:
        pass
    return path.read_text()


def prepare() -> None:
    """Bring the database and the static files up to this version."""
    call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)
