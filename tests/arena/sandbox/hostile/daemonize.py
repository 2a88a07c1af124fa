"""Tries to live on: two forks, a session of its own, no descriptors."""

import os
import time

from tests.arena.sandbox.attempts import answer, attempted, told


def daemon() -> None:
    """The classic recipe."""
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    for descriptor in range(3):
        os.close(descriptor)
    time.sleep(60)


told()
answer(attempted(daemon=daemon, session=os.setsid))
