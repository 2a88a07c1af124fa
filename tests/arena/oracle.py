"""The rules once more, read from their text and as slow as they like: what the engine must equal.

Tiles are two letters, a board is a dictionary of cells, and nothing of the engine is used.
"""

from collections.abc import Iterable, Mapping

Cell = tuple[int, int]
Table = Mapping[Cell, str]
Tiles = Mapping[Cell, str]


def points(table: Table, move: Tiles) -> int | None:
    """What the placement scores, or None when the rules forbid it."""
    after = {**table, **move}
    if not move or any(cell in table for cell in move):
        return None
    columns = {x for x, _ in move}
    rows = {y for _, y in move}
    if len(columns) > 1 and len(rows) > 1:
        return None
    if any((x, y) not in after for x in _span(columns) for y in _span(rows)):
        return None
    if table and not any(side in table for cell in move for side in _sides(cell)):
        return None
    lines = {line for cell in move for line in _lines(after, cell)}
    if not all(_obeys(sorted({after[cell] for cell in line}), len(line)) for line in lines):
        return None
    return sum(len(line) + (6 if len(line) == 6 else 0) for line in lines) or 1


def placements(table: Table, hand: Iterable[str]) -> dict[frozenset[tuple[Cell, str]], int]:
    """Every legal placement on a table that is not empty, with its points.

    Grown tile by tile at the ends of its line. That misses none: at least one end of a legal
    placement can be taken away so that the rest still joins the table, and lines only get shorter.
    """
    hand = sorted(hand)
    found: dict[frozenset[tuple[Cell, str]], int] = {}
    frontier = {side for cell in table for side in _sides(cell)} - set(table)
    todo: list[dict[Cell, str]] = [{cell: tile} for cell in frontier for tile in set(hand)]
    while todo:
        move = todo.pop()
        score = points(table, move)
        if score is None or frozenset(move.items()) in found:
            continue
        found[frozenset(move.items())] = score
        left = list(hand)
        for tile in move.values():
            left.remove(tile)
        for cell in _ends(table, move):
            todo.extend({**move, cell: tile} for tile in set(left))
    return found


def opening_size(hand: Iterable[str]) -> int:
    kinds = set(hand)
    return max(
        len({tile for tile in kinds if tile[trait] == like[trait]})
        for like in kinds
        for trait in (0, 1)
    )


def _span(numbers: set[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def _sides(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def _walk(table: Table, cell: Cell, dx: int, dy: int) -> Cell:
    """The last cell with a tile from this one on."""
    while (cell[0] + dx, cell[1] + dy) in table:
        cell = (cell[0] + dx, cell[1] + dy)
    return cell


def _lines(table: Table, cell: Cell) -> list[tuple[Cell, ...]]:
    """The row and the column through a cell, where they hold two tiles or more."""
    (left, y), (right, _) = _walk(table, cell, -1, 0), _walk(table, cell, 1, 0)
    (x, low), (_, high) = _walk(table, cell, 0, -1), _walk(table, cell, 0, 1)
    row = tuple((each, y) for each in range(left, right + 1))
    column = tuple((x, each) for each in range(low, high + 1))
    return [line for line in (row, column) if len(line) > 1]


def _obeys(kinds: list[str], length: int) -> bool:
    """All different, and all of one colour or all of one shape."""
    return len(kinds) == length and any(
        len({kind[trait] for kind in kinds}) == 1 for trait in (0, 1)
    )


def _ends(table: Table, move: Tiles) -> list[Cell]:
    """The free cells at both ends of the lines in which the move could go on."""
    after = {**table, **move}
    cell = next(iter(move))
    ends = []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        along = len(move) == 1 or any(
            other != cell and (other[0] == cell[0]) == (dx == 0) for other in move
        )
        if along:
            x, y = _walk(after, cell, dx, dy)
            ends.append((x + dx, y + dy))
    return ends
