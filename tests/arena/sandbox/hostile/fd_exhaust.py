"""Duplicates a descriptor until it fails."""

import os

from tests.arena.sandbox.attempts import answer, told

told()
copies = 0
try:
    while copies < 10_000:
        os.dup(0)
        copies += 1
except OSError:
    pass
answer(copies)
