"""The board of any turn as a picture for other pages, and what all such pictures are made of.

It is framed as the viewer frames it (matches/geometry.js) and made of the same symbols.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

CELL = 100
FONT = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
SPRITE = settings.PROJECT / "templates" / "includes" / "_sprite.html"
ICONS = Path(__file__).parent / "templates" / "matches" / "_icons.html"

# The light theme of css/site.css with the palette that everybody can tell apart: a picture on
# another page cannot ask what its visitor has chosen.
INKS = {
    "R": "#d7434c",
    "O": "#f19314",
    "Y": "#fdfe31",
    "G": "#55ecbc",
    "B": "#7ca9ee",
    "P": "#9f4bf6",
}
LINEN, PAPER = "#e2dac9", "#f3f0ea"
"""Below the tiles, and around the board."""
SEATS = ("#0e7490", "#b4530f", "#6d3fc0", "#3d7a1f", "#b0246f", "#4b5768")
STYLE = (
    "text{font-family:'DejaVu Sans',sans-serif;font-weight:700}.dot{fill:#b9ad97}"
    + "".join(f".ink-{letter}{{color:{ink};fill:{ink}}}" for letter, ink in INKS.items())
    + "".join(f".seat-{seat}{{color:{ink};fill:{ink}}}" for seat, ink in enumerate(SEATS))
)

Tile = tuple[int, int, str]
Box = tuple[float, float, float, float]


def board(replay: dict[str, Any], turn: int | None = None) -> str:
    """The board after so many turns, the last one where none is named or there are not so many."""
    moves = replay["moves"][:turn]
    tiles = [tile for move in moves for tile in move.get("tiles", ())]
    fresh = moves[-1].get("tiles", ()) if moves else ()
    seat = moves[-1]["p"] if moves else 0
    x, y, width, height = framed(tiles, 12 / 8)
    return svg(
        (x, y, width, height),
        (round(width / 2), round(height / 2)),
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{LINEN}"/>'
        + _board(tiles, (x, y, width, height), fresh, seat),
    )


def framed(tiles: Sequence[Tile], ratio: float) -> Box:
    """The part of the plane to show, in units of a hundredth of a cell: (x, y, width, height)."""
    columns = [CELL * x for x, _y, _tile in tiles] or [0]
    rows = [-CELL * y for _x, y, _tile in tiles] or [0]
    width = max(max(columns) - min(columns) + 3.4 * CELL, 12 * CELL)
    height = max(max(rows) - min(rows) + 3.4 * CELL, 8 * CELL)
    width, height = max(width, height * ratio), max(height, width / ratio)
    left = (min(columns) + max(columns) + CELL - width) / 2
    top = (min(rows) + max(rows) + CELL - height) / 2
    return round(left), round(top), round(width), round(height)


def _board(tiles: Iterable[Tile], box: Box, fresh: Iterable[Tile], seat: int) -> str:
    x, y, width, height = box
    dots = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="url(#q-dots)"/>'
    pieces = "".join(
        f'<g class="ink-{tile[0]}" transform="translate({CELL * column} {-CELL * row})">'
        f'<use href="#q-{tile[1]}"/></g>'
        for column, row, tile in tiles
    )
    rings = "".join(
        f'<rect x="{CELL * column - 0.5}" y="{-CELL * row - 0.5}" width="101" height="101" rx="19"'
        f' fill="none" stroke="{SEATS[seat]}" stroke-width="8"/>'
        for column, row, _tile in fresh
    )
    return f"{dots}{pieces}{rings}"


def svg(box: Box, size: tuple[int, int], content: str) -> str:
    """A picture of its own, with the symbols and the colors of the site."""
    view = " ".join(map(str, box))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{size[0]}"'
        f' height="{size[1]}"><style>{STYLE}</style>{_symbols()}{content}</svg>'
    )


@cache
def _symbols() -> str:
    """The drawings that pages have, without the elements around them."""
    texts = (file.read_text("utf-8") for file in (SPRITE, ICONS))
    return "".join(
        text[text.index("<defs>") : text.index("</defs>") + len("</defs>")] for text in texts
    )
