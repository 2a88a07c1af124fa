"""Reads where there is nothing."""

import ctypes

from tests.arena.sandbox.attempts import told

told()
ctypes.string_at(0)
