"""Answers before it was asked, and never reads."""

import time

from tests.arena.sandbox.attempts import answer

answer("whatever you ask")
time.sleep(3600)
