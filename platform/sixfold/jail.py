"""The sandbox of this machine, found once per process, and what this process knows of it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from threading import Event

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from arena.sandbox import Launcher, SandboxUnavailable, Tier
from arena.sandbox.tiers import Survey, survey

CACHE = "sandbox"
"""Where its files lie in the data folder."""


@dataclass(slots=True)
class Watch:
    """What this process knows of its sandbox, for who looks after the machines."""

    survey: Survey | None = None
    """The last one; None before the first, and where none could be made."""
    probed_at: datetime | None = None
    probe_seconds: float = 0
    refusal: str = ""
    """Why nothing is played here; empty where a sandbox holds."""
    failures: int = 0
    """How often the machine has failed a bot since this process began."""
    last_failure: str = ""
    news: Event = field(default_factory=Event)
    """Set when any of this has changed."""


watch = Watch()


@cache
def jail() -> Launcher:
    """The launcher of the strongest sandbox that holds here.

    Raises `arena.sandbox.SandboxUnavailable` with what to do about it; a failure is not cached.
    """
    with _watched():
        watch.survey = survey(settings.DATA_DIR / CACHE, weakest(), settings.BOT_REQUIREMENTS)
        return watch.survey.launcher


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


def distrust(failure: str) -> None:
    """Have the sandbox probed again before it may spoil more: it has just failed."""
    jail.cache_clear()
    watch.failures += 1
    watch.last_failure = failure
    watch.news.set()


@contextmanager
def _watched() -> Iterator[None]:
    begun = time.monotonic()
    watch.survey, watch.refusal = None, ""
    try:
        yield
    except SandboxUnavailable as refusal:
        watch.refusal = str(refusal)
        raise
    finally:
        watch.probed_at = datetime.now(UTC)
        watch.probe_seconds = time.monotonic() - begun
        watch.news.set()
