"""Answers at once, while a thread goes on thinking."""

import threading

from tests.arena.sandbox.attempts import answer, told


def think() -> None:
    """For ever."""
    while True:
        sum(range(1000))


told()
threading.Thread(target=think, daemon=True).start()
answer("thinking")
while told():
    answer("still thinking")
