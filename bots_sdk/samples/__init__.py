"""The house bots, from simple to strong: examples to read and opponents to beat.

Each beats the one before it: docs/strategy.md has the figures and the commands that give them.
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
"""Those that the house enters on a ladder: few, so that a first round is over soon."""


def files(name: str) -> dict[str, bytes]:
    """A sample as an upload: its files by name. Raises ValueError for an unknown name."""
    if name not in FILES:
        raise ValueError(f"There is no sample {name!r}; there are {', '.join(NAMES)}.")
    return {FILES[name]: (FOLDER / FILES[name]).read_bytes()}
