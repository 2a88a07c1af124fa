"""A bot's limits as boot.py takes them."""

from math import ceil, isfinite

from arena.limits import MEGABYTE, Limits

FILES = 32
PROCESSES = 8
LONG_MATCH_TURNS = 200


def arguments(limits: Limits, *, processes: bool, time: bool = True) -> list[str]:
    """The resource limits for a bot; ``processes`` where they are counted for it alone, ``time``
    where its CPU time is.
    """
    space = ceil(limits.memory_bytes / MEGABYTE)
    # Data gives a clean MemoryError; the address space is what nothing gets around.
    texts = [f"nofile={FILES}", f"data={space // 2}", f"as={space}"]
    # A last resort for the case that nobody watches the clock any more: far above any match.
    match_ms = limits.start_cpu_ms + limits.bank_ms + LONG_MATCH_TURNS * limits.increment_ms
    if time and isfinite(match_ms):
        texts.append(f"cpu={ceil(2 * match_ms / 1000)}")
    if processes:
        texts.append(f"nproc={PROCESSES}")
    return texts
