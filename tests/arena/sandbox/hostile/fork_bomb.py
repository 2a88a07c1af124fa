"""Forks until it fails; the children spin."""

import os

from tests.arena.sandbox.attempts import answer, told

told()
children = 0
try:
    while children < 100:
        if os.fork() == 0:
            while True:
                pass
        children += 1
except OSError:
    pass
answer(children)
