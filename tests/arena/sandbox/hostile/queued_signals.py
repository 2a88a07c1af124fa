"""Queues signals that wait: the kernel counts those of all processes of a user together."""

import signal
import threading

from tests.arena.sandbox.attempts import answer, told

told()
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN})
queued = 0
try:
    while queued < 100_000:
        signal.pthread_kill(threading.get_ident(), signal.SIGRTMIN)
        queued += 1
except OSError:
    pass
answer(queued)
