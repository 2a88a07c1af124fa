"""Reads the CPU clocks of other processes, which tell how long they think, and waits for them."""

from collections.abc import Callable
from functools import partial

from tests.arena.sandbox.attempts import answer, attempted, call, told

baits = told()
attempts: dict[str, Callable[[], object]] = {}
for pid in (baits["victim"], baits["worker"], baits["opponent_pid"]):
    clock, nothing = ~pid << 3 | 2, bytes(16)
    attempts |= {
        f"read_{pid}": partial(call, "clock_gettime", clock, bytes(16)),
        f"resolution_{pid}": partial(call, "clock_getres", clock, bytes(16)),
        f"wait_{pid}": partial(call, "clock_nanosleep", clock, 0, nothing, 0),
    }
answer(attempted(**attempts))
