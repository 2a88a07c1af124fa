"""An author's whole path through the real site: queue, worker, sandbox and browser."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE

PASSWORD = "correct horse battery staple"

ILLEGAL = """\
from arena.moves import parse_move

def choose(game):
    return parse_move("Rc@70,70")
"""
ENDLESS = """\
def choose(game):
    while True:
        pass
"""
BROKEN = """\
def choose(game):
    return game.legal_moves(
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site of its own, as `manage.py demo` starts it."""
    data = tmp_path_factory.mktemp("site")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = ["manage.py", "demo", "--data", str(data), "--port", str(port), "--matches", "2"]
    demo = subprocess.Popen(
        [sys.executable, *command],
        cwd=settings.ROOT,
        env={key: value for key, value in os.environ.items() if not key.startswith("DJANGO_")},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert demo.stdout is not None
    try:
        for line in demo.stdout:
            if address in line:
                break
        else:
            pytest.fail(f"The demo ended with status {demo.wait()}: see {data / 'logs'}")
        yield address
    finally:
        demo.send_signal(signal.SIGINT)
        demo.communicate(timeout=PATIENCE / 1000)


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    """Of a person whom no other test has signed up."""
    return re.sub("[^a-z]", "", request.node.name)[-24:]


@pytest.fixture
def account(page: Page, site: str, name: str) -> Page:
    """A page of somebody who has just signed up."""
    page.goto(f"{site}/accounts/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").first.fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Submit a bot")).to_be_visible()
    return page


def submit(page: Page, name: str, source: str | None = None) -> None:
    """Send a bot in; without a source the example that the page offers."""
    if source is None:
        page.get_by_role("link", name="Start from the example").click()
    else:
        page.get_by_label("Source").fill(source)
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.get_by_role("heading", name=f"{name} v1")).to_be_visible()


def test_a_newcomer_submits_a_bot_and_watches_it_play(account: Page) -> None:
    page = account
    began = time.monotonic()
    submit(page, "Ada's first")

    steps = page.locator(".steps > li")
    expect(steps).to_have_count(5)
    expect(page.locator(".steps > li.ok")).to_have_count(5)

    page.get_by_role("link", name="Rating and matches").click()
    bot = page.url
    matches = page.get_by_role("row").filter(has_text=re.compile("won|drawn|lost"))
    expect(matches.first).to_be_visible()
    print(f"From submit to the first finished match: {time.monotonic() - began:.1f} s")

    page.get_by_role("link", name="Leaderboard").first.click()
    # Once among all bots, and once pinned above them for its owner.
    standings = page.get_by_role("row").filter(has_text="Ada's first")
    expect(standings).to_have_count(2)

    page.goto(bot)
    matches.first.get_by_role("link", name="#").click()
    expect(page.locator("html[data-ready]")).to_be_attached()
    tiles = page.locator("qwirkle-board .pieces > g:not([hidden])")
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile("#t0$"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#t1$"))
    opening = tiles.count()
    assert 1 <= opening <= 6
    page.keyboard.press("End")
    expect(page).not_to_have_url(re.compile("#t1$"))
    assert tiles.count() > 6


def test_a_syntax_error_is_shown_with_its_line(account: Page) -> None:
    page = account
    page.get_by_label("Source").fill(BROKEN)
    page.get_by_role("textbox", name="Name").fill("Broken")
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.get_by_text(re.compile(r"line 2"))).to_be_visible()


def test_a_source_comes_back_after_logging_in_again(account: Page, name: str) -> None:
    page = account
    page.get_by_label("Source").fill("# mine")
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Submit", exact=True).click()
    page.get_by_label("Username or e-mail").fill(name)
    page.get_by_label("Password").first.fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_label("Source")).to_have_value("# mine")


def test_an_endless_loop_is_stopped_and_explained(account: Page) -> None:
    submit(account, "Endless", ENDLESS)
    failed = account.locator(".steps > li.failed")
    expect(failed).to_contain_text("CPU time")
    expect(failed).to_contain_text("sixfold check")


def test_an_illegal_move_is_shown_with_its_position(account: Page) -> None:
    submit(account, "Illegal", ILLEGAL)
    failed = account.locator(".steps > li.failed")
    expect(failed).to_contain_text("Rc@70,70")
    expect(failed).to_contain_text("Position and hand")
    expect(failed).to_contain_text("sixfold check")


def test_a_stranger_may_look_but_is_asked_to_sign_in_before_submitting(
    page: Page, site: str, tmp_path: Path
) -> None:
    page.goto(site)
    expect(page.get_by_role("heading").first).to_be_visible()
    page.goto(f"{site}/ladder/")
    expect(page.get_by_role("row").filter(has_text="greedy")).to_be_visible()
    page.goto(f"{site}/submit/")
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
