"""The browser's world: the site behind a real server, and finished matches to look at."""

import os
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_django
import uvicorn
from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.asgi import get_asgi_application
from django.test import Client, override_settings
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from arena import referee
from arena.moves import Move
from arena.player import Ending, Forfeit, InProcess
from arena.record import Record
from arena.ruleset import RULESETS
from arena.view import View
from bots_sdk import archives
from sixfold.accounts.models import User
from sixfold.bots.models import Archive, Bot, Submission, Verdict
from sixfold.leases import Progress
from sixfold.matches import hindsight, services
from sixfold.matches.models import Attempt, Match
from sixfold.matches.playing import Played
from sixfold.matches.storage import Log

# Playwright has an event loop in the tests' thread. This hides real async faults, so only here.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

PRINTED: tuple[Log, ...] = (
    (),
    ((1, "looks around"), (3, "Traceback (most recent call last):\n  ...\nKeyError: 'Rc'")),
)
"""What Ada's bot printed in the match of two, on its turns 2 and 4."""
PATIENCE = 60_000
"""Milliseconds until something is missing for good, on however busy a machine."""
FORGET = """
    try {
        if (!sessionStorage.known) localStorage.clear();
        sessionStorage.known = true;
    } catch {}  // There is no storage here.
"""
"""What earlier tabs have stored: the storage of a session is a tab's own, and empty at first."""
NAMES = ("house/greedy", "ada/wanderer", "bob/third", "cy/fourth", "dee/fifth", "eve/sixth")

expect.set_options(timeout=PATIENCE)


def pytest_configure(config: pytest.Config) -> None:
    # pytest-base-url, which pytest-playwright brings along, still writes its fixture that way.
    config.addinivalue_line(
        "filterwarnings",
        "ignore:Session-scoped fixtures defined as instance methods"
        ":pytest.PytestRemovedIn10Warning",
    )


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "headless": True,
        "executable_path": os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
        ],
    }


@pytest.fixture(scope="session", autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder for this run, so that no test touches yours."""
    folder = tmp_path_factory.mktemp("data")
    stored: dict[str, Any] = settings.STORAGES
    storages = {
        name: {**storage, "OPTIONS": {"location": folder / name}}
        if "OPTIONS" in storage
        else storage
        for name, storage in stored.items()
    }
    with override_settings(DATA_DIR=folder, STORAGES=storages):
        yield folder


@pytest.fixture(scope="session")
def django_db_modify_db_settings(data: Path) -> None:
    """Put the test database into a file: the server's threads have connections of their own."""
    database: Any = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(data / "test.sqlite3")


@contextmanager
def serving(app: Any) -> Iterator[str]:
    """Serve an application on a free port; Django's own live server would hang on a stream."""
    config = uvicorn.Config(
        app, port=0, lifespan="off", log_level="error", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="session")
def window(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    """One for all tests: each of its own would start processes and fetch every file anew."""
    with browser.new_context(**browser_context_args) as window:
        window.add_init_script(FORGET)
        # Without a tab that stays open, Chromium ends the processes with every test's.
        window.new_page()
        yield window


@pytest.fixture
def tab(window: BrowserContext) -> Iterator[Page]:
    """A tab that remembers nothing."""
    window.clear_cookies()
    window.clear_permissions()
    with window.new_page() as tab:
        tab.set_default_timeout(PATIENCE)
        yield tab


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """A tab that may not complain."""
    with uncomplaining(tab):
        yield tab


@contextmanager
def uncomplaining(page: Page) -> Iterator[None]:
    """Allow no script error, and nothing that the security policy refuses."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    yield
    assert complaints == []


@dataclass(frozen=True, slots=True)
class Gallery:
    """A site with two finished matches that nobody changes."""

    address: str
    record: Record
    """A game of two, with trades and Qwirkles."""
    match: Match
    crowded_record: Record
    """A game of six, one of whom runs out of time."""
    crowded_match: Match


@pytest.fixture(scope="session")
def gallery(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> Iterator[Gallery]:
    """One for all tests: what only looks need not begin anew."""
    record = played(2, seed=5, ruleset="classic")
    crowded = played(6, seed=11, ruleset="extended", failing=4)
    with django_db_blocker.unblock():
        matches = finished(record, PRINTED), finished(crowded)
        for match in matches:
            hindsight.of(match)
        with serving(ASGIStaticFilesHandler(get_asgi_application())) as address:
            yield Gallery(address, record, matches[0], crowded, matches[1])


@pytest.fixture(scope="session")
def session(gallery: Gallery) -> str:
    """Ada's, made outside of any test's transaction, where the server sees it."""
    client = Client()
    client.force_login(User.objects.get(username="ada"))
    return client.cookies["sessionid"].value


def played(seats: int, *, seed: int, ruleset: str, failing: int | None = None) -> Record:
    """Play a game in this process; the first seat is greedy, the others wander."""
    players = [InProcess(greedy if seat == 0 else wandering) for seat in range(seats)]
    if failing is not None:
        players[failing] = InProcess(exhausted)
    return referee.play(players, referee.Deal(bytes([seed]) * 32, NAMES[:seats], RULESETS[ruleset]))


def greedy(view: View) -> Move:
    return max(view.legal_moves(), key=lambda move: move.points)


def wandering(view: View) -> Move:
    chance = random.Random(view.turn)
    trades = view.trades()
    if trades and view.turn % 9 == 5:
        return chance.choice(trades)
    return chance.choice(view.legal_moves())


def exhausted(view: View) -> Move:
    if view.turn < 20:
        return greedy(view)
    raise Forfeit(Ending.CPU_TIME, "Turn 21 took 5,104 ms and 5,000 ms were left.", cpu_ms=5104)


def finished(record: Record, logs: tuple[Log, ...] = ()) -> Match:
    """Enter a record as a finished match, in which the bots printed this, or nothing."""
    attempt = begun(record)
    services.finish(attempt, Played(record, logs or tuple(() for _ in record.seats), tier="none"))
    return Match.objects.get(pk=attempt.match_id)


def begun(record: Record) -> Attempt:
    """Enter the match of a record as one that a worker has claimed."""
    submissions = [enter(seat.name) for seat in record.seats]
    cluster = services.schedule(
        submissions=submissions, seed=record.seed, ruleset=record.ruleset.name
    )
    cluster.matches.exclude(order=0).delete()
    attempt = services.claim()
    assert attempt is not None
    for number, submission in enumerate(submissions):
        attempt.match.seats.filter(number=number).update(submission=submission)
    return attempt


def enter(name: str) -> Submission:
    """A submission that has passed its check, of the bot with this full name."""
    owner, slug = name.split("/")
    files = {"bot.py": f"def choose(game):\n    return game.legal_moves()[0]  # {name}\n".encode()}
    user, _created = User.objects.get_or_create(username=owner)
    bot, _created = Bot.objects.get_or_create(owner=user, name=slug, slug=slug)
    archive, _created = Archive.objects.get_or_create(
        sha256=archives.digest(files), defaults={"data": archives.pack(files)}
    )
    bot.active = bot.submissions.create(
        number=bot.submissions.count() + 1,
        archive=archive,
        size=len(files["bot.py"]),
        verdict=Verdict.PASSED,
        checked_at=timezone.now(),
        progress=Progress.FINISHED,
    )
    bot.save()
    return bot.active
