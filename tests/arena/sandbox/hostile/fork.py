"""Makes a second process."""

import os

from tests.arena.sandbox.attempts import answer, attempted, told

told()
answer(attempted(fork=os.fork))
