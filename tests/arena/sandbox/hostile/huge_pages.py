"""Takes memory from the machine's store of huge pages, keeps its own from being swapped, and has a
lot of it filled by one call, which no pause interrupts.
"""

import mmap

from tests.arena.sandbox.attempts import LIBC, answer, attempted, call, told

SIZE = 2 << 20
HUGETLB, LOCKED, POPULATE, SHM_HUGETLB, ONFAULT = 0x40000, 0x2000, 0x8000, 0o4000, 4
BOTH = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS


def lock(function: str, *arguments: int) -> None:
    """A call of the C library that returns 0."""
    if LIBC[function](*arguments):
        raise OSError(1, "refused")


told()
answer(
    attempted(
        huge=lambda: mmap.mmap(-1, SIZE, BOTH | HUGETLB),
        huge_of_a_gigabyte=lambda: mmap.mmap(-1, 1 << 30, BOTH | HUGETLB | 30 << 26),
        locked=lambda: mmap.mmap(-1, SIZE, BOTH | LOCKED),
        filled=lambda: mmap.mmap(-1, SIZE, BOTH | POPULATE),
        mlock=lambda: lock("mlock", 0, 4096),
        mlock2=lambda: lock("mlock2", 0, 4096, ONFAULT),
        mlockall=lambda: lock("mlockall", 1),
        shared=lambda: call("shmget", 7, SIZE, SHM_HUGETLB | 0o1600),
    )
)
