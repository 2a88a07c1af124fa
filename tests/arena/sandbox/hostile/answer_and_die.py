"""Answers, and ends at the same moment."""

import os

from tests.arena.sandbox.attempts import told

told()
os.write(1, b'"farewell"\n')
os._exit(0)
