"""A token is made, shown once, used, and revoked."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from sixfold.accounts import services
from sixfold.accounts.models import Scope, Token, User

ADDRESS = "/account/tokens/"


@pytest.fixture
def ada(client: Client, user: User) -> Client:
    """Ada's browser, logged in."""
    client.force_login(user)
    return client


def issue(user: User, name: str = "laptop", **options: object) -> tuple[Token, str]:
    return services.issue(user=user, name=name, scopes=[Scope.READ], **options)  # type: ignore[arg-type]


def make(client: Client, **fields: str) -> str:
    """The secret of a token made on the page."""
    page = client.post(ADDRESS, {"name": "laptop", "submit": "on", "days": "90", **fields})
    assert page.status_code == 200
    secret = re.search(r"sixfold_[\w-]{43}", page.text)
    assert secret is not None
    return secret.group()


def test_a_token_is_shown_once_and_only_its_digest_is_kept(ada: Client, user: User) -> None:
    secret = make(ada)
    token = user.tokens.get()
    assert secret not in ada.get(ADDRESS).text
    assert token.hint in ada.get(ADDRESS).text
    assert secret not in str(Token.objects.values().get())
    assert services.use(secret) == token


def test_a_page_with_a_secret_is_kept_by_no_cache(ada: Client) -> None:
    page = ada.post(ADDRESS, {"name": "laptop", "days": ""})
    assert "no-store" in page.headers["Cache-Control"]


def test_a_token_may_submit_only_if_that_was_ticked(ada: Client, user: User) -> None:
    make(ada)
    ada.post(ADDRESS, {"name": "dashboard", "days": ""})
    assert user.tokens.get(name="laptop").scopes == [Scope.READ, Scope.SUBMIT]
    assert user.tokens.get(name="dashboard").scopes == [Scope.READ]


def test_a_form_that_is_sent_again_makes_no_second_token(ada: Client, user: User) -> None:
    make(ada)
    again = ada.post(ADDRESS, {"name": "laptop", "submit": "on", "days": "90"})
    assert again.status_code == 422
    assert "You have a token of this name" in again.text
    assert user.tokens.count() == 1


def test_nobody_has_tokens_without_end(user: User) -> None:
    for number in range(services.TOKENS_PER_USER):
        issue(user, str(number))
    with pytest.raises(services.TokenRefused, match="which is the limit"):
        issue(user, "one too many")


def test_a_token_expires(user: User) -> None:
    _token, secret = issue(user, expires_at=timezone.now() + timedelta(minutes=1))
    assert services.use(secret)
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert services.use(secret) is None


def test_the_tokens_of_somebody_who_is_barred_open_nothing(user: User) -> None:
    _token, secret = issue(user)
    User.objects.update(is_active=False)
    assert services.use(secret) is None


def test_the_last_use_is_noted_once_a_minute(user: User) -> None:
    token, secret = issue(user)
    services.use(secret)
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None
    services.use(secret)
    token.refresh_from_db()
    assert token.last_used_at == first
    Token.objects.update(last_used_at=first - timedelta(minutes=2))
    services.use(secret)
    token.refresh_from_db()
    assert token.last_used_at is not None
    assert token.last_used_at >= first


def test_a_revoked_token_opens_nothing(ada: Client, user: User) -> None:
    secret = make(ada)
    page = ada.post(f"{ADDRESS}{user.tokens.get().pk}/revoke/", follow=True)
    assert "The token “laptop” is revoked." in page.text
    assert "You have no tokens." in page.text
    assert services.use(secret) is None


def test_nobody_revokes_the_token_of_another(ada: Client, user: User) -> None:
    token, secret = issue(User.objects.create_user("bob"))
    assert ada.post(f"{ADDRESS}{token.pk}/revoke/").status_code == 404
    assert services.use(secret)


def test_the_staff_sees_tokens_without_their_secrets(client: Client, user: User) -> None:
    token, secret = issue(user)
    client.force_login(User.objects.create_superuser("root"))
    for address in ("/admin/accounts/token/", f"/admin/accounts/token/{token.pk}/change/"):
        page = client.get(address)
        assert page.status_code == 200
        assert token.hint in page.text
        assert token.digest not in page.text
        assert secret not in page.text


def test_an_expired_token_says_so(ada: Client, user: User) -> None:
    issue(user, expires_at=timezone.now() - timedelta(days=1))
    assert "expired" in ada.get(ADDRESS).text
