"""Makes a second process in three ways."""

import os

from tests.arena.sandbox.attempts import answer, attempted, call, told

told()
SIGCHLD, CLONE_VM, CLONE_VFORK = 17, 0x100, 0x4000
answer(
    attempted(
        fork=os.fork,
        clone=lambda: call("clone", SIGCHLD, 0, 0, 0, 0),
        like_vfork=lambda: call("clone", CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0),
    )
)
