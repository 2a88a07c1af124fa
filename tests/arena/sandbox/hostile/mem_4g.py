"""Asks for 4 GB at once."""

from tests.arena.sandbox.attempts import answer, attempted, told

told()
answer(attempted(memory=lambda: len(bytearray(4 << 30))))
