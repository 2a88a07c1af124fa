"""Uses the time in four threads that release the interpreter's lock."""

import hashlib
import threading

from tests.arena.sandbox.attempts import told

told()
block = bytes(1 << 24)


def burn() -> None:
    """Hashing large blocks leaves the lock."""
    while True:
        hashlib.sha256(block)


for _ in range(4):
    threading.Thread(target=burn).start()
