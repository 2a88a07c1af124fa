"""Prints a megabyte, then answers."""

import os

from tests.arena.sandbox.attempts import answer, told

told()
for _ in range(1024):
    os.write(2, b"." * 1023 + b"\n")
os.write(2, b"\x1b[2J\0 the end\n")
answer("here")
