"""Answers with bytes that are no text."""

import os

from tests.arena.sandbox.attempts import told

told()
os.write(1, b'"\xff\xfe\0"\n')
told()
