"""Ways in beside a password: a second factor, GitHub where that is set up, a proved address."""

import json
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import hotp_value, yield_hotp_counters_from_time
from allauth.socialaccount.providers.github.views import GitHubOAuth2Adapter
from django.core import mail
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertNotContains

from sixfold.accounts.checks import a_public_site_can_send_mail
from sixfold.accounts.models import User

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def unlimited() -> None:
    cache.clear()


@pytest.fixture
def ada(client: Client, user: User) -> Client:
    """Ada's browser, in which she has just given her password again."""
    client.force_login(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def code(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return f"{hotp_value(secret, counter):06}"


def activate(browser: Client) -> tuple[str, list[str]]:
    """Set up a second factor; its secret and the recovery codes."""
    page = browser.get("/accounts/2fa/totp/activate/")
    secret = re.search(r'value="([A-Z2-7]{32})"', page.text)
    assert secret is not None
    assertContains(page, 'src="data:image/svg+xml')
    done = browser.post("/accounts/2fa/totp/activate/", {"code": code(secret.group(1))})
    assert done.status_code == 302, done.text
    codes = browser.get("/accounts/2fa/recovery-codes/")
    return secret.group(1), re.findall(
        r"^\d{8}$", codes.text.replace("<", "\n").replace(">", "\n"), re.MULTILINE
    )


def test_with_a_second_factor_the_password_alone_is_not_enough(ada: Client) -> None:
    _secret, codes = activate(ada)
    assert len(codes) == 10
    assertContains(ada.get("/account/"), ">on</span>")
    thief = Client()
    page = thief.post("/accounts/login/", {"login": "ada", "password": PASSWORD})
    assert page.headers["Location"].startswith("/accounts/2fa/authenticate/")
    assert "_auth_user_id" not in thief.session
    assertContains(thief.post("/accounts/2fa/authenticate/", {"code": "000000"}), "Incorrect code")
    thief.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert "_auth_user_id" in thief.session, "a recovery code lets in"


def test_codes_are_not_tried_without_end(ada: Client) -> None:
    activate(ada)
    thief = Client()
    thief.post("/accounts/login/", {"login": "ada", "password": PASSWORD})
    pages = [thief.post("/accounts/2fa/authenticate/", {"code": f"{n:06}"}) for n in range(12)]
    assert "Too many failed login attempts" in pages[-1].text


def test_the_administration_asks_for_the_second_factor_too(client: Client, user: User) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    assert client.get("/admin/login/").headers["Location"].startswith("/accounts/login/")
    assert (
        client.post("/admin/login/", {"username": "ada", "password": PASSWORD}).status_code == 302
    )
    assert "_auth_user_id" not in client.session


@pytest.fixture
def github(settings: Settings) -> None:
    app = {"client_id": "an-app", "secret": "its secret"}
    settings.SOCIALACCOUNT_PROVIDERS = {"github": {"APPS": [app]}}


@pytest.mark.django_db
def test_there_is_no_button_where_github_is_not_set_up(client: Client) -> None:
    assertNotContains(client.get("/accounts/login/"), "GitHub")
    assert client.post("/accounts/github/login/").status_code == 404


@pytest.mark.django_db
def test_somebody_signs_up_by_github(
    client: Client, github: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assertContains(client.get("/accounts/login/"), "Go on with GitHub")
    begun = client.post("/accounts/github/login/?process=login")
    assert begun.headers["Location"].startswith("https://github.com/login/oauth/authorize")
    state = re.search(r"state=([\w-]+)", begun.headers["Location"])
    assert state is not None

    class Answer:
        """What GitHub says of Grace."""

        status_code = 200
        headers: dict[str, str] = {"content-type": "application/json"}  # noqa: RUF012

        def __init__(self, told: Any) -> None:
            self.told, self.text = told, json.dumps(told)

        def json(self) -> Any:
            return self.told

        def raise_for_status(self) -> None:
            """All is well."""

    def get(_session: object, url: str, **_options: object) -> Answer:
        if url.endswith("/emails"):
            return Answer([{"email": "grace@example.org", "verified": True, "primary": True}])
        return Answer({"id": 7, "login": "Grace-H", "name": "Grace", "email": None})

    monkeypatch.setattr("requests.sessions.Session.get", get)
    monkeypatch.setattr(
        "allauth.socialaccount.providers.oauth2.client.OAuth2Client.get_access_token",
        lambda *_args, **_options: {"access_token": "x", "token_type": "bearer"},
    )
    assert GitHubOAuth2Adapter.provider_id == "github"
    client.get(f"/accounts/github/login/callback/?code=abc&state={state.group(1)}")
    grace = User.objects.get()
    assert grace.username == "grace-h"
    assert EmailAddress.objects.get(user=grace).verified
    assert "_auth_user_id" in client.session


@pytest.mark.django_db
def test_a_public_site_wants_a_proved_address(client: Client, settings: Settings) -> None:
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
    asked = {"username": "grace", "password1": PASSWORD}
    assertContains(client.post("/accounts/signup/", asked), "This field is required")
    client.post("/accounts/signup/", {**asked, "email": "grace@example.org"})
    assert "_auth_user_id" not in client.session
    entering = "/accounts/confirm-email/"
    assertContains(client.get(entering), "grace@example.org")
    client.post(entering, {"action": "change", "email": "grace@example.net"})
    (mistyped, sent) = mail.outbox
    assert (mistyped.to, sent.to) == (["grace@example.org"], ["grace@example.net"])
    code = re.search(r"^\w{4}-\w{4}$", str(sent.body), re.MULTILINE)
    assert code is not None
    assert code.group() in sent.subject
    assert client.post(entering, {"code": code.group()}).headers["Location"] == "/submit/"
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize(
    ("public", "backend", "warnings"),
    [(True, "console", 1), (True, "smtp", 0), (False, "console", 0)],
)
def test_a_public_site_that_cannot_send_mail_is_warned_of(
    settings: Settings, public: bool, backend: str, warnings: int
) -> None:
    settings.PUBLIC = public
    settings.EMAIL_BACKEND = f"django.core.mail.backends.{backend}.EmailBackend"
    assert len(a_public_site_can_send_mail()) == warnings


def test_whoever_runs_the_site_is_reached_where_they_have_said_how(
    client: Client, db: None, settings: Settings
) -> None:
    pages = ("/about/", "/accounts/inactive/", "/accounts/password/reset/")
    assertNotContains(client.get("/about/"), "Contact")
    settings.CONTACT = "mailto:olga@example.org"
    for page in pages:
        assertContains(client.get(page), 'href="mailto:olga@example.org"', count=2)


def test_whoever_wants_it_is_mailed_about_failures(ada: Client, user: User) -> None:
    assertContains(ada.get("/account/"), "takes an e-mail address that you have verified")
    ada.post("/account/", {"failures_mailed": "on"})
    user.refresh_from_db()
    assert (user.failures_mailed, user.site) == (True, "http://testserver")
    ada.post("/account/", {})
    user.refresh_from_db()
    assert not user.failures_mailed
