"""Runs a command that ends when the process that started it does: tether.py PARENT COMMAND..."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def die_with_parent(number: signal.Signals) -> None:
    """Have the kernel send `number` to this process when the thread that started it ends.

    Linux only: elsewhere a killed parent leaves its children behind.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)


def main(parent: str, *command: str) -> None:
    """Become `command`, unless the parent is gone already."""
    die_with_parent(signal.SIGTERM)
    if os.getppid() == int(parent):
        os.execvp(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])
