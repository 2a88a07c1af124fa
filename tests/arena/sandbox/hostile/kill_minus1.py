"""Kills every process that it can."""

import os
import signal

from tests.arena.sandbox.attempts import answer, attempted, told

told()
answer(attempted(everybody=lambda: os.kill(-1, signal.SIGKILL)))
