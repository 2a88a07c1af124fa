"""Cells of the boundless table, and the one whole number that the engine keeps each as."""

from functools import lru_cache

Cell = tuple[int, int]
"""x to the right, y upwards."""

LIMIT = 1_000_000
"""The largest coordinate the notation accepts; 108 tiles in one piece never come near it."""

# A cell is x + STRIDE * y: a step is one addition, and the numbers of a real game fit the single
# digit on which Python's integers are fastest. A power of two would put a whole column of cells
# into one slot of a dictionary.
STRIDE = 4_000_003
_HALF = STRIDE // 2


def pack(cell: Cell) -> int:
    """The number of a cell whose coordinates keep the limit."""
    return cell[0] + STRIDE * cell[1]


# The moves of a game are on the same few hundred cells over and over.
@lru_cache(maxsize=4096)
def unpack(key: int) -> Cell:
    """The cell of a number."""
    y, x = divmod(key + _HALF, STRIDE)
    return x - _HALF, y


def within_limit(cell: Cell) -> bool:
    return -LIMIT <= cell[0] <= LIMIT and -LIMIT <= cell[1] <= LIMIT


def check_limit(cell: Cell) -> None:
    """ValueError when the cell is farther out than the notation goes."""
    if not within_limit(cell):
        raise ValueError(f"Cell {cell[0]},{cell[1]} is too far out: coordinates end at {LIMIT}.")
