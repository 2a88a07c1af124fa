"""Pictures made of pixels: the card of a match, painted with tiles that were drawn once.

To draw a hundred tiles as vectors takes a quarter of a second; to paste pictures of them, nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO

import resvg_py
from PIL import Image, ImageDraw, ImageFont

from arena.tiles import TILES
from sixfold.matches.pictures import CELL, FONT, LINEN, PAPER, SEATS, Box, Tile, framed, svg
from sixfold.matches.story import Story

CARD = 1200, 630
"""Pixels: what link previews show whole."""
BOARD = 40, 40, 700, 550
"""Where the board is on a card."""
INK, QUIET = "#1d2126", "#5c5f66"
SIZES = 32
"""Sizes of tiles that a process keeps the pictures of; each takes 0.1 MB."""


@dataclass(frozen=True, slots=True)
class Table:
    """How a board lies in a part of a picture: each cell is as many whole pixels."""

    part: tuple[int, int, int, int]
    cell: int
    left: int
    top: int
    """Of the cell (0, 0)."""

    @classmethod
    def laid(cls, tiles: Sequence[Tile], part: tuple[int, int, int, int]) -> "Table":
        """So that all tiles are seen, framed as the viewer frames them."""
        x, y, width, height = part
        left, top, across, down = framed(tiles, width / height)
        cell = int(CELL * width / across)
        middle = left + across / 2, top + down / 2
        return cls(
            part,
            cell,
            round(x + width / 2 - middle[0] * cell / CELL),
            round(y + height / 2 - middle[1] * cell / CELL),
        )

    def at(self, x: int, y: int) -> tuple[int, int]:
        """The upper left pixel of a cell."""
        return self.left + self.cell * x, self.top - self.cell * y

    def paint_dots(self, image: Image.Image) -> None:
        """Where four cells meet, as the board of the site has it."""
        x, y, width, height = self.part
        dot = sprites(self.cell)["dot"]
        half = self.cell // 2
        for left in range(x + (self.left - x) % self.cell, x + width, self.cell):
            for top in range(y + (self.top - y) % self.cell, y + height, self.cell):
                image.paste(dot, (left - half, top - half), dot)

    def paint(self, image: Image.Image, tiles: Iterable[Tile]) -> None:
        """Lay these tiles."""
        pictures = sprites(self.cell)
        for x, y, tile in tiles:
            image.paste(pictures[tile], self.at(x, y), pictures[tile])


def card(story: Story, number: int) -> bytes:
    """The final board and how the match with this number ended, as PNG of CARD pixels."""
    image = _empty_card().copy()
    table = Table.laid(story.board, BOARD)
    table.paint_dots(image)
    table.paint(image, story.board)
    draw = ImageDraw.Draw(image)
    draw.text((1160, 92), f"#{number}", QUIET, font(26), "rs")
    room = min(96, 400 // len(story.seats))
    size = round(min(40, room * 0.5))
    for row, seat in enumerate(story.standing):
        top, color = 180 + row * room, SEATS[seat.number]
        mark = seat_mark(seat.number, round(size * 0.75))
        image.paste(mark, (780, top - mark.height), mark)
        draw.text((1160, top), str(seat.score), color, font(size), "rs")
        most = 1140 - 830 - font(size).getlength(str(seat.score))
        draw.text((830, top), fitting(seat.name, size, most), INK, font(size), "ls")
    stored = BytesIO()
    image.save(stored, "PNG")
    return stored.getvalue()


@lru_cache(SIZES)
def sprites(cell: int) -> dict[str, Image.Image]:
    """By its notation each tile at so many pixels, and "dot"."""
    drawn = {
        str(tile): f'<g class="ink-{tile.color.value}"><use href="#q-{tile.shape.value}"/></g>'
        for tile in TILES
    }
    drawn["dot"] = '<circle class="dot" cx="50" cy="50" r="3.5"/>'
    row = "".join(
        f'<g transform="translate({CELL * place} 0)">{each}</g>'
        for place, each in enumerate(drawn.values())
    )
    sheet = rendered(row, (0, 0, CELL * len(drawn), CELL), (cell * len(drawn), cell))
    return {
        name: sheet.crop((cell * place, 0, cell * (place + 1), cell))
        for place, name in enumerate(drawn)
    }


@lru_cache(SIZES)
def seat_mark(number: int, size: int) -> Image.Image:
    """What a seat is told by, beside its color."""
    use = f'<g class="seat-{number}"><use href="#seat-{number}" width="12" height="12"/></g>'
    return rendered(use, (0, 0, 12, 12), (size, size))


@cache
def _empty_card() -> Image.Image:
    """What all cards have."""
    x, y, width, height = BOARD
    return rendered(
        f'<rect width="{CARD[0]}" height="{CARD[1]}" fill="{PAPER}"/>'
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="24" fill="{LINEN}"/>'
        '<g transform="translate(780 48) scale(.6)" class="ink-O"><use href="#q-s"/></g>'
        f'<text x="856" y="92" font-size="36" fill="{INK}">Sixfold</text>',
        (0, 0, *CARD),
        CARD,
    ).convert("RGB")


def rendered(content: str, box: Box, size: tuple[int, int]) -> Image.Image:
    """A drawing as pixels."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg(box, size, content),
        font_files=[str(FONT)],
        skip_system_fonts=True,
        font_family="DejaVu Sans",
    )
    return Image.open(BytesIO(png)).convert("RGBA")


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """At so many pixels."""
    return ImageFont.truetype(FONT, size)


def fitting(text: str, size: int, most: float) -> str:
    """As much of a text as has room in so many pixels."""
    whole = font(size)
    if whole.getlength(text) <= most:
        return text
    while text and whole.getlength(f"{text}\N{HORIZONTAL ELLIPSIS}") > most:
        text = text[:-1]
    return f"{text}\N{HORIZONTAL ELLIPSIS}"
