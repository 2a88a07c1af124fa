"""Closes its ear, then answers."""

import os
import time

from tests.arena.sandbox.attempts import answer

os.close(0)
time.sleep(0.1)
answer("whatever you ask")
time.sleep(3600)
