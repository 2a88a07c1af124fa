"""Meets other bots at a page that all have mapped: one waits there, the other wakes it up.

A page of a file is the same lock for everybody, even a read-only one: the C library's code will do.
"""

import ctypes
import mmap
import os

from tests.arena.sandbox.attempts import LIBC, answer, attempted, call, told

WAIT, WAKE, REQUEUE, WAIT_BITSET, WAKE_BITSET, LOCK_PI = 0, 1, 3, 9, 10, 6
told()
code = ctypes.cast(LIBC.getpid, ctypes.c_void_p)
descriptor = os.open(os.__file__, os.O_RDONLY)
LIBC.mmap.restype = ctypes.c_void_p
mapped = ctypes.c_void_p(LIBC.mmap(None, mmap.PAGESIZE, 1, mmap.MAP_SHARED, descriptor, 0))
soon = (ctypes.c_long * 2)(0, 1000)
answer(
    attempted(
        **{
            f"{name}_{operation}": lambda place=place, operation=operation: call(
                "futex", place, operation, 1, soon, place, -1
            )
            for name, place in (("code", code), ("mapped", mapped))
            for operation in (WAKE, REQUEUE, WAKE_BITSET, LOCK_PI, WAKE | 1 << 9)
        }
    )
)
