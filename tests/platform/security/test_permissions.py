"""Who may do what: pages.txt and operations.txt, cell by cell, and that nothing is missing."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib import admin
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from sixfold.api import api
from tests.platform.security.rows import OPERATIONS, PAGES, Row
from tests.platform.security.world import SECRETS, World

API = "/api/v1"
WORDS = {
    HTTPStatus.OK: "ok",
    HTTPStatus.CREATED: "ok",
    HTTPStatus.NO_CONTENT: "ok",
    HTTPStatus.FOUND: "moved",
    HTTPStatus.BAD_REQUEST: "bad",
    HTTPStatus.UNAUTHORIZED: "token",
    HTTPStatus.FORBIDDEN: "refused",
    HTTPStatus.NOT_FOUND: "hidden",
    HTTPStatus.CONFLICT: "held",
    HTTPStatus.UNPROCESSABLE_ENTITY: "invalid",
    HTTPStatus.SERVICE_UNAVAILABLE: "unready",
}
LOG_IN = ("/accounts/login/?next=", "/admin/login/?next=")
LISTS = {
    "/ladder/", "/matches/", "/challenges/", "/tournaments/", "/moderation/", "/h2h/",
    "/bots", "/matches", "/challenges", "/games", "/tournaments", "/ladders/two/standings",
}  # fmt: skip
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
BAD_IDS = ("1000000000", "-1", str(2**63), "null", 5_000 * "9")
WITHOUT_TOKEN = {"/language/"}
"""It changes nothing but how pages look, and its token would set a cookie on every visitor."""
INSIDERS = {"owner", "teammate", "staff", "moderator"}
"""Who may read what Ada's bots printed."""
NUMBER = re.compile(r"\{\w+\}|(?<=/v)\d+|(?<=/)\d+(?=/|$)")
"""An id or a number in an address of the tables."""


def ask(world: World, row: Row, who: str, address: str = "", method: str = "") -> Any:
    """Send the request of a row as somebody, and take back what it did."""
    is_page = row in PAGES
    token = "" if is_page else world.tokens.get(who, "")
    client = world.browser(who if is_page else "")
    kind = "application/x-www-form-urlencoded" if is_page else "application/json"
    with transaction.atomic():
        response = client.generic(
            method or row.method,
            world.at(("" if is_page else API) + (address or row.address)),
            world.at(row.body),
            content_type=kind,
            headers={"Authorization": f"Bearer {token}"} if token else {},
        )
        transaction.set_rollback(True)
    return response


def told(response: Any) -> str:
    """What the tables call this answer."""
    if response.headers.get("Location", "").startswith(LOG_IN):
        return "login"
    return WORDS.get(response.status_code, str(response.status_code))


@pytest.mark.parametrize("row", PAGES + OPERATIONS, ids=str)
def test_everybody_is_told_what_the_table_says(world: World, row: Row) -> None:
    answers = {who: ask(world, row, who) for who in row.told}
    assert {who: told(answer) for who, answer in answers.items()} == row.told
    for who in answers.keys() - INSIDERS:
        # A stream goes on for ever; what it tells is tested where it is made.
        text = "" if answers[who].streaming else answers[who].content.decode(errors="replace")
        assert not [secret for secret in SECRETS if secret in text], f"{who} reads a secret"


def test_every_address_of_the_site_has_a_row_or_is_the_administrations(world: World) -> None:
    tried = {resolve(address_of(world, row)).route for row in PAGES + OPERATIONS}
    missing = {route for route in routes(get_resolver()) if not route.startswith("admin/")} - tried
    assert not missing, "say in pages.txt who may ask for these, and by which method"


def test_every_operation_of_the_api_has_a_row(world: World) -> None:
    tried = {(row.method, resolve(address_of(world, row)).route) for row in OPERATIONS}
    described = {
        (method.upper(), path[1:].replace("{", "<").replace("}", ">"))
        for path, methods in api.get_openapi_schema()["paths"].items()
        for method in methods
    }
    assert not described - tried, "say in operations.txt who may carry these out"


def test_a_token_that_may_only_read_changes_nothing(world: World) -> None:
    for row in OPERATIONS:
        if row.method != "GET":
            assert told(ask(world, row, "reader")) == "refused", row


def test_every_address_refuses_the_methods_that_have_no_row(world: World) -> None:
    """So an address that only takes forms shows no page either."""
    allowed: dict[str, set[str]] = {}
    for row in PAGES + OPERATIONS:
        allowed.setdefault(resolve(address_of(world, row)).route, set()).add(row.method)
    first = {resolve(address_of(world, row)).route: row for row in reversed(PAGES + OPERATIONS)}
    for route, row in first.items():
        for method in {*METHODS} - allowed[route]:
            status = ask(world, row, row.insider, method=method).status_code
            if row.address.startswith("/accounts/"):
                # allauth's pages send on who has no business there, whatever the method.
                assert status < HTTPStatus.INTERNAL_SERVER_ERROR, (method, row.address)
            else:
                nothing = row in PAGES and set(row.told.values()) == {"hidden"}
                assert status == (404 if nothing else 405), (method, row.address)


@pytest.mark.parametrize(
    "row", [row for row in PAGES + OPERATIONS if NUMBER.search(row.address)], ids=str
)
def test_a_bad_number_in_an_address_is_no_fault(world: World, row: Row) -> None:
    for number in NUMBER.findall(row.address):
        for bad in BAD_IDS:
            address = row.address.replace(number, bad, 1)
            answer = ask(world, row, row.insider, address)
            assert answer.status_code in (400, 404, 414, 422), address[:80]


def test_what_a_list_is_asked_for_beside_sense_is_no_fault(world: World) -> None:
    lists = [row for row in PAGES + OPERATIONS if row.method == "GET" and row.address in LISTS]
    assert len(lists) == len(LISTS)
    for row in lists:
        for bad in ("-1", str(2**63), 5_000 * "9", ";drop table", 100_000 * "x"):
            asked = urlencode(dict.fromkeys(("before", "bot", "page", "q", "sort"), bad))
            answer = ask(world, row, row.insider, f"{row.address}?{asked}")
            assert answer.status_code in (200, 400, 404, 414, 422), (row.address, bad[:20])


def test_no_form_is_taken_without_its_token(world: World) -> None:
    for row in PAGES:
        if row.method == "POST" and row.address not in WITHOUT_TOKEN:
            browser = world.browser(row.insider, enforce_csrf_checks=True)
            answer = browser.post(world.at(row.address))
            assert answer.status_code == HTTPStatus.FORBIDDEN, row.address


def test_the_administration_is_for_staff_with_permission(world: World) -> None:
    patterns = {route for route in routes(get_resolver()) if route.startswith("admin/")}
    addresses = {"/" + re.sub("<.*?>", "1", route) for route in patterns if "(" not in route}
    for address in addresses - {"/admin/login/"}:
        for who in ("anonymous", "organiser"):
            answer = world.browser(who).get(address)
            assert told(answer) in ("login", "moved"), (who, address)
    for model in admin.site._registry:
        answer = world.browser("staff").get(
            reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        )
        assert answer.status_code == HTTPStatus.FORBIDDEN, model


def address_of(world: World, row: Row) -> str:
    return world.at(("" if row in PAGES else API) + row.address).partition("?")[0]


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """Every pattern of the site, as Django writes the one that an address has led to."""
    for one in resolver.url_patterns:
        route = before + str(one.pattern).removeprefix("^")
        if isinstance(one, URLPattern):
            yield route
        else:
            yield from routes(one, route)
