"""On a phone every page scrolls downwards only."""

import pytest
from django.test import Client
from playwright.sync_api import Page

from sixfold.accounts.models import User

from .conftest import Gallery

# As in test_viewer.py: the gallery needs a test database.
pytestmark = pytest.mark.django_db

PATHS = [
    "/",
    "/ladder/",
    "/matches/",
    "/live/",
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


@pytest.fixture(scope="session")
def session(gallery: Gallery) -> str:
    """Ada's, made outside of any test's transaction, where the server sees it."""
    client = Client()
    client.force_login(User.objects.get(username="ada"))
    return client.cookies["sessionid"].value


@pytest.fixture
def phone(page: Page, gallery: Gallery, session: str) -> Page:
    """An owner's phone: owners see the most."""
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": gallery.address}])
    page.set_viewport_size({"width": 360, "height": 740})
    return page


@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_no_wider_than_a_phone(phone: Page, gallery: Gallery, path: str) -> None:
    phone.goto(gallery.address + path)
    assert phone.locator("h1").count() == 1
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
