"""Pictures of matches and what links to them look like elsewhere."""

import re
import struct
from xml.etree import ElementTree

import pytest
from django.core.files.storage import Storage
from django.test import Client
from django.urls import reverse

from arena.record import Record, frames
from sixfold.matches.models import Match
from sixfold.matches.painting import CARD

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("asked", "turn"), [("?turn=7", 7), ("?turn=0", 0), ("", None)])
def test_the_board_of_any_turn_is_a_picture(
    finished: Match, record: Record, client: Client, asked: str, turn: int | None
) -> None:
    response = client.get(reverse("board_svg", args=[finished.pk]) + asked)

    assert response["Content-Type"] == "image/svg+xml"
    shown = list(frames(record))
    board = shown[-1].after.board if turn is None else shown[turn].before.board
    groups = ElementTree.fromstring(response.content).iterfind(f"{SVG}g")
    places = [group.get("transform") for group in groups]
    assert sorted(places) == sorted(  # type: ignore[type-var]
        f"translate({100 * x} {-100 * y})" for x, y in board
    )


def test_nonsense_for_a_turn_is_the_last_one(finished: Match, client: Client) -> None:
    address = reverse("board_svg", args=[finished.pk])
    last = client.get(address).content
    for asked in ("-1", "x", "9999", "9" * 5000, "1e3", "\N{SUPERSCRIPT TWO}"):
        assert client.get(address, {"turn": asked}).content == last


def test_a_card_is_as_large_as_previews_want_it_and_drawn_once(
    finished: Match, client: Client, records: Storage
) -> None:
    response = client.get(reverse("card", args=[finished.pk]))

    assert response["Content-Type"] == "image/png"
    assert response.content.startswith(b"\x89PNG")
    assert struct.unpack(">II", response.content[16:24]) == CARD
    again = client.get(
        reverse("card", args=[finished.pk]), headers={"If-None-Match": response["ETag"]}
    )
    assert again.status_code == 304
    records.delete(finished.record_key)
    assert client.get(reverse("card", args=[finished.pk])).content == response.content


def test_a_lost_record_has_no_picture(finished: Match, client: Client, records: Storage) -> None:
    records.delete(finished.record_key)
    assert client.get(reverse("card", args=[finished.pk])).status_code == 410
    assert client.get(reverse("board_svg", args=[finished.pk])).status_code == 410


def test_a_match_that_was_not_played_has_no_picture(match: Match, client: Client) -> None:
    assert client.get(reverse("card", args=[match.pk])).status_code == 404


def test_a_link_to_a_match_shows_its_board_and_result(finished: Match, client: Client) -> None:
    text = client.get(finished.get_absolute_url()).text
    said = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', text))
    assert said["og:image"] == f"http://testserver/matches/{finished.pk}/card.png"
    assert said["og:url"] == f"http://testserver/matches/{finished.pk}/"
    assert "wins" in said["og:description"]
    assert said["twitter:card"] == "summary_large_image"
