"""Makes a user namespace by the call whose flags no filter can see."""

import ctypes

from tests.arena.sandbox.attempts import answer, attempted, call, told

told()
arguments = (ctypes.c_uint64 * 11)(0x10000000, 0, 0, 0, 17)
answer(attempted(clone3=lambda: call("clone3", arguments, 88)))
