"""Answers, and again as soon as it may run."""

import time

from tests.arena.sandbox.attempts import answer, told

told()
answer("asked")
time.sleep(0.2)
answer("late")
told()
answer("third")
