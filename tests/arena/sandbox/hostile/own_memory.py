"""Reads what the kernel laid out above its stack: arguments, environment, the program's name."""

import ctypes
import os
import sys

from tests.arena.sandbox.attempts import LIBC, answer, told

told()
first = ctypes.cast(ctypes.POINTER(ctypes.c_void_p).in_dll(LIBC, "environ")[0], ctypes.c_void_p)
variables = sum(len(f"{name}={value}") + 1 for name, value in os.environ.items())
start = (first.value or 0) - 256
answer(
    {
        "memory": ctypes.string_at(start, 256 + variables).decode("latin-1"),
        "arguments": sys.orig_argv,
        "path": sys.path,
    }
)
