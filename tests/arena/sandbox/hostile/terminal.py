"""Types into the operator's terminal, also with garbage in the upper half of the command."""

import ctypes
import os

from tests.arena.sandbox.attempts import LIBC, answer, attempted, told

TIOCSTI, TIOCLINUX, TIOCSCTTY = 0x5412, 0x541C, 0x540E


def ioctl(descriptor: int, command: int) -> None:
    """With all 64 bits of the command."""
    if LIBC.ioctl(descriptor, ctypes.c_ulong(command), b"x") == -1:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


told()
answer(
    attempted(
        **{
            f"{command:x}_{descriptor}": lambda descriptor=descriptor, command=command: ioctl(
                descriptor, command
            )
            for descriptor in range(3)
            for command in (TIOCSTI, TIOCLINUX, TIOCSCTTY, 1 << 40 | TIOCSTI)
        }
    )
)
