"""Starts sleeping threads until it fails."""

import threading
import time

from tests.arena.sandbox.attempts import answer, told

told()
started = 0
try:
    while started < 2000:
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
        started += 1
except RuntimeError:
    pass
answer(started)
