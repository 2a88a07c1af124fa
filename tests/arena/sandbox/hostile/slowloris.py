"""Answers a byte at a time, and never to the end."""

import os
import time

from tests.arena.sandbox.attempts import told

told()
while True:
    os.write(1, b"x")
    time.sleep(0.05)
