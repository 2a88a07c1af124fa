"""Changes what is mounted where."""

import os

from tests.arena.sandbox.attempts import BOT, answer, attempted, call, told

REMOUNT_WRITABLE = 32

told()
answer(
    attempted(
        mount=lambda: call("mount", b"none", b"/site", b"tmpfs", 0, 0),
        proc=lambda: call("mount", b"proc", b"/site", b"proc", 0, 0),
        remount_root=lambda: call("mount", 0, b"/", 0, REMOUNT_WRITABLE, 0),
        remount_bot=lambda: call("mount", 0, b"/bot", 0, REMOUNT_WRITABLE, 0),
        umount=lambda: call("umount2", b"/bot", 2),
        chroot=lambda: os.chroot(BOT),
        pivot_root=lambda: call("pivot_root", b"/", b"/bot"),
        open_tree=lambda: call("open_tree", -100, b"/", 1),
        fsopen=lambda: call("fsopen", b"tmpfs", 0),
        mount_setattr=lambda: call("mount_setattr", -100, b"/", 0, 0, 0),
    )
)
