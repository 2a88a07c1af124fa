"""Asks which pages of shared files are in memory, and drops them: a blackboard for two bots."""

import ctypes
import mmap
import os

from tests.arena.sandbox.attempts import LIBC, answer, attempted, call, told

COLD, PAGEOUT, MERGEABLE, REMOVE, POPULATE_READ = 20, 21, 12, 9, 22
DONTNEED, NOWAIT = 4, 8
told()
descriptor = os.open(os.__file__, os.O_RDONLY)
LIBC.mmap.restype = ctypes.c_void_p
page = ctypes.c_void_p(LIBC.mmap(None, mmap.PAGESIZE, 1, mmap.MAP_SHARED, descriptor, 0))
buffer = ctypes.create_string_buffer(16)
vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 1)
answer(
    attempted(
        resident=lambda: call("mincore", page, mmap.PAGESIZE, buffer),
        drop=lambda: call("fadvise64", descriptor, 0, mmap.PAGESIZE, DONTNEED),
        statistics=lambda: call("cachestat", descriptor, buffer, buffer, 0),
        read_if_there=lambda: call("preadv2", descriptor, vector, 1, 0, 0, NOWAIT),
        read_ahead=lambda: call("readahead", descriptor, 0, mmap.PAGESIZE),
    )
    | attempted(
        **{
            f"advice_{advice}": lambda advice=advice: call("madvise", page, mmap.PAGESIZE, advice)
            for advice in (COLD, PAGEOUT, MERGEABLE, REMOVE, POPULATE_READ)
        }
    )
)
