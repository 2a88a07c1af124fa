"""Answers, and again as soon as it may run."""

import os
import time

from tests.arena.sandbox.attempts import answer, told

told()
answer("asked")
time.sleep(0.2)
os.write(1, b'"late"\n"later"\n')
told()
