"""On a phone every page scrolls downwards only."""

import pytest
from playwright.sync_api import Page

from .conftest import Gallery

# As in test_viewer.py: the gallery needs a test database.
pytestmark = pytest.mark.django_db

SIDEWAYS = """[...document.querySelectorAll(".table-scroll:not(:has(.cross))")]
    .filter(box => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
    .map(box => box.textContent.replace(/\\s+/g, " ").slice(0, 80))"""
"""The tables of which it shows no more than a part; everybody against everybody may be one."""
OVER_THE_EDGE = """[...document.querySelectorAll(".card")]
    .filter(card => card.checkVisibility() && card.scrollWidth > card.clientWidth)
    .map(card => card.textContent.replace(/\\s+/g, " ").slice(0, 80))"""
"""The cards whose content sticks out of them."""
PATHS = [
    "/",
    "/ladder/",
    "/matches/",
    "/live/",
    "/replay/",
    "/matches/{match}/",
    "/matches/{match}/embed/",
    "/about/",
    "/bots/ada/wanderer/",
    "/bots/ada/wanderer/v1/",
    "/submit/",
    "/account/",
    "/docs/quick-start/",
    "/docs/rules/",
    "/docs/limits/",
    "/docs/ratings/",
    "/docs/tournaments/",
    "/tournaments/",
    "/challenges/",
    "/challenges/new/",
]


@pytest.fixture
def phone(page: Page, gallery: Gallery, session: str) -> Page:
    """An owner's phone: owners see the most."""
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": gallery.address}])
    page.set_viewport_size({"width": 360, "height": 740})
    return page


@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_no_wider_than_a_phone(phone: Page, gallery: Gallery, path: str) -> None:
    phone.goto(gallery.address + path.format(match=gallery.match.pk))
    assert phone.locator("h1").count() == 1
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    assert phone.evaluate(SIDEWAYS) == []
    assert phone.evaluate(OVER_THE_EDGE) == []


@pytest.mark.parametrize("language", ["en", "fi", "sv", "de"])
def test_a_page_s_head_takes_two_rows_and_shows_all_of_them(
    phone: Page, gallery: Gallery, session: str, language: str
) -> None:
    for cookies in ({"sessionid": session}, {}):
        chosen = {**cookies, "django_language": language}
        phone.context.clear_cookies()
        phone.context.add_cookies(
            [{"name": name, "value": said, "url": gallery.address} for name, said in chosen.items()]
        )
        phone.goto(f"{gallery.address}/challenges/")
        assert phone.evaluate("document.querySelector('.site-header').offsetHeight") <= 104
        assert phone.evaluate(
            "[...document.querySelectorAll('.site-header, .site-nav')]"
            ".every(row => row.scrollWidth <= row.clientWidth)"
        )
