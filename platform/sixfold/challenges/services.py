"""Challenges are made within the limits of their owner, played in turns, and never rated."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from arena.ruleset import CLASSIC
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission, Verdict
from sixfold.bots.services import Refused, lock
from sixfold.challenges.models import Challenge, State
from sixfold.matches import pairs, tagging
from sixfold.matches.models import Cluster, Kind, Match

MOST_PAIRS = 50
"""Of one challenge."""
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left to an owner now."""

    challenges: int
    """That may be opened beside those that are open."""
    matches: int
    """That may be asked for within the last 24 hours' limit."""

    @property
    def pairs(self) -> int:
        """What one more challenge may ask for at the most."""
        return min(MOST_PAIRS, self.matches // 2) if self.challenges else 0


def allowance(owner: User) -> Allowance:
    """How many challenges and matches an owner may still ask for. Two queries."""
    mine = Challenge.objects.of(owner)
    asked = mine.filter(created_at__gte=Now() - DAY).aggregate(pairs=Sum("pairs"))["pairs"] or 0
    return Allowance(
        challenges=max(0, settings.CHALLENGES_OPEN - mine.open().count()),
        matches=max(0, settings.CHALLENGE_MATCHES_PER_DAY - 2 * asked),
    )


def challenge(
    *,
    by: User,
    first: Submission,
    second: Submission,
    pairs: int,
    ruleset: str = CLASSIC.name,
    tag: str = "",
) -> Challenge:
    """Ask for unrated pairs of games of one of somebody's versions against any version.

    With a tag, all of them have this word of whoever asks.
    They are queued by `advance`, and count on the bot's owner whoever of its team asks. Raises
    Refused where a version may not play, or the owner has used up what a day allows.
    """
    owner = first.bot.owner
    if not first.bot.is_of(by):
        raise Refused(_("Only your own bots can challenge others."))
    if first == second:
        raise Refused(_("A version cannot play against itself: choose another one."))
    for version in (first, second):
        _refuse_unplayable(version)
    with transaction.atomic():
        # One challenge of an owner at a time: the limits are decided here.
        lock(owner)
        _refuse_beyond(allowance(owner), pairs)
        return Challenge.objects.create(
            owner=owner,
            first=first,
            second=second,
            pairs=pairs,
            ruleset=ruleset,
            tag=tag,
            tagger=by if tag else None,
            counts=[0] * 5,
        )


def call_off(challenge: Challenge) -> None:
    """Ask for no more of its games and void those that wait; one that is over stays as it is."""
    with transaction.atomic():
        open_one = Challenge.objects.open().select_for_update().filter(pk=challenge.pk).first()
        if open_one:
            Match.objects.queued().filter(cluster__challenges=open_one).void()
            _end(open_one, State.CALLED_OFF)


def advance() -> list[Cluster]:
    """Count what was played of every open challenge, and ask for more; the clusters asked for.

    The caller sends `sixfold.celery.wake` for each, once its transaction has committed.
    """
    open_ones = Challenge.objects.open().order_by("pk").values_list("pk", flat=True)
    return [cluster for pk in open_ones for cluster in _advance(pk)]


@transaction.atomic
def _advance(pk: int) -> list[Cluster]:
    challenge = (
        Challenge.objects.open()
        .select_for_update(of=("self",), skip_locked=True)
        .with_sides()
        .select_related("tagger")
        .filter(pk=pk)
        .first()
    )
    if challenge is None:
        return []
    clusters = list(challenge.clusters.order_by("pk"))
    over = challenge.clusters.over().count()
    if over > challenge.played:
        challenge.counts = pairs.counts(pairs.played(clusters, challenge.first))
        Challenge.objects.filter(pk=pk).update(counts=challenge.counts)
    if over == challenge.pairs:
        _end(challenge, State.OVER)
        return []
    if not all(map(_may_play, (challenge.first, challenge.second))):
        call_off(challenge)
        return []
    missing = min(challenge.pairs - len(clusters), pairs.BATCH - (len(clusters) - over))
    asked = pairs.schedule_pairs(
        missing,
        challenge.first,
        challenge.second,
        kind=Kind.CHALLENGE,
        ruleset=challenge.ruleset,
    )
    challenge.clusters.add(*asked)
    if challenge.tagger:
        tagging.tag(Match.objects.filter(cluster__in=asked), challenge.tagger, [challenge.tag])
    return asked


def _may_play(version: Submission) -> bool:
    return Bot.objects.allowed().filter(pk=version.bot_id).exists()


def _refuse_unplayable(version: Submission) -> None:
    if version.verdict != Verdict.PASSED:
        raise Refused(_("%(version)s has not passed its check.") % {"version": version})
    if version.bot.disabled_because:
        raise Refused(
            _("A moderator has disabled %(bot)s: %(reason)s")
            % {"bot": version.bot, "reason": version.bot.disabled_because}
        )
    if not _may_play(version):
        raise Refused(_("The account of %(bot)s has been closed.") % {"bot": version.bot})


def _refuse_beyond(left: Allowance, asked: int) -> None:
    if not left.challenges:
        raise Refused(
            _(
                "You have %(count)d open challenges, which is the limit."
                " Wait for one to end, or call one off."
            )
            % {"count": settings.CHALLENGES_OPEN}
        )
    if 2 * asked > left.matches:
        raise Refused(
            _("Within 24 hours you may ask for %(limit)d matches; %(left)d are left.")
            % {"limit": settings.CHALLENGE_MATCHES_PER_DAY, "left": left.matches}
        )


def _end(challenge: Challenge, state: State) -> None:
    Challenge.objects.filter(pk=challenge.pk).update(state=state, ended_at=Now())
