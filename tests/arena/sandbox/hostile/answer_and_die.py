"""Answers, and ends at the same moment."""

import os

from tests.arena.sandbox.attempts import answer, told

told()
answer("farewell")
os._exit(0)
