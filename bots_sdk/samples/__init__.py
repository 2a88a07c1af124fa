"""The house bots, of rising strength: examples to read and opponents to beat."""

from pathlib import Path

FOLDER = Path(__file__).parent

FILES = {
    "random": "random_bot.py",  # random.py would hide Python's own module
    "greedy": "greedy.py",
    "search": "search.py",
}

NAMES = tuple(FILES)
"""The samples from the weakest to the strongest."""


def files(name: str) -> dict[str, bytes]:
    """A sample as an upload: its files by name. Raises ValueError for an unknown name."""
    if name not in FILES:
        raise ValueError(f"There is no sample {name!r}; there are {', '.join(NAMES)}.")
    return {FILES[name]: (FOLDER / FILES[name]).read_bytes()}
