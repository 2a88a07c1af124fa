"""What goes wrong between browser and site: an answer that fails, a second click, the way back."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Gallery

# As in test_viewer.py: the gallery needs a test database.
pytestmark = pytest.mark.django_db


def has_come(page: Page, place: str) -> None:
    """Do not wait until the page asks for the module of this element by itself."""
    page.locator(place).evaluate("async ({ dataset }) => { await import(dataset.later); }")


def test_what_cannot_be_brought_up_to_date_stays_and_says_so(tab: Page, gallery: Gallery) -> None:
    tab.goto(f"{gallery.address}/live/")
    has_come(tab, ".stale")
    before = tab.locator("#busy").inner_text()
    told = tab.get_by_text("The site does not answer just now")
    tab.evaluate("htmx.ajax('GET', '/nowhere/', '#busy')")
    expect(told).to_be_hidden()
    tab.evaluate("htmx.ajax('GET', '/nowhere/', '#busy')")
    expect(told).to_be_visible()
    assert tab.locator("#busy").inner_text() == before
    tab.evaluate("htmx.ajax('GET', '/live/', {target: '#busy', swap: 'outerMorph'})")
    expect(told).to_be_hidden()


def test_the_way_back_leads_to_the_page_and_not_to_a_part_of_it(
    page: Page, gallery: Gallery
) -> None:
    page.goto(f"{gallery.address}/live/")
    page.evaluate("fetch('/live/', {headers: {'HX-Request': 'true'}}).then(it => it.text())")
    page.goto(f"{gallery.address}/docs/rules/")
    page.go_back()
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".site-header")).to_be_visible()


def test_a_form_that_is_sent_twice_is_sent_once_and_with_the_token_of_now(
    window: BrowserContext, page: Page, gallery: Gallery
) -> None:
    sent: list[str | None] = []
    page.goto(f"{gallery.address}/accounts/signup/")
    has_come(page, "main")
    page.on("request", lambda one: sent.append(one.post_data) if one.method == "POST" else None)
    page.get_by_label("Username").fill("twice")
    page.get_by_label("Password").first.fill("correct horse battery")
    token = "a" * 32
    window.add_cookies([{"name": "csrftoken", "value": token, "url": gallery.address}])
    page.route("**/accounts/signup/", lambda route: route.fulfill(status=204))
    page.evaluate("for (const _ of 'ab') document.querySelector('main form').requestSubmit()")
    page.wait_for_function("'sent' in document.querySelector('main form').dataset")
    assert len(sent) == 1
    assert f"csrfmiddlewaretoken={token}" in (sent[0] or "")
