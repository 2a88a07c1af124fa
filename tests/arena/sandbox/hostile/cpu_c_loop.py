"""One operation in C that no signal handler of Python's can interrupt."""

from tests.arena.sandbox.attempts import answer, told

told()
answer(7 ** (7**9) % 10)
