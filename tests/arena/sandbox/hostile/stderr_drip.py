"""Prints a byte at a time, for each of which the referee wakes up, and never answers."""

import os
import time

from tests.arena.sandbox.attempts import told

told()
while True:
    os.write(2, b".")
    time.sleep(0.000_1)
