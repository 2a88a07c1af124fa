"""Pictures of matches for other pages: the board of any turn as SVG, a card of the match as PNG.

The board is framed as the viewer frames it (matches/geometry.js) and made of the same symbols.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import resvg_py
from django.conf import settings
from django.utils.html import escape

from sixfold.matches.story import Story

CELL = 100
CARD = 1200, 630
"""Pixels: what link previews show whole."""
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
    return _svg(
        (x, y, width, height),
        (round(width / 2), round(height / 2)),
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#e2dac9"/>'
        + _board(tiles, (x, y, width, height), fresh, seat),
    )


def card(story: Story, number: int | None) -> bytes:
    """The final board and how the match ended, as PNG of CARD pixels; a tenth of a second of work.

    `number` is the match's, where it is one of ours.
    """
    width, height = CARD
    frame = 40, 40, 700, 550
    x, y, w, h = framed(story.board, frame[2] / frame[3])
    parts = [
        f'<rect width="{width}" height="{height}" fill="#f3f0ea"/>',
        '<rect x="40" y="40" width="700" height="550" rx="24" fill="#e2dac9"/>',
        f'<svg x="40" y="40" width="700" height="550" viewBox="{x} {y} {w} {h}">',
        _board(story.board, (x, y, w, h), (), 0),
        "</svg>",
        '<g transform="translate(780 48) scale(.6)" class="ink-O"><use href="#q-s"/></g>',
        '<text x="856" y="92" font-size="36" fill="#1d2126">Sixfold</text>',
    ]
    if number is not None:
        parts.append(_text(1160, 92, 26, "#5c5f66", f"#{number}", end=True))
    room = min(96, 420 // len(story.seats))
    for row, seat in enumerate(story.standing):
        top = 160 + row * room
        size = round(min(40, room * 0.5))
        name = _fitting(
            seat.name, (1160 - 830 - size * 0.75 * len(str(seat.score))) / (size * 0.72)
        )
        parts += [
            f'<svg x="780" y="{top - size * 0.74:.0f}" width="{size * 0.75:.0f}" '
            f'height="{size * 0.75:.0f}" class="seat-{seat.number}" viewBox="0 0 12 12">'
            f'<use href="#seat-{seat.number}"/></svg>',
            _text(830, top, size, "#1d2126", name),
            _text(1160, top, size, SEATS[seat.number], str(seat.score), end=True),
        ]
    picture = _svg((0, 0, width, height), CARD, "".join(parts))
    return resvg_py.svg_to_bytes(
        svg_string=picture,
        font_files=[str(FONT)],
        skip_system_fonts=True,
        font_family="DejaVu Sans",
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


def _text(x: float, y: float, size: int, fill: str, text: str, *, end: bool = False) -> str:
    anchor = ' text-anchor="end"' if end else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}"{anchor}>{escape(text)}</text>'


def _fitting(text: str, most: float) -> str:
    return text if len(text) <= most else text[: int(most) - 1] + "\N{HORIZONTAL ELLIPSIS}"


def _svg(box: Box, size: tuple[int, int], content: str) -> str:
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
