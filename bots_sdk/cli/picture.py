"""Draws tiles, boards and positions in the terminal, two columns a cell."""

import sys
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from rich.console import Console
from rich.style import Style
from rich.text import Text

from arena.board import Board
from arena.cells import Cell
from arena.tiles import Color, Shape, Tile

# The site's own, which are told apart with every kind of colour vision.
INK = {
    Color.RED: "#d7434c",
    Color.ORANGE: "#f19314",
    Color.YELLOW: "#fdfe31",
    Color.GREEN: "#55ecbc",
    Color.BLUE: "#7ca9ee",
    Color.PURPLE: "#9f4bf6",
}
FACE, FRESH = "#20242a", "#56606d"
"""The background of a tile, and of one that was placed just now."""

SIGN = {
    Shape.CIRCLE: "●",
    Shape.SQUARE: "■",
    Shape.DIAMOND: "◆",
    Shape.CLOVER: "♣",
    Shape.CROSS: "✖",
    Shape.STAR: "✸",
}
GUTTER = 5
"""Columns on the left that say which row it is."""
RULE = 5
"""Every so many cells the line below the board says which column it is."""


@dataclass(frozen=True, slots=True)
class Pen:
    """What the terminal can show."""

    ascii: bool
    colored: bool

    @classmethod
    def of(cls, console: Console, *, ascii: bool = False) -> "Pen":  # noqa: A002 - as the option
        """The pen for a console; letters where asked for, or where it does not speak UTF."""
        colored = console.color_system is not None and not console.no_color
        encoding = getattr(console.file, "encoding", None) or sys.stdout.encoding or ""
        return cls(ascii or not encoding.lower().startswith("utf"), colored)

    def tile(self, tile: Tile, *, fresh: bool = False) -> Text:
        """Its shape in its colour; its letters, or one for the colour, where it needs them."""
        if self.ascii:
            sign = str(tile)
        elif self.colored:
            sign = f"{SIGN[tile.shape]} "
        else:
            sign = f"{tile.color}{SIGN[tile.shape]}"
        if not self.colored:
            return Text(sign, Style(reverse=fresh))
        return Text(sign, Style(color=INK[tile.color], bgcolor=FRESH if fresh else FACE, bold=True))

    def tiles(self, tiles: Iterable[Tile]) -> Text:
        """Tiles beside each other."""
        return Text(" ").join(map(self.tile, tiles))

    def board(
        self, board: Board, fresh: Collection[Cell] = (), *, width: int, height: int | None = None
    ) -> list[Text]:
        """A line for each row from the top, with a margin of one cell, and one with the columns.

        Where it does not fit, the part around the fresh tiles.
        """
        cells = list(board) or [(0, 0)]
        middle = list(fresh) or cells
        columns = _window([x for x, _ in cells], [x for x, _ in middle], (width - GUTTER) // 2)
        rows = _window([y for _, y in cells], [y for _, y in middle], height and height - 1)
        empty = Text(". " if self.ascii else "· ", "dim")
        lines = []
        for y in reversed(rows):
            line = Text.styled(f"{y:>{GUTTER - 1}} ", "dim")
            for x in columns:
                tile = board.get((x, y))
                line.append_text(self.tile(tile, fresh=(x, y) in fresh) if tile else empty)
            lines.append(line)
        return [*lines, _ruler(columns)]


def _window(positions: list[int], middle: list[int], room: int | None) -> range:
    """The rows or columns to show: all and a margin, or as many as there is room for."""
    low, high = min(positions) - 1, max(positions) + 2
    if room is None or high - low <= room:
        return range(low, high)
    room = max(1, room)
    start = (min(middle) + max(middle) + 1 - room) // 2
    start = min(max(start, low), high - room)
    return range(start, start + room)


def _ruler(columns: range) -> Text:
    line = " " * GUTTER
    for x in columns:
        place = GUTTER + 2 * (x - columns.start)
        if x % RULE == 0 and len(line) <= place:
            line = f"{line:<{place}}{x}"
    return Text(line, "dim")


def plain(text: str) -> str:
    """A text of somebody else's, safe to show: escapes play tricks on terminals."""
    return "".join(char if char.isprintable() else "?" for char in text)
