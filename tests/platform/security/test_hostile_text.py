"""Text that somebody has stored stays text on every page, and every page keeps scripts out."""

import csv
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.apps import apps
from django.db.models import CharField, Model, SlugField, TextField, Value
from django.db.models.functions import Cast, Concat
from django.test import Client

from sixfold.accounts.models import User
from tests.platform.security.rows import PAGES
from tests.platform.security.world import HOSTILE, World

WORKS = {
    "username", "password", "digest", "sha256", "record_key", "record_sha256", "log_key", "host",
    "url",
}  # fmt: skip
"""Fields by which the site works, and which hold nothing that anybody has written."""
MET = {
    "owner": {"/account/tokens/", "/bots/ada/swift/v3/", "/matches/{match}/log/0/"},
    "moderator": {"/bots/ada/swift/", "/matches/{match}/", "/tournaments/cup/", "/moderation/"},
}
"""Some of the pages that have to show a hostile text, as text."""
SHOWN = [row for row in PAGES if row.method == "GET" and set(row.told.values()) & {"ok"}]


class Elements(HTMLParser):
    """What a browser makes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if any(name.startswith("on") or name == "style" for name in given):
            self.faults.append(f"<{tag} {given}>")
        if tag == "img" and given.get("src") == "x":
            self.faults.append("an element that was somebody's text")
        runs = tag == "script" and not str(given.get("type", "")).endswith("json")
        if runs and "src" not in given and "nonce" not in given:
            self.faults.append("an inline script without a nonce")


def texts(model: type[Model]) -> Iterator[str]:
    """The fields of a model that hold what somebody has written."""
    for field in model._meta.fields:
        text = isinstance(field, CharField | TextField) and not isinstance(field, SlugField)
        free = text and not (field.choices or field.primary_key or field.name in WORKS)
        if free and (field.max_length or 1_000) > len(HOSTILE) + 8:
            yield field.name


@pytest.fixture
def poisoned(world: World) -> World:
    """The site with a hostile text in every field of every row that can hold one."""
    poisoned = set()
    for model in apps.get_models():
        if model.__module__.startswith("sixfold."):
            for name in texts(model):
                text = Concat(Value(HOSTILE), Cast("pk", CharField()))
                model._base_manager.update(**{name: text})
                poisoned.add(f"{model._meta.label_lower}.{name}")
    assert {"bots.bot.name", "bots.submission.note", "tournaments.tournament.name"} <= poisoned
    return world


@pytest.mark.parametrize("who", ["owner", "moderator"])
def test_no_stored_text_becomes_an_element_of_any_page(poisoned: World, who: str) -> None:
    browser, met = poisoned.browser(who), set()
    for row in SHOWN:
        if row.told[who] == "ok":
            answer = browser.get(poisoned.at(row.address))
            assert answer.headers["X-Content-Type-Options"] == "nosniff", row.address
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy, row.address
            assert "unsafe" not in policy, row.address
            if answer.headers["Content-Type"].startswith("text/html"):
                assert not Elements(answer.text).faults, row.address
                met |= {row.address} if "&lt;img src=x" in answer.text else set()
    assert met >= MET[who], "pages that show what was stored"


def test_a_table_for_a_spreadsheet_holds_no_formula(world: World, client: Client) -> None:
    User.objects.filter(username="ada").update(username="=ada")
    for name in ("standings", "games"):
        table = client.get(f"/tournaments/league/{name}.csv").text
        cells = [cell for line in csv.reader(table.splitlines()) for cell in line]
        assert "'=ada/swift" in cells or name == "games"
        assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]
