"""Answers once, and again from everything that Python runs when it ends."""

import atexit
import os
import threading

from tests.arena.sandbox.attempts import moves, told


def speak() -> None:
    """The next move, and the one after it."""
    os.write(1, "".join(moves[:2]).encode())


class Dying:
    """Speaks when it is collected."""

    def __del__(self) -> None:
        speak()


told()
atexit.register(speak)
last = Dying()
last.itself = last  # type: ignore[attr-defined]
threading.Thread(target=speak).start()
os.write(1, moves.pop(0).encode())
