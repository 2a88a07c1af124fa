"""Counts the threads and descriptors of other processes, of which stat tells in /proc."""

import os
from functools import partial

from tests.arena.sandbox.attempts import answer, attempted, told

baits = told()
answer(
    attempted(
        **{
            f"{what}_of_{pid}": partial(os.stat, f"/proc/{pid}/{what}")
            for pid in ("self", baits["victim"], baits["worker"], baits["opponent_pid"])
            for what in ("fd", "task")
        }
    )
)
