"""Who may call the API, how often, and what everybody is told whom it refuses."""

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.utils.html import escape
from pytest_django import Settings

from sixfold.accounts.models import User
from sixfold.bots import api as bots_api
from sixfold.health import Unavailable
from sixfold.matches.models import Match
from tests.platform.api.conftest import Api, Enter

PROBLEM = {"code", "detail", "line", "errors"}


def test_what_is_public_takes_no_token(anybody: Api, match: Match) -> None:
    for path in ("/server", "/bots", "/bots/ada/swift", "/matches", f"/matches/{match.pk}"):
        anybody.get(path)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer sixfold_nobody"}, 401),
        ({"Authorization": "Bearer "}, 401),
        ({"Authorization": "Basic YWRhOmFkYQ=="}, 401),
    ],
)
def test_the_rest_takes_one_that_is_good(
    anybody: Api, headers: dict[str, str], status: int
) -> None:
    response = anybody("GET", "/me", headers=headers)
    assert response.status_code == status
    assert response.headers["WWW-Authenticate"] == "Bearer"
    assert set(response.json()) == PROBLEM


def test_a_bad_token_is_refused_even_where_none_is_needed(anybody: Api) -> None:
    anybody.get("/bots", 401, headers={"Authorization": "Bearer sixfold_old"})


def test_a_token_says_whose_it_is_and_what_it_may(ada: Api, reader: Api) -> None:
    assert ada.get("/me")["username"] == "ada"
    assert ada.get("/me")["token"]["scopes"] == ["read", "submit"]
    assert reader.get("/me")["token"]["scopes"] == ["read"]


def test_somebody_chooses_a_language_and_notices(ada: Api) -> None:
    assert ada.get("/me")["language"] is None
    chosen = ada.patch("/me", {"language": "fi", "failures_mailed": True})
    assert (chosen["language"], chosen["failures_mailed"]) == ("fi", True)
    assert ada.patch("/me", {"failures_mailed": False})["language"] == "fi"
    ada.patch("/me", {"language": "tlh"}, 422)


def test_a_token_that_may_only_read_changes_nothing(reader: Api) -> None:
    refused = reader.post("/bots", {"name": "Swift", "source": "pass"}, 403)
    assert refused["detail"] == "This token may not submit. Make one that may."


def test_a_session_is_not_asked_so_no_other_site_can_act_through_a_browser(
    client: Client, user: User, enter: Enter
) -> None:
    enter("ada", "swift", passed=False)
    client.force_login(user)
    assert client.get("/api/v1/me").status_code == 401
    assert client.get("/api/v1/bots/ada/swift").status_code == 404
    assert client.post("/api/v1/bots/ada/swift/retire").status_code == 401


def test_tokens_are_listed_without_secrets_and_revoked(ada: Api, reader: Api, bob: Api) -> None:
    listed = ada.get("/me/tokens")
    assert [one["name"] for one in listed] == ["dashboard", "laptop"]
    assert "digest" not in listed[0]
    bob("DELETE", f"/me/tokens/{listed[0]['id']}")
    assert reader.get("/me")
    assert ada("DELETE", f"/me/tokens/{listed[0]['id']}").status_code == 204
    reader.get("/me", 401)


def test_every_token_and_every_address_has_a_rate_of_its_own(
    settings: Settings, ada: Api, bob: Api, anybody: Api
) -> None:
    settings.API_PER_MINUTE = 3
    for _ in range(3):
        ada.get("/server")
    refused = ada("GET", "/server")
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert f"Wait {refused.headers['Retry-After']} seconds." in refused.json()["detail"]
    bob.get("/server")
    for _ in range(3):
        anybody.get("/server")
    anybody.get("/server", 429)


def test_wrong_tokens_count_against_their_address(settings: Settings, anybody: Api) -> None:
    settings.API_PER_MINUTE = 2
    wrong = {"Authorization": "Bearer sixfold_guess"}
    for status in (401, 401, 429):
        anybody.get("/me", status, headers=wrong)


def test_a_cache_that_forgets_refuses_nobody(anybody: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "add", lambda *_args, **_kwargs: False)
    anybody.get("/server")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "not-found"),
        ("GET", "/", 404, "not-found"),
        ("GET", "/matches/12345", 404, "not-found"),
        ("GET", "/matches/-1", 422, "invalid"),
        ("GET", "/matches/one", 422, "invalid"),
        ("GET", "/matches?result=won", 422, "invalid"),
        ("GET", "/matches?bot=no/body", 422, "invalid"),
        ("GET", "/bots/no%20name/x", 422, "invalid"),
        ("PUT", "/matches", 405, "method"),
    ],
)
def test_every_fault_has_one_shape(
    anybody: Api, method: str, path: str, status: int, code: str
) -> None:
    response = anybody(method, path)
    body = response.json()
    assert (response.status_code, body["code"]) == (status, code)
    assert set(body) == PROBLEM
    assert bool(body["errors"]) == (code == "invalid")


def test_a_fault_says_where_it_is(anybody: Api) -> None:
    (fault,) = anybody.get("/matches?limit=1000", 422)["errors"]
    assert fault == {
        "where": "query.limit",
        "message": "Input should be less than or equal to 100.",
    }


def test_a_body_that_is_not_json_is_told_its_line(ada: Api) -> None:
    response = ada("POST", "/bots", data='{\n "name": "x",\n}', content_type="application/json")
    assert response.status_code == 422
    assert response.json()["line"] == 3


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (OperationalError("gone"), 503, "unavailable"),
        (Unavailable("away"), 503, "unavailable"),
        (ZeroDivisionError(), 500, "fault"),
    ],
)
def test_our_own_faults_are_problems_too(
    anybody: Api,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    status: int,
    code: str,
) -> None:
    def fail(*_args: object) -> None:
        raise error

    monkeypatch.setattr(bots_api, "visible_bots", fail)
    assert anybody.get("/bots", status)["code"] == code


def test_answers_differ_by_token_and_say_so(anybody: Api) -> None:
    assert "Authorization" in anybody("GET", "/bots").headers["Vary"]


def test_the_description_is_shown_on_a_page_that_needs_no_script(client: Client, db: None) -> None:
    document = client.get("/api/v1/openapi.json").json()
    page = client.get("/api/v1/docs")
    assert page.status_code == 200
    for path, methods in document["paths"].items():
        assert path in page.text
        for operation in methods.values():
            assert f'id="{operation["operationId"]}"' in page.text
            assert escape(operation["description"].partition("\n")[0]) in page.text
            assert {"401", "404", "422", "429"} <= set(operation["responses"])
