"""Goes home at the first request."""

import sys

from tests.arena.sandbox.attempts import told

told()
sys.exit(0)
