"""Takes shared memory, which counts as nobody's data."""

import mmap

from tests.arena.sandbox.attempts import answer, told

told()
maps: list[mmap.mmap] = []
try:
    while len(maps) < 128:
        maps.append(mmap.mmap(-1, 16 << 20))
        maps[-1].write(bytes(16 << 20))
except (OSError, MemoryError):
    answer(16 * len(maps))
