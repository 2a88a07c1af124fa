"""Every page, as those who may see it, by what a program can check of WCAG 2.2."""

import re
from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Route

from tests.browser.test_phone import OVER_THE_EDGE
from tests.platform.security.conftest import whole
from tests.platform.security.rows import PAGES, Row
from tests.platform.security.world import World

__all__ = ["whole"]

# As in test_viewer.py: the site needs a test database.
pytestmark = pytest.mark.django_db

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text()
ORIGIN = "http://testserver"
NO_PAGES = re.compile(
    r"\.\w+$|/(source|log|events|metrics|health|ready|checklist|deliveries|choice|state)/?$|^/search/bots/"
)
"""Addresses of files, and of parts that a page asks for."""
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
"""Up to WCAG 2.2 AA, and what else axe advises."""
WITH_EVERYTHING = (
    "/",
    "/ladder/",
    "/bots/ada/swift/",
    "/bots/ada/swift/v3/",
    "/matches/{match}/",
    "/tournaments/cup/",
    "/docs/rules/",
    "/submit/",
)
"""Pages that are also looked at in the dark, and as a guest, an owner and a moderator."""
PEOPLE = ("anonymous", "moderator", "owner")


def seers(row: Row) -> list[str]:
    """Those whose view of a page is looked at, who sees most of it last."""
    let_in = [who for who in PEOPLE if row.told[who] == "ok"]
    return let_in if row.address in WITH_EVERYTHING else let_in[-1:]


PAGES_SEEN = [
    row for row in PAGES if row.method == "GET" and seers(row) and not NO_PAGES.search(row.address)
]


class Site:
    """The site as a browser meets it, within the test's transaction and so without a server."""

    def __init__(self, world: World, context: BrowserContext) -> None:
        self.world = world
        self.client = Client()
        # Playwright answers in a greenlet of its own, which knows nothing of our transaction.
        self.here = copy_context()
        self.page = context.new_page()
        self.page.route("**/*", self.answer)

    def answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path.startswith("/static/"):
            found = finders.find(path.removeprefix("/static/"))
            assert isinstance(found, str), path
            route.fulfill(path=found)
            return
        answer = self.here.run(self.client.get, path)
        body = b"".join(answer) if answer.streaming else answer.content
        # Cookies stay with the client: Chromium drops an answer of ours that sets one.
        headers = {name: value for name, value in answer.headers.items() if name != "Set-Cookie"}
        route.fulfill(status=answer.status_code, headers=headers, body=body)

    def show(self, row: Row, who: str) -> None:
        """Open a page of the tables as one of its people, on a desk and in German."""
        self.client = self.world.browser(who)
        # The language with the longest words, which have to fit too.
        self.client.cookies["django_language"] = "de"
        self.page.set_viewport_size({"width": 1280, "height": 900})
        opened = self.page.goto(ORIGIN + self.world.at(row.address))
        assert opened is not None
        assert opened.status == 200
        self.page.evaluate(AXE)

    def faults(self, rules: object) -> list[str]:
        """What axe finds by these rules, a line for each element."""
        found: Any = self.page.evaluate(
            "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", rules
        )
        return [
            f"{fault['id']}: {node['html'][:200]} {node['failureSummary']}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]


@pytest.fixture(scope="module")
def site(whole: World, browser: Browser) -> Iterator[Site]:
    """One page of the browser for all of them."""
    with browser.new_context() as context:
        yield Site(whole, context)


@pytest.mark.parametrize("row", PAGES_SEEN, ids=lambda row: row.address)
def test_axe_finds_nothing_and_a_phone_scrolls_only_downwards(site: Site, row: Row) -> None:
    for who in seers(row):
        site.show(row, who)
        assert site.faults(LEVELS) == []
        assert site.page.locator("h1").count() == 1
        if row.address in WITH_EVERYTHING:
            site.page.evaluate("document.documentElement.dataset.theme = 'dark'")
            site.page.evaluate("document.documentElement.dataset.palette = 'classic'")
            assert site.faults({"type": "rule", "values": ["color-contrast"]}) == []
        site.page.set_viewport_size({"width": 360, "height": 740})
        assert site.page.evaluate("document.documentElement.scrollWidth") == 360
        assert site.page.evaluate(OVER_THE_EDGE) == []
