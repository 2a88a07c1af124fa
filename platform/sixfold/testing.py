"""How `manage.py test` runs the tests: pytest, and beside it pytest in a real browser."""

import os
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import IO

from django.conf import settings

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ADVICE = (
    "The browser tests need Chromium and this machine has none. Install it with\n"
    "  .venv/bin/playwright install --with-deps chromium\n"
    "or name one in CHROMIUM, or leave these tests out with --no-browser."
)


class PytestRunner:
    """Django's test runner: hands its arguments to pytest."""

    def __init__(self, *, browser: bool = True, **_: object) -> None:
        self.browser = browser

    @staticmethod
    def add_arguments(parser: ArgumentParser) -> None:
        parser.add_argument(
            "--no-browser",
            action="store_false",
            dest="browser",
            help="Leave out the tests in Chromium.",
        )

    def run_tests(self, arguments: list[str], **_: object) -> int:
        """Run pytest with `arguments`, or all tests; return how many runs failed.

        The browser tests are a run of their own: they allow database access from async code,
        which would hide real faults in the others.
        """
        if arguments:
            return failed(pytest(*arguments))
        browser = chromium() if self.browser else None
        with tempfile.TemporaryFile() as said:
            # Beside the others, since a browser waits even more; what is said comes after theirs.
            beside = pytest("tests/browser", output=said, CHROMIUM=browser) if browser else None
            # Much of a run is waiting for bots and workers: a test more at a time than cores.
            at_once = len(os.sched_getaffinity(0)) + 1
            failures = failed(pytest("tests", f"--numprocesses={at_once}", "--dist=worksteal"))
            if beside:
                failures += failed(beside)
                said.seek(0)
                shutil.copyfileobj(said, sys.stdout.buffer)
            elif self.browser:
                print(f"\n{ADVICE}", file=sys.stderr, flush=True)
                failures += 1
            else:
                print("\nThe browser tests were left out (--no-browser).", flush=True)
        return failures


def pytest(
    *arguments: str, output: IO[bytes] | None = None, **environment: str
) -> "subprocess.Popen[bytes]":
    """Start pytest, which says what it does to `output`, or here."""
    command = [sys.executable, "-m", "pytest", *arguments]
    environment = {**os.environ, **environment}
    return subprocess.Popen(
        command, cwd=settings.ROOT, env=environment, stdout=output, stderr=output
    )


def failed(run: "subprocess.Popen[bytes]") -> int:
    """Wait for a run of pytest; return 1 if it failed."""
    return int(run.wait() != 0)


def chromium() -> str | None:
    """A Chromium to test with, downloaded where the machine has none; None if that fails."""
    named = os.environ.get("CHROMIUM")
    installed = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    return installed or packaged() or downloaded()


def packaged() -> str | None:
    """Debian's package, where we may install it."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    print("\nInstalling Chromium for the browser tests ...", flush=True)
    for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        subprocess.run(
            ["apt-get", "--quiet", "--quiet", *command],
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
        )
    return shutil.which("chromium")


def downloaded() -> str | None:
    """Playwright's own build, kept in the user's cache."""
    from playwright.sync_api import sync_playwright

    print("\nDownloading Chromium for the browser tests ...", flush=True)
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    if subprocess.run(command).returncode != 0:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None
