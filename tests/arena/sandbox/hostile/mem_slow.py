"""Takes memory by the megabyte, without end."""

import resource

from tests.arena.sandbox.attempts import answer, told

told()
blocks = []
try:
    while True:
        blocks.append(bytearray(1 << 20))
except MemoryError:
    blocks.clear()
    answer(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
