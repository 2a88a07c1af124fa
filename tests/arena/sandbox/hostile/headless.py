"""Answers from a thread while its first thread has ended, and goes on thinking in others."""

import threading
import time

from tests.arena.sandbox.attempts import answer, call, told


def play() -> None:
    """Every move of the match, from a thread."""
    while told():
        answer("from a thread")


def think() -> None:
    """On everybody's time."""
    while True:
        time.process_time()


threading.Thread(target=play).start()
threading.Thread(target=think).start()
call("exit", 0)
