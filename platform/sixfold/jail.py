"""The sandbox of this machine, found once per process."""

from functools import cache

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from arena.sandbox import Launcher, Tier, find

CACHE = "sandbox"
"""Where its files lie in the data folder."""


@cache
def jail() -> Launcher:
    """The launcher of the strongest sandbox that holds here.

    Raises `arena.sandbox.SandboxUnavailable` with what to do about it; a failure is not cached.
    """
    return find(settings.DATA_DIR / CACHE, weakest(), settings.BOT_REQUIREMENTS)


def weakest() -> Tier:
    """The weakest tier that the operator accepts; S is taken or nothing is."""
    try:
        tier = Tier(settings.SANDBOX_TIER)
    except ValueError:
        tier = Tier.PLAIN
    if tier is Tier.PLAIN:
        raise ImproperlyConfigured(
            f"SANDBOX_TIER is {settings.SANDBOX_TIER!r}; the weakest tier that you accept has to "
            "be A, A' or B, or S for gVisor and nothing else."
        )
    return tier


def distrust() -> None:
    """Have the sandbox probed again before it may spoil more: it has just failed."""
    jail.cache_clear()
