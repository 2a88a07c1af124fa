"""Stops itself."""

import os
import signal

from tests.arena.sandbox.attempts import answer, told

told()
os.kill(os.getpid(), signal.SIGSTOP)
answer("went on")
