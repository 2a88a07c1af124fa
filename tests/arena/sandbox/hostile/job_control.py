"""Stops itself, and wakes itself: SIGCONT takes back a SIGSTOP that the referee has just sent."""

import os
import signal
import threading
from functools import partial

from tests.arena.sandbox.attempts import answer, attempted, call, told

told()
me = threading.get_native_id()
signals = (signal.SIGCONT, signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
answer(
    attempted(
        **{f"{number.name}": partial(os.kill, os.getpid(), number) for number in signals},
        **{f"group_{number.name}": partial(os.kill, 0, number) for number in signals},
        **{f"raise_{number.name}": partial(signal.raise_signal, number) for number in signals},
        **{f"thread_{number.name}": partial(call, "tkill", me, number) for number in signals},
    )
)
