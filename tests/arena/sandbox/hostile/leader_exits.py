"""Ends its first thread, so that the process seems to be dead, and spins on in another."""

import threading

from tests.arena.sandbox.attempts import call, told


def spin() -> None:
    """For ever."""
    while True:
        pass


told()
threading.Thread(target=spin).start()
call("exit", 0)
