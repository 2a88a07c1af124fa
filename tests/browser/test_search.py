"""Finding what has a name: a page that follows the typing, and fields that suggest bots."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Gallery

# As in test_viewer.py: the site needs a test database.
pytestmark = pytest.mark.django_db


def test_results_follow_what_is_typed_and_the_address_leads_back_to_them(
    page: Page, gallery: Gallery
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{gallery.address}/about/")
    page.get_by_role("search").get_by_role("searchbox").fill("greedy")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{gallery.address}/search/?q=greedy")
    found = page.locator("#found")
    expect(found.get_by_role("link", name="house/greedy")).to_be_visible()

    field = page.locator("main").get_by_role("searchbox")
    field.fill("third")
    expect(found.get_by_role("link", name="bob/third")).to_be_visible()
    expect(found.get_by_role("link", name="house/greedy")).to_have_count(0)
    expect(page).to_have_url(f"{gallery.address}/search/?q=third")
    expect(field).to_be_focused()

    found.get_by_role("link", name="bob/third").click()
    page.get_by_role("link", name="bob", exact=True).click()
    expect(page.get_by_role("heading", name="bob", exact=True)).to_be_visible()


def test_a_field_for_a_bot_suggests_those_that_go_on_from_it(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.address}/h2h/")
    page.get_by_label("Another bot").press_sequentially("wan")
    # The browser draws a list of suggestions itself, outside of the page.
    offered = page.locator("#id_other_offers option")
    expect(offered).to_have_count(1)
    expect(offered).to_have_attribute("value", "ada/wanderer")
    expect(page.locator("#id_one_offers option")).to_have_count(0)
