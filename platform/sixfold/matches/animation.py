"""A match as a moving picture: a frame a turn, painted from the same tiles as its card."""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from sixfold.matches.painting import INK, QUIET, Table, fitting, font, rendered, seat_mark, sprites
from sixfold.matches.pictures import LINEN, PAPER, SEATS
from sixfold.matches.story import Seat, Story

SIZE = 640, 544
"""Pixels."""
BOARD = 0, 0, 640, 480
MOVE_MS = 850
"""As the viewer plays by itself."""
END_MS = 4_000
COLORS = 128
NAME, POINTS = 15, 22
"""Pixels of the letters."""
MARGIN = 12


def animated(story: Story, replay: dict[str, Any]) -> bytes:
    """The whole of a finished match as a GIF."""
    first, *others = frames(story, replay)
    stored = BytesIO()
    first.save(
        stored,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[*len(others) * [MOVE_MS], END_MS],
        loop=0,
        disposal=1,
    )
    return stored.getvalue()


def frames(story: Story, replay: dict[str, Any]) -> Iterator[Image.Image]:
    """The empty board, and how it is after each turn; all with one palette."""
    table = Table.laid(story.board, BOARD)
    names = _names(story)
    palette = _palette(table.cell, names, story)
    board = Image.new("RGB", SIZE, LINEN)
    table.paint_dots(board)
    board = _reduced(board, palette)
    tiles = {name: _opaque(tile, palette) for name, tile in sprites(table.cell).items()}
    rings = [_opaque(ring(seat, table.cell), palette) for seat in range(len(story.seats))]

    def with_scores(board: Image.Image, number: int) -> Image.Image:
        board.paste(_reduced(_scores(names, story, number), palette), (0, BOARD[3]))
        return board

    yield with_scores(board.copy(), 0)
    for number, move in enumerate(replay["moves"], 1):
        fresh = move.get("tiles", ())
        for x, y, tile in fresh:
            picture, mask = tiles[tile]
            board.paste(picture, table.at(x, y), mask)
        shown = board.copy()
        for x, y, _tile in fresh:
            picture, mask = rings[move["p"]]
            left, top = table.at(x, y)
            margin = (picture.width - table.cell) // 2
            shown.paste(picture, (left - margin, top - margin), mask)
        yield with_scores(shown, number)


@lru_cache(64)
def ring(seat: int, cell: int) -> Image.Image:
    """What is around a tile that was just placed."""
    size = 2 * round(cell * 0.6)
    line = f'stroke="{SEATS[seat]}" stroke-width="10"'
    drawn = f'<rect x="-3" y="-3" width="106" height="106" rx="21" fill="none" {line}/>'
    return rendered(drawn, (-10, -10, 120, 120), (size, size))


def _palette(cell: int, names: Image.Image, story: Story) -> Image.Image:
    """As few colors as all frames need: those of each tile, of the seats' rings and points."""
    shown = [*sprites(cell).values(), *(ring(seat.number, cell) for seat in story.seats)]
    in_a_row = names.width // cell
    rows = -(-len(shown) // in_a_row)
    image = Image.new("RGB", (names.width, names.height + rows * cell), LINEN)
    for place, picture in enumerate(shown):
        down, across = divmod(place, in_a_row)
        image.paste(picture, (cell * across, cell * down), picture)
    image.paste(_scores(names, story, len(story.turns)), (0, rows * cell))
    return image.quantize(COLORS, dither=Image.Dither.NONE)


def _reduced(image: Image.Image, palette: Image.Image) -> Image.Image:
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _opaque(picture: Image.Image, palette: Image.Image) -> tuple[Image.Image, Image.Image]:
    """A picture as it looks on the board, and where it covers it."""
    alpha = picture.getchannel("A")
    whole = Image.new("RGB", picture.size, LINEN)
    whole.paste(picture, mask=alpha)
    return _reduced(whole, palette), alpha.point(lambda value: 255 * (value > 80), "1")


def _names(story: Story) -> Image.Image:
    """The strip below the board, before there are any points."""
    strip = Image.new("RGB", (SIZE[0], SIZE[1] - BOARD[3]), PAPER)
    draw = ImageDraw.Draw(strip)
    for seat, left, width in _columns(story):
        mark = seat_mark(seat.number, NAME)
        strip.paste(mark, (left, 10), mark)
        name = fitting(seat.name, NAME, width - NAME - 8)
        draw.text((left + NAME + 8, 23), name, INK, font(NAME), "ls")
    return strip


def _scores(names: Image.Image, story: Story, number: int) -> Image.Image:
    """The same after so many turns: who has how many points, and who has just made some."""
    strip = names.copy()
    draw = ImageDraw.Draw(strip)
    turn = story.turns[number - 1] if number else None
    for seat, left, _width in _columns(story):
        points = str(turn.scores[seat.number] if turn else 0)
        draw.text((left, 53), points, SEATS[seat.number], font(POINTS), "ls")
        if turn and turn.seat == seat.number:
            beside = left + font(POINTS).getlength(points) + 8
            draw.text((beside, 53), f"+{turn.points}", QUIET, font(NAME), "ls")
    return strip


def _columns(story: Story) -> Iterator[tuple[Seat, int, int]]:
    """For each seat the pixel at which its part of the strip begins, and how wide that is."""
    width = SIZE[0] // len(story.seats)
    for seat in story.seats:
        yield seat, width * seat.number + MARGIN, width - 2 * MARGIN
