"""Takes memory by the megabyte, without end."""

from tests.arena.sandbox.attempts import answer, told

told()
blocks = []
try:
    while True:
        blocks.append(bytearray(1 << 20))
except MemoryError:
    # What the kernel calls its most began with what the worker had when it started this process.
    megabytes = len(blocks)
    blocks.clear()
    answer(megabytes)
