"""Cuts its memory into as many pieces as it may, of which each costs the kernel some."""

import mmap

from tests.arena.sandbox.attempts import answer, told

told()
maps: list[mmap.mmap] = []
try:
    while len(maps) < 200_000:
        maps.append(mmap.mmap(-1, 4096, prot=1 + len(maps) % 2 * 2))
except (OSError, MemoryError):
    pass
count = len(maps)
maps.clear()
answer(count)
