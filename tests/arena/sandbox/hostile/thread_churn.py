"""Thinks in threads that end before anybody reads their clocks."""

import threading

from tests.arena.sandbox.attempts import told

told()
while True:
    thread = threading.Thread(target=lambda: sum(range(20_000)))
    thread.start()
    thread.join()
