"""Why a match is played, and by which clock."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from arena.limits import Limits


class Kind(models.TextChoices):
    """Why a match is played; only the ladder's matches are rated."""

    LADDER = "ladder", _("ladder")
    TRIAL = "trial", _("trial of a version")
    CHALLENGE = "challenge", _("challenge")
    TOURNAMENT = "tournament", _("tournament")


class TimeRule(models.TextChoices):
    """How much time a bot has; what else it may spend is always the same."""

    STANDARD = "standard", _("standard: 5 s for all moves, and 0.1 s more for each")
    FAST = "fast", _("fast: 1 s for all moves, and 0.02 s more for each")
    LONG = "long", _("long: 15 s for all moves, and 0.3 s more for each")

    @property
    def limits(self) -> Limits:
        return _LIMITS[self]


_LIMITS = {
    TimeRule.STANDARD: Limits(),
    TimeRule.FAST: Limits(bank_ms=1_000, increment_ms=20),
    # A bot that sleeps may make no match longer than the standard does: see CELERY_TASK_TIME_LIMIT.
    TimeRule.LONG: Limits(bank_ms=15_000, increment_ms=300, wall_factor=20 / 3),
}
