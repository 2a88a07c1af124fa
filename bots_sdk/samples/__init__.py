"""The house bots, of rising strength: examples to read and opponents to beat.

Each beats the one before it. Wins with 95 % intervals, CPU time of half and 99 % of the moves::

    sixfold play greedy random --games 200 --seed 1    100.0 %  98.1 to 100.0    0 and 2 ms
    sixfold play search greedy --games 400 --seed 1     65.9 %  61.2 to 70.2   15 and 29 ms
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
"""The samples from the weakest to the strongest."""

HOUSE = ("random", "greedy", "careful", "search")
"""Those that the house enters on a ladder; expectation costs time there and teaches nothing new."""


def files(name: str) -> dict[str, bytes]:
    """A sample as an upload: its files by name. Raises ValueError for an unknown name."""
    if name not in FILES:
        raise ValueError(f"There is no sample {name!r}; there are {', '.join(NAMES)}.")
    return {FILES[name]: (FOLDER / FILES[name]).read_bytes()}
