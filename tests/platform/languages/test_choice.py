"""Which language an answer is in: by choice, by browser, and English otherwise."""

import pytest
from django.test import Client

from sixfold.accounts.models import User

pytestmark = pytest.mark.django_db

RULES = "/docs/rules/"


@pytest.mark.parametrize(
    ("asked", "given"),
    [("fi,en;q=0.5", "fi"), ("de-AT", "de"), ("nl, sv;q=0.8", "sv"), ("nl", "en")],
)
def test_a_browser_gets_the_first_language_that_it_asks_for_and_the_site_has(
    client: Client, asked: str, given: str
) -> None:
    answer = client.get(RULES, headers={"Accept-Language": asked})

    assert answer.headers["Content-Language"] == given
    assert f'<html lang="{given}"' in answer.text


def test_a_choice_is_remembered_whatever_the_browser_asks_for(client: Client) -> None:
    answer = client.post("/language/", {"language": "sv", "next": RULES})

    assert answer.headers["Location"] == RULES
    assert client.cookies["django_language"]["max-age"] == 365 * 24 * 60 * 60
    chosen = client.get(RULES, headers={"Accept-Language": "fi"})
    assert chosen.headers["Content-Language"] == "sv"


def test_a_choice_follows_somebody_to_every_browser_that_they_log_in_with(
    client: Client, user: User
) -> None:
    client.force_login(user)
    client.post("/language/", {"language": "sv", "next": RULES})
    client.post("/language/", {"language": "tlh"})
    user.refresh_from_db()
    assert user.language == "sv"
    user.set_password("correct horse battery")
    user.save()
    elsewhere = Client(headers={"Accept-Language": "fi"})
    elsewhere.post("/accounts/login/", {"login": "ada", "password": "correct horse battery"})
    assert elsewhere.get(RULES).headers["Content-Language"] == "sv"


def test_the_chooser_says_which_language_is_the_present_one(client: Client) -> None:
    page = client.get(RULES, headers={"Accept-Language": "de"}).text

    assert (
        '<button name="language" value="de" lang="de" aria-current="true">Deutsch</button>' in page
    )
    assert '<button name="language" value="en" lang="en">English</button>' in page
    assert f'<input type="hidden" name="next" value="{RULES}">' in page
    assert page.count('aria-current="true"') == 1


def test_a_language_that_the_site_does_not_have_changes_nothing(client: Client) -> None:
    client.post("/language/", {"language": "tlh", "next": RULES})

    assert client.get(RULES).headers["Content-Language"] == "en"


def test_a_choice_leads_to_no_other_site(client: Client) -> None:
    answer = client.post("/language/", {"language": "fi", "next": "https://example.org/"})

    assert answer.headers["Location"] == "/"


def test_a_choice_is_made_by_sending_a_form_only(client: Client) -> None:
    assert client.get("/language/").status_code == 405


@pytest.mark.parametrize("path", [RULES, "/", "/nowhere/"])
def test_caches_keep_the_languages_apart(client: Client, path: str) -> None:
    varying = client.get(path).headers["Vary"]

    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in varying.split(",")}
