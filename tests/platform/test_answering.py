"""What every answer has: a page to read, its language and look, and the word that it is a part."""

from http import HTTPStatus

import pytest
from django.test import Client
from pytest_django import Settings

from sixfold.accounts.models import User

pytestmark = pytest.mark.django_db


def test_an_address_that_only_takes_forms_says_so_in_a_page(client: Client) -> None:
    answer = client.get("/language/", headers={"Accept-Language": "de"})

    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert answer.headers["Allow"] == "POST"
    assert "Diese Adresse zeigt von sich aus nichts" in answer.text


@pytest.mark.parametrize("path", ["/live/", "/nowhere/", "/language/"])
def test_no_part_of_a_page_is_taken_for_the_page(client: Client, path: str) -> None:
    assert "HX-Request" in client.get(path).headers["Vary"]


def test_the_page_of_a_fault_is_in_the_visitor_s_language_and_theme(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.raise_request_exception = False
    client.cookies["theme"] = "dark"
    monkeypatch.delattr("sixfold.matches.views.busy.render")

    answer = client.get("/live/", headers={"Accept-Language": "fi"})

    assert answer.status_code == HTTPStatus.INTERNAL_SERVER_ERROR
    assert '<html lang="fi" data-theme="dark">' in answer.text


def test_a_form_that_was_sent_too_late_leads_back_to_its_page(client: Client, user: User) -> None:
    page = "/bots/ada/swift/?seats=2"
    answer = client.post("/bots/ada/swift/retire/", headers={"Referer": f"http://testserver{page}"})

    assert answer.headers["Location"] == "/accounts/login/?next=/bots/ada/swift/%3Fseats%3D2"
    assert "not logged in any more" in client.get(answer.headers["Location"]).text


@pytest.mark.parametrize("referer", ["", "https://example.org/", "//example.org"])
def test_a_form_from_nowhere_leads_to_its_own_address(client: Client, referer: str) -> None:
    answer = client.post("/challenges/new/", headers={"Referer": referer} if referer else {})

    assert answer.headers["Location"] == "/accounts/login/?next=/challenges/new/"


def test_what_htmx_asks_for_is_no_page_to_log_in(client: Client, settings: Settings) -> None:
    answer = client.get("/teams/", headers={"HX-Request": "true"})

    assert (answer.status_code, answer.content) == (HTTPStatus.OK, b"")
    assert answer.headers["HX-Refresh"] == "true"
