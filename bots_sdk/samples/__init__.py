"""The house bots, from simple to strong: examples to read and opponents to beat.

Whether expectation beats careful is not decided yet.

Wins with 95 % intervals, CPU time of half and 99 % of the first one's moves; see docs/strategy.md::

    sixfold play greedy random --games 200 --seed 1     100.0 %  98.1 to 100.0   0 and 2 ms
    sixfold play careful greedy --games 1000 --seed 1    55.6 %  52.8 to 58.4    1 and 6 ms
    sixfold play search greedy --games 400 --seed 1      66.4 %  62.1 to 70.4   40 and 75 ms
"""

from pathlib import Path

FOLDER = Path(__file__).parent

FILES = {
    "random": "random_bot.py",  # random.py would hide Python's own module
    "greedy": "greedy.py",
    "careful": "careful.py",
    "expectation": "expectation.py",
    "search": "search.py",
}

NAMES = tuple(FILES)
"""The samples in the order in which they build on each other."""

HOUSE = ("random", "greedy", "careful", "search")
"""Those that the house enters on a ladder; expectation costs time there and teaches nothing new."""


def files(name: str) -> dict[str, bytes]:
    """A sample as an upload: its files by name. Raises ValueError for an unknown name."""
    if name not in FILES:
        raise ValueError(f"There is no sample {name!r}; there are {', '.join(NAMES)}.")
    return {FILES[name]: (FOLDER / FILES[name]).read_bytes()}
