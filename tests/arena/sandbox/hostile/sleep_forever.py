"""Never answers, and uses nothing."""

import time

from tests.arena.sandbox.attempts import told

told()
time.sleep(3600)
