"""What is printed is black on white and fits a sheet of A4, whatever the screen shows."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Gallery

# As in test_viewer.py: the gallery needs a test database.
pytestmark = pytest.mark.django_db

SHEET = ViewportSize(width=718, height=1047)
"""A4 with margins of a centimetre, in the pixels of a style sheet."""
PATHS = ("/ladder/", "/matches/", "/matches/{match}/", "/bots/ada/wanderer/", "/docs/rules/")


@pytest.mark.parametrize("path", PATHS)
def test_a_page_of_the_dark_theme_prints_light_and_as_wide_as_a_sheet(
    page: Page, gallery: Gallery, path: str
) -> None:
    page.context.add_cookies([{"name": "theme", "value": "dark", "url": gallery.address}])
    page.set_viewport_size(SHEET)
    page.emulate_media(media="print")
    page.goto(gallery.address + path.format(match=gallery.crowded_match.pk))
    expect(page.locator(".site-header")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == SHEET["width"]
    colours = page.evaluate(
        "[getComputedStyle(document.documentElement).backgroundColor,"
        " getComputedStyle(document.body).color]"
    )
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
