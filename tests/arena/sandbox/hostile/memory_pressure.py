"""Takes memory that the kernel takes back once it is short: it shows what a neighbour takes."""

import ctypes
import mmap

from tests.arena.sandbox.attempts import LIBC, answer, attempted, call, told

FREE, DROPPABLE = 8, 0x8
LIBC.mmap.restype = ctypes.c_void_p


def mapped(flags: int) -> int:
    """The address of new memory; raises OSError."""
    address: int | None = LIBC.mmap(None, mmap.PAGESIZE, 3, mmap.MAP_ANONYMOUS | flags, -1, 0)
    if address is None or address == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), "mmap")
    return address


told()
page = ctypes.c_void_p(mapped(mmap.MAP_PRIVATE))
answer(
    attempted(
        droppable=lambda: mapped(DROPPABLE),
        free=lambda: call("madvise", page, mmap.PAGESIZE, FREE),
    )
)
