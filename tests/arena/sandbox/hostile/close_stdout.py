"""Closes its mouth."""

import os
import time

from tests.arena.sandbox.attempts import told

told()
os.close(1)
time.sleep(3600)
