"""Looks for other bots: the opponent's folder, and what lies above its own."""

import os
from pathlib import Path

from tests.arena.sandbox.attempts import answer, attempted, told

baits = told()
seen = {str(path) for up in ("/", "/bot/..", "..", "../..") for path in Path(up).iterdir()}
answer(
    attempted(
        listing=lambda: os.listdir(baits["opponent"]),
        reading=Path(baits["opponent"], "main.py").read_bytes,
    )
    | {"names": sorted({os.path.basename(path) for path in seen})}
)
