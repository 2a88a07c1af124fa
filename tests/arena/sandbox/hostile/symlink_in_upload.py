"""Reads through a symbolic link in its own folder."""

import os
from pathlib import Path

from tests.arena.sandbox.attempts import BOT, answer, attempted, told

told()
os.stat(f"{BOT}/link", follow_symlinks=False)
answer(attempted(through=Path(BOT, "link").read_bytes))
