"""The sandbox of this machine, found once per process."""

from functools import cache

from django.conf import settings

from arena.sandbox import Launcher, find


@cache
def jail() -> Launcher:
    """The launcher of the strongest sandbox that holds here.

    Raises `arena.sandbox.SandboxUnavailable` with what to do about it; a failure is not cached.
    """
    return find(settings.DATA_DIR / "sandbox")


def distrust() -> None:
    """Have the sandbox probed again before it may spoil more: it has just failed."""
    jail.cache_clear()
