"""Sleeps before each answer, for less than any one of them may take."""

import time

from tests.arena.sandbox.attempts import answer, told

while told():
    time.sleep(0.8)
    answer("slept")
