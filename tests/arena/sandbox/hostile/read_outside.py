"""Reads the machine's files, the canary, and asks whether they exist."""

import os
from pathlib import Path

from tests.arena.sandbox.attempts import answer, attempted, told

baits = told()
paths = ["/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/machine-id", baits["canary"]]
answer(
    attempted(**{f"read_{path}": Path(path).read_bytes for path in paths})
    | attempted(**{f"stat_{path}": Path(path).stat for path in paths})
    | attempted(link=lambda: os.readlink(baits["link"]))
    | attempted(home=lambda: os.listdir(os.path.expanduser("~root")))
)
