"""Sees to it that the machine's crash reporter is called, then crashes."""

import ctypes
import resource

from tests.arena.sandbox.attempts import answer, attempted, told

told()
answer(
    attempted(
        none=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)),
        one=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 1)),
        all=lambda: resource.setrlimit(resource.RLIMIT_CORE, (-1, -1)),
    )
)
ctypes.string_at(0)
