"""How `manage.py test` runs the tests: pytest, then pytest once more in a real browser."""

import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

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
            return pytest(*arguments)
        # Much of a run is waiting for bots and workers: several tests at a time, on every core.
        failed = pytest("tests", "--numprocesses=auto", "--dist=worksteal")
        if not self.browser:
            print("\nThe browser tests were left out (--no-browser).", flush=True)
            return failed
        browser = chromium()
        if browser is None:
            print(f"\n{ADVICE}", file=sys.stderr, flush=True)
            return failed + 1
        return failed + pytest("tests/browser", CHROMIUM=browser)


def pytest(*arguments: str, **environment: str) -> int:
    """Run pytest; return 1 if it failed."""
    command = [sys.executable, "-m", "pytest", *arguments]
    status = subprocess.run(command, cwd=settings.ROOT, env={**os.environ, **environment})
    return int(status.returncode != 0)


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
