"""The page of a game that needs no network."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from arena.moves import Move, Placement
from arena.player import Ending, Forfeit, InProcess
from arena.record import Record
from arena.referee import Deal, play
from arena.replay import replay
from arena.view import View
from bots_sdk import viewer
from bots_sdk.viewer import MODULES, SITE, page


def greedy(view: View) -> Move:
    return view.legal_moves().best


def giving_up(view: View) -> Move:
    if view.turn > 30:
        raise Forfeit(Ending.EXITED, "<b>It had enough.</b>")
    return view.trades()[0] if view.trades() and view.turn > 25 else greedy(view)


@pytest.fixture(scope="module")
def record() -> Record:
    """A game of three with trades and a forfeit; one seat has a hostile name."""
    players = [InProcess(greedy), InProcess(giving_up), InProcess(greedy)]
    names = ("ada/greedy", "</script><script>alert(1)", "$title & Co")
    return play(players, Deal(b"three" + bytes(27), names))


class Elements(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_needs_nothing_else(record: Record) -> None:
    elements = Elements(page(record)).found
    for tag, attributes in elements:
        assert tag not in ("link", "img", "iframe")
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    assert not re.search(r"@import|url\((?!#)", page(record))


def test_no_template_tag_is_left(record: Record) -> None:
    assert not re.search(r"\{%|\{\{|%\}", page(record).split("<body>")[1])


def test_names_and_reasons_cannot_break_out(record: Record) -> None:
    text = page(record)
    assert text.count("<script") == 3
    elements = Elements(text)
    assert "</script><script>alert(1)" in elements.text
    assert "$title & Co" in elements.text
    assert "<b>" not in text.split("data-seat=")[2].split("</li>")[0]


def test_the_page_holds_the_replay(record: Record) -> None:
    (found,) = re.findall(r'<script id="replay"[^>]*>(.*?)</script>', page(record))
    assert json.loads(found) == json.loads(json.dumps(replay(record)))


def sources() -> str:
    """Of all the viewer's modules, one behind the other."""
    paths = [path for name, path in MODULES.items() if name.startswith("matches/")]
    return "\n".join((SITE / path).read_text("utf-8") for path in paths)


def test_the_page_has_whatever_the_viewer_looks_for(record: Record) -> None:
    """The modules are the site's, so what they ask of the site's page they ask of this one."""
    source = sources()
    elements = Elements(page(record)).found
    attributes = {name for _, found in elements for name in found}
    hooks = set(re.findall(r"\[(data-[a-z-]+)", source))
    # Here is no site: no newer page to take parts over from, and nobody to play on against.
    assert hooks - attributes <= {"data-replaced", "data-here"}
    assert len(hooks) > 15
    ids = {found["id"] for _, found in elements if "id" in found}
    assert set(re.findall(r'"#([a-z-]+)"', source)) <= ids
    used = {(found.get("href") or "")[1:] for tag, found in elements if tag == "use"}
    assert used <= ids


def test_every_button_is_an_action(record: Record) -> None:
    source = sources()
    for _, found in Elements(page(record)).found:
        if "data-do" in found:
            assert re.search(rf"^  {found['data-do']}: ", source, re.MULTILINE), found


def test_every_turn_and_every_seat_is_listed(record: Record) -> None:
    elements = Elements(page(record)).found
    rows = [found for tag, found in elements if found.get("class") == "move"]
    assert [found["data-turn"] for found in rows] == [
        str(number) for number in range(1, len(record.turns) + 1)
    ]
    seats = [found for tag, found in elements if tag == "li" and "data-seat" in found]
    assert len(seats) == 3
    assert "is-out" in str(seats[1]["class"])
    kinds = [int(str(found["data-count"])) for _, found in elements if "data-tile" in found]
    assert len(kinds) == 36
    moves = [turn.move for turn in record.turns if isinstance(turn.move, Placement)]
    assert sum(kinds) == 108 - sum(len(move.tiles) for move in moves)


def test_a_record_without_a_name_has_a_page_too(record: Record) -> None:
    seats = tuple(replace(seat, name="") for seat in record.seats)
    assert "<title>" in page(replace(record, seats=seats))


def test_the_files_of_the_site_are_in_the_wheel() -> None:
    listed = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    for path in (
        *viewer.STYLES,
        *viewer.SPRITES,
        *viewer.MODULES.values(),
        "matches/templates/matches/_camera.html",
        "matches/templates/matches/_keys.html",
    ):
        packed = [f'"bots_sdk/viewer/site/{path}"', '"bots_sdk/viewer/site/matches/static"']
        assert packed[0] in listed or (packed[1] in listed and path.startswith("matches/static"))
