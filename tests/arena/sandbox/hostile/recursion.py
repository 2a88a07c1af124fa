"""Recurses without end."""

import sys

from tests.arena.sandbox.attempts import told

told()
sys.setrecursionlimit(1 << 30)


def deeper(depth: int) -> int:
    """And deeper, on the stack of C."""
    return max([depth], key=lambda depth: deeper(depth + 1))


deeper(0)
