"""Dies as if the machine had killed it."""

import os

from tests.arena.sandbox.attempts import told

told()
os._exit(137)
