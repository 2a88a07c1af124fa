"""Aborts, which would leave a core file."""

import os

from tests.arena.sandbox.attempts import told

told()
os.abort()
