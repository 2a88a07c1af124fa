"""Looks for other bots: the opponent's folder, and what lies above its own."""

import os
from pathlib import Path

from tests.arena.sandbox.attempts import BOT, answer, attempted, told

baits = told()
seen: set[str] = set()


def look(folder: str) -> None:
    """List a folder; what stands in it is no secret in a root of its own."""
    seen.update(os.listdir(folder))


tried = attempted(
    **{f"list_{up}": lambda up=up: look(up) for up in ("/", f"{BOT}/..", f"{BOT}/../..", "..")}
)
answer(
    attempted(
        listing=lambda: os.listdir(baits["opponent"]),
        reading=Path(baits["opponent"], "main.py").read_bytes,
    )
    | {"looks": sorted(tried.values()), "names": sorted(seen)}
)
