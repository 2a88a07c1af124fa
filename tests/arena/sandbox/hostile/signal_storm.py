"""Spins under a storm of timers, with a handler for each signal that would end it."""

import contextlib
import signal

for number in signal.valid_signals():
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, lambda number, frame: None)
for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
    signal.setitimer(timer, 0.000_01, 0.000_01)
while True:
    pass
