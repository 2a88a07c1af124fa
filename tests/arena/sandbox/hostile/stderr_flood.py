"""Prints without end."""

import os

from tests.arena.sandbox.attempts import told

told()
while True:
    os.write(2, b"noise " * 10_000)
