"""Reads files past the machine's memory, so that the disk has work which no clock charges."""

import fcntl
import os

from tests.arena.sandbox.attempts import O_DIRECT, answer, attempted, call, told

told()
file = os.open(os.__file__, os.O_RDONLY)
answer(
    attempted(
        opened=lambda: os.open(os.__file__, os.O_RDONLY | O_DIRECT),
        opened_by_number=lambda: call("openat", -100, os.__file__.encode(), O_DIRECT, 0),
        changed=lambda: fcntl.fcntl(file, fcntl.F_SETFL, O_DIRECT),
        folder=lambda: os.open("/", os.O_RDONLY | os.O_DIRECTORY | O_DIRECT),
    )
)
