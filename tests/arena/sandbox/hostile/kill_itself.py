"""Dies by the signal that the machine uses, as if there had been no memory left."""

import os
import signal

from tests.arena.sandbox.attempts import answer, told

told()
os.kill(os.getpid(), signal.SIGKILL)
answer("went on")
