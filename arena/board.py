"""The placed tiles: lines, what fits where, what a placement scores or why it may not be made."""

from collections.abc import Iterable, Iterator, Mapping, ValuesView
from enum import StrEnum
from functools import partial

from arena.cells import STRIDE, Cell, check_limit, pack, unpack, within_limit
from arena.lines import BROKEN, lines
from arena.placement import Placement, parse_word
from arena.spots import (
    COLUMN,
    EAST,
    FITS,
    NORTH,
    ROW,
    SOUTH,
    WEST,
    Part,
    Spot,
    Through,
    end_of,
    lay,
    nowhere,
    survey,
)
from arena.tiles import Tile


class Reason(StrEnum):
    """Why a move is refused."""

    BAD_LINE = "bad-line"
    NOT_CONNECTED = "not-connected"
    OCCUPIED = "occupied"
    NOT_ONE_LINE = "not-one-line"
    GAP = "gap"
    SAME_CELL_TWICE = "same-cell-twice"
    NOT_IN_HAND = "not-in-hand"
    OPENING = "opening"
    BAG_TOO_SMALL = "bag-too-small"
    CAN_MOVE = "can-move"
    GAME_OVER = "game-over"


class Board(Mapping[Cell, Tile]):
    """Tiles by cell in the order of their placement; immutable.

    Any arrangement may be built, even one that no game reaches: what can be added to it follows
    from the lines that an addition touches.

    >>> board = Board.parse(["Rc@0,0", "Rq@1,0"])
    >>> str(board[1, 0])
    'Rq'
    >>> board.judge(Placement.parse("Rd@2,0"))
    3
    >>> str(board.judge(Placement.parse("Rd@3,0")))
    'not-connected'
    """

    __slots__ = ("qwirkle_bonus", "spots", "stamp", "table", "tiles")

    tiles: dict[int, Tile]
    """The tiles by packed cell, for the engine, which only reads them and the spots."""
    spots: dict[int, Spot]
    """Every empty cell beside a tile, by packed cell, kept up to date as tiles land."""
    stamp: object
    """Marks the placements that were found on this very board."""

    def __init__(self, tiles: Iterable[tuple[Cell, Tile]] = (), *, qwirkle_bonus: int = 6) -> None:
        self.qwirkle_bonus = qwirkle_bonus
        self.table = lines(qwirkle_bonus)
        self.tiles = {}
        for cell, tile in tiles:
            check_limit(cell)
            key = pack(cell)
            if key in self.tiles:
                raise ValueError(f"{tile}@{cell[0]},{cell[1]}: the cell is taken.")
            self.tiles[key] = tile
        self.spots = survey(self.tiles, self.table)
        self.stamp = object()

    @classmethod
    def parse(cls, text: str | Iterable[str], *, qwirkle_bonus: int = 6) -> "Board":
        """Reads ``["Rc@0,0", "Rq@1,0"]`` or the same words in one text; ValueError if malformed."""
        words = text.split() if isinstance(text, str) else text
        pairs = ((cell, tile) for tile, cell in map(parse_word, words))
        return cls(pairs, qwirkle_bonus=qwirkle_bonus)

    def __getitem__(self, cell: Cell) -> Tile:
        if not within_limit(cell):
            raise KeyError(cell)
        return self.tiles[pack(cell)]

    def __iter__(self) -> Iterator[Cell]:
        return map(unpack, self.tiles)

    def __len__(self) -> int:
        return len(self.tiles)

    def values(self) -> ValuesView[Tile]:
        return self.tiles.values()

    def __hash__(self) -> int:
        return hash(frozenset(self.tiles.items()))

    # The tiles say it all: the tables that boards share stay where they are.
    def __reduce__(self) -> tuple[object, ...]:
        return partial(Board, qwirkle_bonus=self.qwirkle_bonus), (tuple(self.items()),)

    def __repr__(self) -> str:
        return f"Board.parse({' '.join(self.words())!r})"

    def words(self) -> list[str]:
        """The notation in the order of placement.

        >>> Board.parse("Rq@1,0 Rc@0,0").words()
        ['Rq@1,0', 'Rc@0,0']
        """
        return [f"{tile}@{x},{y}" for (x, y), tile in zip(self, self.values(), strict=True)]

    def place(self, placement: Placement) -> "Board":
        """The board with these tiles on it too. Judges nothing but that the cells are free.

        ValueError when one of them is not.

        >>> Board.parse("Rc@0,0").place(Placement.parse("Rq@1,0"))
        Board.parse('Rc@0,0 Rq@1,0')
        """
        after = Board.__new__(Board)
        after.qwirkle_bonus = self.qwirkle_bonus
        after.table = self.table
        after.tiles = self.tiles.copy()
        after.spots = self.spots.copy()
        after.stamp = object()
        keys = [pack(cell) for cell in placement.cells]
        lay(after.tiles, after.spots, after.table, zip(keys, placement.tiles, strict=True))
        return after

    def can_take(self, hand: int) -> bool:
        """Whether any tile of the mask ``hand`` can be placed.

        One tile tells: of a legal placement, the tile beside the table is legal alone.

        >>> board = Board.parse("Rc@0,0")
        >>> board.can_take(Tile.parse("Rq").bit), board.can_take(Tile.parse("Bq").bit)
        (True, False)
        """
        # The last found first: spots that nothing fits any more stay, and are among the oldest.
        return any(spot[FITS] & hand for spot in reversed(self.spots.values()))

    def judge(self, placement: Placement) -> int | Reason:
        """The points of the placement, or why the lines forbid it.

        On an empty board it may lie anywhere; a tile alone there scores 1. What is in the hand and
        how many tiles an opening must have is not the board's to know.
        """
        if placement.stamp is self.stamp:
            return placement.points
        cells = placement.cells
        keys = [pack(cell) for cell in cells]
        if len(set(keys)) < len(keys):
            return Reason.SAME_CELL_TWICE
        if not self.tiles.keys().isdisjoint(keys):
            return Reason.OCCUPIED
        in_row = len({y for _, y in cells}) == 1
        if not in_row and len({x for x, _ in cells}) > 1:
            return Reason.NOT_ONE_LINE
        step = 1 if in_row else STRIDE
        new = dict(zip(keys, placement.tiles, strict=True))
        key = keys[0]
        while key in new or key in self.tiles:
            key += step
        if key <= keys[-1]:
            return Reason.GAP
        if self.tiles and self.spots.keys().isdisjoint(keys):
            return Reason.NOT_CONNECTED
        return self._score(new, *((COLUMN, WEST, EAST) if in_row else (ROW, SOUTH, NORTH)))

    def _score(
        self, new: dict[int, Tile], crossing: Through, back: Part, ahead: Part
    ) -> int | Reason:
        unknown = nowhere(self.table)
        points, line = 0, self.spots.get(next(iter(new)), unknown)[back]
        for key, tile in new.items():
            spot = self.spots.get(key, unknown)
            crossed = spot[crossing].after[tile.index]
            # What lies before a later tile lies after the one before it, and is in the line by now.
            line = self.table.joined(line.after[tile.index], spot[ahead])
            if crossed is BROKEN or line is BROKEN:
                return Reason.BAD_LINE
            points += crossed.points
        # Only a tile alone on the table is in no line at all.
        return points + line.points or 1

    def lines(self, placement: Placement) -> tuple[tuple[Cell, ...], ...]:
        """The lines of two or more tiles that the placement makes or extends, cells in order.

        >>> Board.parse("Rc@0,0 Bq@1,1").lines(Placement.parse("Rq@1,0"))
        (((0, 0), (1, 0)), ((1, 0), (1, 1)))
        """
        tiles = self.tiles | dict.fromkeys(map(pack, placement.cells), placement.tiles[0])
        found: dict[tuple[Cell, ...], None] = {}
        for key in map(pack, placement.cells):
            for step in (1, STRIDE):
                start = end_of(tiles, key, -step) + step
                line = tuple(map(unpack, range(start, end_of(tiles, key, step), step)))
                if len(line) > 1:
                    found[line] = None
        return tuple(found)
