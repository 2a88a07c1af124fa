"""Reads through a symbolic link in its own folder."""

import os
from pathlib import Path

from tests.arena.sandbox.attempts import answer, attempted, told

told()
os.stat("/bot/link", follow_symlinks=False)
answer(attempted(through=Path("/bot/link").read_bytes))
