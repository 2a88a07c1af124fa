"""Starts threads with the smallest stacks that there are, of which its memory holds thousands."""

import threading
import time

from tests.arena.sandbox.attempts import answer, told

told()
threading.stack_size(32 << 10)
started = 0
try:
    while started < 5000:
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
        started += 1
except RuntimeError:
    pass
answer(started)
