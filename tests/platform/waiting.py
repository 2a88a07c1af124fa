"""Waiting for what other processes do."""

import time
from collections.abc import Callable


def eventually(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something comes true."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "this never came true"
        time.sleep(0.02)
