"""The main pages without scripts, and what they cost with them: bytes, requests, jumps."""

import gzip
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from tests.browser.conftest import Gallery, uncomplaining

PATHS = (
    "/",
    "/ladder/",
    "/matches/",
    "/bots/ada/wanderer/",
    "/tournaments/",
    "/docs/quick-start/",
    "/docs/rules/",
)
SOURCE = "def choose(game):\n    return game.legal_moves()[0]\n"
JUMPS = """
    window.jumps = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.jumps += shift.value;
    }).observe({type: "layout-shift", buffered: true});
"""


@pytest.fixture
def plain(browser: Browser, gallery: Gallery) -> Iterator[Page]:
    """A browser without JavaScript."""
    with browser.new_context(java_script_enabled=False, base_url=gallery.address) as context:
        yield context.new_page()


# As in test_viewer.py: the gallery needs a test database.
@pytest.mark.django_db
def test_a_spectator_needs_no_scripts(plain: Page, gallery: Gallery) -> None:
    plain.goto("/ladder/")
    plain.get_by_label("Bot or owner").fill("nobody")
    plain.get_by_role("button", name="Show", exact=True).click()
    expect(plain).to_have_url(f"{gallery.address}/ladder/?q=nobody")
    expect(plain.get_by_text("No bot is like that.")).to_be_visible()

    plain.get_by_role("link", name="Matches", exact=True).first.click()
    plain.get_by_role("link", name=f"#{gallery.match.pk}", exact=True).click()
    expect(plain.locator(".pieces > g").last).to_be_visible()
    expect(plain.locator("[data-sentence]").first).to_contain_text("Turn 1:")

    plain.get_by_role("button", name="Suomi").click()
    expect(plain.locator("html")).to_have_attribute("lang", "fi")
    expect(plain).to_have_url(gallery.address + gallery.match.get_absolute_url())


def test_an_author_needs_no_scripts(plain: Page) -> None:
    # In no transaction: on SQLite the server could write nothing beside it.
    plain.goto("/accounts/signup/")
    plain.get_by_label("Username").fill("noscript")
    plain.get_by_label("Password").first.fill("correct horse battery staple")
    plain.get_by_role("button", name="Sign up").click()

    plain.get_by_label("Name of the new bot").fill("Plain")
    plain.get_by_label("Or paste your source").fill(SOURCE)
    plain.get_by_role("button", name="Submit", exact=True).click()
    expect(plain.get_by_role("heading", name="Plain v1")).to_be_visible()
    expect(plain.locator(".steps > li")).to_have_count(5)


@pytest.fixture
def newcomer(context: BrowserContext) -> Iterator[Page]:
    """A browser that has nothing of the site yet."""
    page = context.new_page()
    with uncomplaining(page):
        yield page


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
def test_a_page_weighs_little_and_does_not_jump(
    newcomer: Page, gallery: Gallery, path: str
) -> None:
    page = newcomer
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.add_init_script(JUMPS)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(gallery.address + path)
    page.wait_for_selector("html[data-ready]")

    bodies = {answer.url: answer.body() for answer in answers}
    weights = {url: len(gzip.compress(body)) for url, body in bodies.items()}
    assert all(url.startswith(gallery.address) for url in bodies)
    assert len(weights) <= 8, list(weights)
    assert sum(weights.values()) <= 30_000, weights
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.evaluate("jumps") < 0.05
