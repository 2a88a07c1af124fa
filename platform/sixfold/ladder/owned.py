"""Somebody's bots as they see them: where each stands, and what became of its newest version."""

from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission, Verdict
from sixfold.ladder.models import Ladder, Standing

MOST = 100
"""Bots that are shown: far more than anybody may let compete at once."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A bot as those who manage it see it."""

    bot: Bot
    newest: int
    """The number of its newest version."""
    verdict: Verdict
    """What came of that version's check."""
    standing: Standing | None
    """Of the version that plays."""

    @property
    def retired(self) -> bool:
        return self.bot.active is None and self.verdict == Verdict.PASSED


def bots_of(user: User, ladder: Ladder | None, most: int = MOST) -> list[Owned]:
    """What somebody owns or helps to manage, the last worked on first. Three queries at most."""
    newest = Submission.objects.filter(bot=OuterRef("pk")).order_by("-number")
    bots = list(
        Bot.objects.of(user)
        .newest_version_first()
        .filter(latest__isnull=False)
        .annotate(
            newest=Subquery(newest.values("number")[:1]),
            verdict=Subquery(newest.values("verdict")[:1]),
        )
        .select_related("owner", "active")[:most]
    )
    current = Standing.objects.current(ladder) if ladder else Standing.objects.none()
    playing = current.filter(submission__in=[bot.active_id for bot in bots if bot.active_id])
    standings = {standing.submission_id: standing for standing in playing}
    return [
        Owned(bot, bot.newest, Verdict(bot.verdict), standings.get(bot.active_id or 0))
        for bot in bots
    ]
