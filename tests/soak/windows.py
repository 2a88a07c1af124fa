"""Every placement found a second way, cells first and tiles second, and quickly.

Nothing of the engine is used. Where the engine grows a move tile by tile, this looks at every
*window*: a run of free cells of one row or column, lying tiles skipped, that touches the table.
Two tiles can share a line when they share exactly one of colour and shape, and a line is good when
any two of its tiles can share one; the literal reading of the rules is `tests.arena.oracle`.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

Cell = tuple[int, int]
Table = Mapping[Cell, str]
Found = dict[frozenset[tuple[Cell, str]], int]

_EVERY = frozenset(color + shape for color, shape in product("ROYGBP", "cqdkxs"))
_MATES = {
    tile: frozenset(mate for mate in _EVERY if (mate[0] == tile[0]) != (mate[1] == tile[1]))
    for tile in _EVERY
}
_LONGEST = 6


def placements(table: Table, hand: Iterable[str]) -> Found:
    """Every legal placement on a table that is not empty, with its points."""
    kinds = frozenset(hand)
    flipped = {(y, x): tile for (x, y), tile in table.items()}
    found = dict(_in_rows(table, kinds))
    for move, points in _in_rows(flipped, kinds):
        # A single tile was met in its row already.
        if len(move) > 1:
            found[frozenset(((y, x), tile) for (x, y), tile in move)] = points
    return found


def openings(hand: Iterable[str]) -> Found:
    """Every placement of a largest group over the origin of an empty table, with its points."""
    kinds = frozenset(hand)
    groups = [group for group in _groups(sorted(kinds)) if group]
    size = max(map(len, groups))
    found: Found = {}
    for group in groups:
        if len(group) == size:
            points = size + 6 * (size == _LONGEST)
            for shift in range(size):
                row = [(place - shift, 0) for place in range(size)]
                for order in _orders(list(group)):
                    found[frozenset(zip(row, order, strict=True))] = points
                    column = [(y, x) for x, y in row]
                    found[frozenset(zip(column, order, strict=True))] = points
    return found


def _groups(kinds: list[str]) -> Iterator[list[str]]:
    """Every set of tiles that could lie in one line."""
    yield []
    for number, tile in enumerate(kinds):
        rest = [other for other in kinds[number + 1 :] if other in _MATES[tile]]
        yield from ([tile, *group] for group in _groups(rest))


def _orders(tiles: list[str]) -> Iterator[list[str]]:
    if not tiles:
        yield []
    for tile in tiles:
        yield from ([tile, *rest] for rest in _orders([each for each in tiles if each != tile]))


def _in_rows(
    table: Table, kinds: frozenset[str]
) -> Iterator[tuple[frozenset[tuple[Cell, str]], int]]:
    """The placements of one or more tiles side by side in a row."""
    longest = max(map(len, _groups(sorted(kinds))), default=0)
    crossing: dict[Cell, list[str]] = {}
    beside: dict[Cell, bool] = {}
    for x, y in table:
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cell not in table and cell not in beside:
                beside[cell] = True
                crossing[cell] = [*_walk(table, cell, 0, 1), *_walk(table, cell, 0, -1)]
    fitting = {cell: kinds & _joining(tiles) for cell, tiles in crossing.items()}
    starts = dict.fromkeys(start for cell in beside for start in _leftward(table, cell, longest))
    for start in starts:
        cells: list[Cell] = []
        line = [*_walk(table, start, -1, 0)]
        cell, joined, options = start, False, []
        while len(cells) < longest:
            cells.append(cell)
            joined = joined or cell in beside
            options.append(fitting.get(cell, kinds))
            after = [*_walk(table, cell, 1, 0)]
            line += after
            allowed = kinds & _joining(line)
            if not allowed or len(line) + len(cells) > _LONGEST:
                break
            if joined:
                length = len(line) + len(cells)
                main = 0 if length == 1 else length + 6 * (length == _LONGEST)
                points = main + sum(
                    len(crossing[each]) + 1 + 6 * (len(crossing[each]) == _LONGEST - 1)
                    for each in cells
                    if crossing.get(each)
                )
                for tiles in _fill([option & allowed for option in options]):
                    yield frozenset(zip(cells, tiles, strict=True)), points
            cell = (cell[0] + 1 + len(after), cell[1])


def _walk(table: Table, cell: Cell, dx: int, dy: int) -> Iterator[str]:
    """The tiles that lie next to the cell in one direction, without a gap."""
    x, y = cell[0] + dx, cell[1] + dy
    while (x, y) in table:
        yield table[x, y]
        x, y = x + dx, y + dy


def _leftward(table: Table, cell: Cell, count: int) -> Iterator[Cell]:
    """The cell and the free cells on its left, so many in all."""
    x, y = cell
    for _ in range(count):
        yield x, y
        x -= 1
        while (x, y) in table:
            x -= 1


def _joining(line: list[str]) -> frozenset[str]:
    """What may join these tiles in one line: nothing, if they could not share it themselves."""
    fitting = _EVERY
    for tile in line:
        if tile not in fitting:
            return frozenset()
        fitting &= _MATES[tile]
    return fitting


def _fill(options: list[frozenset[str]]) -> Iterator[list[str]]:
    """Every way to choose one tile for each cell so that any two can share a line."""
    if not options:
        yield []
    elif all(options):
        for tile in options[0]:
            for rest in _fill([option & _MATES[tile] for option in options[1:]]):
                yield [tile, *rest]
