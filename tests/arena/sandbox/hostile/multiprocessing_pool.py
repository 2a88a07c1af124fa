"""Starts a pool of two processes."""

import multiprocessing

from tests.arena.sandbox.attempts import answer, attempted, told

told()
answer(attempted(pool=lambda: multiprocessing.Pool(2)))
