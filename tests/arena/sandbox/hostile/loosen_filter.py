"""Loosens what confines it."""

import ctypes

from tests.arena.sandbox.attempts import answer, attempted, call, told

ALLOW_ALL = (ctypes.c_uint16 * 4)(0x06, 0, 0, 0x7FFF)

told()
answer(
    attempted(
        filter=lambda: call("seccomp", 1, 0, ALLOW_ALL),
        filter_by_prctl=lambda: call("prctl", 22, 2, ALLOW_ALL, 0, 0),
        privileges=lambda: call("prctl", 38, 0, 0, 0, 0),
        dumpable=lambda: call("prctl", 4, 1, 0, 0, 0),
        ambient=lambda: call("prctl", 47, 2, 21, 0, 0),
        keep_capabilities=lambda: call("prctl", 8, 1, 0, 0, 0),
        subreaper=lambda: call("prctl", 36, 1, 0, 0, 0),
    )
)
