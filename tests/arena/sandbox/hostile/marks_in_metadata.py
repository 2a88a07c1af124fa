"""Reads files that nobody reads, so that another bot could tell by their access times."""

import os
from pathlib import Path

from tests.arena.sandbox.attempts import LIBRARY, answer, told

told()
files = [Path(LIBRARY, name) for name in ("colorsys.py", "quopri.py", "this.py", "tabnanny.py")]
files = [path for path in files if path.exists()]
before = [os.stat(path).st_atime_ns for path in files]
for path in files:
    path.read_bytes()
answer([len(files), [os.stat(path).st_atime_ns for path in files] == before])
