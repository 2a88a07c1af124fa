"""Runs programs of its own: from memory, by descriptor, with more arguments than fit."""

import os
import sys
from functools import partial

from tests.arena.sandbox.attempts import BOT, ROOT, answer, attempted, call, told

told()
python = f"{ROOT}/usr/bin/python3"
opened = os.open(python, os.O_RDONLY)
AT_EMPTY_PATH = 0x1000
answer(
    attempted(
        memory=lambda: os.memfd_create("program"),
        descriptor=partial(os.execve, opened, ["python3", "-V"], {}),
        at=partial(call, "execveat", opened, b"", 0, 0, AT_EMPTY_PATH),
        loader=partial(os.execv, f"{ROOT}/lib64/ld-linux-x86-64.so.2", ["ld", python, "-V"]),
        upload=partial(os.execv, f"{BOT}/main.py", ["main"]),
        many=partial(os.execv, sys.executable or python, ["x" * 100_000] * 100),
    )
)
