"""Answers without end and without a newline."""

import os

from tests.arena.sandbox.attempts import told

told()
while True:
    os.write(1, b"x" * 65536)
