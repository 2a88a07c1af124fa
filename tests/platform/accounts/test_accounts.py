"""People sign up, log in, and get back in when they have forgotten how."""

import re
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from sixfold.accounts.models import User

PASSWORD = "correct horse battery"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def unlimited() -> None:
    """Forget the attempts of earlier tests, which count against the rate limits."""
    cache.clear()


def sign_up(client: Client, name: str, **fields: str) -> User | None:
    data = {"username": name, "password1": PASSWORD, **fields}
    client.post("/accounts/signup/", data)
    return User.objects.filter(username__iexact=name).first()


def test_a_name_and_a_password_are_enough_to_sign_up(client: Client) -> None:
    response = client.post("/accounts/signup/", {"username": "Grace", "password1": PASSWORD})
    assert response.headers["Location"] == "/submit/"
    assert User.objects.get().username == "grace"
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("ada", "A user with that username already exists."),
        ("ADA", "A user with that username already exists."),
        ("house", "Username can not be used. Please use other username."),
        ("a", "at least 2 characters"),
        ("ada lovelace", "Use letters a to z, digits, - and _"),
        ("аda", "Use letters a to z, digits, - and _"),  # noqa: RUF001 - Cyrillic, on purpose
        ("../ada", "Use letters a to z, digits, - and _"),
        ("a" * 31, "at most 30 characters"),
        ("", "This field is required."),
    ],
)
def test_a_name_that_cannot_be_used_is_refused_with_the_reason(
    client: Client, user: User, name: str, reason: str
) -> None:
    response = client.post("/accounts/signup/", {"username": name, "password1": PASSWORD})
    assert reason in response.content.decode()
    assert User.objects.get() == user


@pytest.mark.parametrize("password", ["short", "password123", "5738295720"])
def test_a_weak_password_is_refused(client: Client, password: str) -> None:
    assert sign_up(client, "grace", password1=password) is None


@pytest.mark.parametrize("login", ["ada", "Ada", "ada@example.org"])
def test_a_user_logs_in_by_name_or_mail(client: Client, user: User, login: str) -> None:
    response = client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert response.headers["Location"] == "/"
    assert client.get("/account/").status_code == 200


def test_the_log_in_page_says_what_to_log_in_with(client: Client) -> None:
    assert "Username or e-mail" in client.get("/accounts/login/").text


def test_a_wrong_password_is_refused_and_too_many_are_not_even_tried(
    client: Client, user: User
) -> None:
    wrong = {"login": "ada", "password": "wrong"}
    for _ in range(5):
        assert "not correct" in client.post("/accounts/login/", wrong).content.decode()
    right = {"login": "ada", "password": PASSWORD}
    assert (
        "Too many failed login attempts" in client.post("/accounts/login/", right).content.decode()
    )


def test_logging_out_takes_a_click(client: Client, user: User) -> None:
    client.force_login(user)
    assert client.get("/accounts/logout/").status_code == 200
    assert "_auth_user_id" in client.session
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


def test_a_forgotten_password_is_reset_by_a_link_in_a_mail(client: Client, user: User) -> None:
    client.post("/accounts/password/reset/", {"email": user.email})
    (letter,) = mail.outbox
    link = re.search(r"https?://\S+", str(letter.body))
    assert link is not None
    form = client.get(urlsplit(link.group()).path, follow=True)
    address = form.redirect_chain[-1][0]
    new = "another horse entirely"
    client.post(address, {"password1": new, "password2": new})
    assert "_auth_user_id" in client.session, "nobody types it once more"
    assert client.login(username="ada", password=new)


def test_nobody_learns_whether_an_address_has_an_account(client: Client, user: User) -> None:
    known = client.post("/accounts/password/reset/", {"email": user.email}, follow=True)
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert [letter.to for letter in mail.outbox] == [[user.email]]


def test_the_profile_leads_to_what_can_be_changed(client: Client, user: User) -> None:
    client.force_login(user)
    page = client.get("/account/").content.decode()
    assert user.email in page
    for path in ("/accounts/email/", "/accounts/password/change/"):
        assert path in page
        assert client.get(path).status_code == 200
