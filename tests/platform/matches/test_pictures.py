"""Pictures of matches and what links to them look like elsewhere."""

import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.core.files.storage import Storage
from django.test import Client
from django.urls import reverse
from PIL import Image, ImageColor

from arena.record import Record, frames
from sixfold.matches import animation, painting
from sixfold.matches.models import Match
from sixfold.matches.painting import CARD, Table
from sixfold.matches.pictures import INKS, Tile

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
    picture = Image.open(BytesIO(response.content))
    assert (picture.format, picture.size) == ("PNG", CARD)
    again = client.get(
        reverse("card", args=[finished.pk]), headers={"If-None-Match": response["ETag"]}
    )
    assert again.status_code == 304
    records.delete(finished.record_key)
    assert client.get(reverse("card", args=[finished.pk])).content == response.content


def test_a_card_shows_each_tile_where_it_lies(
    finished: Match, record: Record, client: Client
) -> None:
    picture = Image.open(BytesIO(client.get(reverse("card", args=[finished.pk])).content))
    tiles = laid(record)
    table = Table.laid(tiles, painting.BOARD)
    assert all(shows(picture, table, tile) for tile in tiles)


def test_a_moving_picture_lays_the_tiles_turn_by_turn(
    finished: Match, record: Record, client: Client
) -> None:
    response = client.get(reverse("replay_gif", args=[finished.pk]))
    assert response["Content-Type"] == "image/gif"
    picture = Image.open(BytesIO(response.content))
    turns = list(frames(record))
    assert picture.size == animation.SIZE
    assert picture.n_frames == len(turns) + 1  # type: ignore[attr-defined]
    tiles = laid(record)
    table, lying = Table.laid(tiles, animation.BOARD), 0
    for number in range(len(turns) + 1):
        picture.seek(number)
        shown = picture.convert("RGB")
        if number:
            lying = len(turns[number - 1].after.board)
        assert all(shows(shown, table, tile) for tile in tiles[:lying])
        assert not any(shows(shown, table, tile) for tile in tiles[lying:])
    assert picture.info["duration"] == animation.END_MS


def laid(record: Record) -> list[Tile]:
    """Its tiles in the order in which they were laid."""
    tiles: dict[tuple[int, int], Tile] = {}
    for frame in frames(record):
        for (x, y), tile in frame.after.board.items():
            tiles.setdefault((x, y), (x, y, str(tile)))
    return list(tiles.values())


def shows(picture: Image.Image, table: Table, tile: Tile) -> bool:
    """Whether the middle of a cell has about the color of this tile."""
    x, y, name = tile
    left, top = table.at(x, y)
    seen = picture.getpixel((left + table.cell // 2, top + table.cell // 2))
    ink = ImageColor.getrgb(INKS[name[0]])
    assert isinstance(seen, tuple)
    return all(abs(one - other) < 32 for one, other in zip(seen, ink, strict=True))


def test_a_lost_record_has_no_picture(finished: Match, client: Client, records: Storage) -> None:
    records.delete(finished.record_key)
    for name in ("card", "replay_gif", "board_svg"):
        assert client.get(reverse(name, args=[finished.pk])).status_code == 410


def test_a_match_that_was_not_played_has_no_picture(match: Match, client: Client) -> None:
    assert client.get(reverse("card", args=[match.pk])).status_code == 404


def test_a_link_to_a_match_shows_its_board_and_result(finished: Match, client: Client) -> None:
    text = client.get(finished.get_absolute_url()).text
    said = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', text))
    assert said["og:image"] == f"http://testserver/matches/{finished.pk}/card.png"
    assert said["og:url"] == f"http://testserver/matches/{finished.pk}/"
    assert "wins" in said["og:description"]
    assert said["twitter:card"] == "summary_large_image"
