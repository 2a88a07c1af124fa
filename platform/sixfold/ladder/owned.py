"""Somebody's bots as they see them: where each stands, and what became of its newest version."""

from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery

from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission, Verdict
from sixfold.ladder.models import Ladder, Standing
from sixfold.matches.models import Seat

MOST = 100
"""Bots that are shown: far more than anybody may let compete at once."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A bot as those who manage it see it."""

    newest: Submission
    """The version that was submitted last, with the bot and what plays for it."""
    errors: int
    """Matches that this version has forfeited."""
    standing: Standing | None
    """Of the version that plays."""

    @property
    def bot(self) -> Bot:
        return self.newest.bot

    @property
    def retired(self) -> bool:
        return self.bot.active is None and self.newest.verdict == Verdict.PASSED


def bots_of(user: User, ladder: Ladder | None, most: int = MOST) -> list[Owned]:
    """What somebody owns or helps to manage, the last worked on first. Four queries at most."""
    last = Submission.objects.filter(bot=OuterRef("bot")).order_by("-number").values("pk")[:1]
    mine = Submission.objects.filter(bot__in=Bot.objects.of(user), pk=Subquery(last))
    newest = list(mine.select_related("bot__owner", "bot__active").order_by("-pk")[:most])
    forfeited = Seat.objects.failed().filter(submission__in=newest).order_by()
    errors = dict(forfeited.values_list("submission").annotate(count=Count("pk")))
    current = Standing.objects.current(ladder) if ladder else Standing.objects.none()
    playing = current.filter(submission__in=[one.bot.active_id for one in newest])
    standings = {one.submission_id: one for one in playing.select_related("snapshot__ladder")}
    return [
        Owned(one, errors.get(one.pk, 0), standings.get(one.bot.active_id or 0)) for one in newest
    ]
