"""The documentation for authors, in Markdown: shown by the site and by ``sixfold docs``."""

from pathlib import Path

FOLDER = Path(__file__).parent

TITLES = {
    "reference": "Reference",
    "strategy": "Strategy",
    "sandbox": "What the sandbox forbids",
    "protocol": "The protocol",
    "commands": "From the command line",
    "teams": "Teams",
    "api": "The HTTP API",
    "webhooks": "Webhooks",
}
"""The pages by name, in the order in which they are read."""


def text(name: str) -> str:
    """A page in Markdown; raises ValueError, with the names that there are, for another."""
    if name not in TITLES:
        raise ValueError(f"There is no page {name!r}; there are {', '.join(TITLES)}.")
    return (FOLDER / f"{name}.md").read_text("utf-8")
