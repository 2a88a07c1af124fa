"""What moderators do: declare matches void, keep a bot from playing, and let it play again.

Ratings follow by themselves: the ladder takes back what it counted of a match that became void.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from sixfold.accounts.adapters import GONE
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission
from sixfold.bots.services import Refused
from sixfold.leases import Progress
from sixfold.matches.models import Match, MatchQuerySet, Seat
from sixfold.moderation.models import Ruling

__all__ = ["Refused", "admit", "bar", "disable", "lift", "void", "void_all_of"]


def void(*, moderator: User, matches: MatchQuerySet, reason: str) -> Ruling:
    """Declare these matches void, as if they had never been played.

    Raises Refused where none of them can be: they are void already, or are being played now.
    """
    return _void(moderator, matches, reason, None)


def void_all_of(*, moderator: User, submission: Submission, reason: str) -> Ruling:
    """Declare every match void in which a version has sat or is to sit; raises as `void`."""
    seats = Seat.objects.filter(submission=submission)
    return _void(moderator, Match.objects.filter(pk__in=seats.values("match")), reason, submission)


def disable(*, moderator: User, bot: Bot, reason: str) -> Ruling:
    """Keep a bot from playing, whatever its owner does, until that is lifted.

    Its results stay; what waits to be played becomes void. Raises Refused for one that is.
    """
    reason = _said(reason)
    with transaction.atomic():
        allowed = Bot.objects.filter(pk=bot.pk, disabled_because="")
        if not allowed.update(disabled_because=reason):
            raise Refused(_("%(bot)s is disabled already.") % {"bot": bot})
        waiting = Match.objects.queued().of_bot(bot)
        return Ruling.objects.create(
            kind=Ruling.Kind.DISABLE,
            moderator=moderator,
            reason=reason,
            bot=bot,
            matches=waiting.move(Progress.VOID, void_reason=reason),
        )


def lift(*, moderator: User, bot: Bot, reason: str) -> Ruling:
    """Let a bot play again, by the version that it had; raises Refused for one that may."""
    reason = _said(reason)
    with transaction.atomic():
        disabled = Bot.objects.filter(pk=bot.pk).exclude(disabled_because="")
        if not disabled.update(disabled_because=""):
            raise Refused(_("%(bot)s may play already.") % {"bot": bot})
        return Ruling.objects.create(
            kind=Ruling.Kind.LIFT, moderator=moderator, reason=reason, bot=bot
        )


def bar(*, moderator: User, user: User, reason: str) -> Ruling:
    """Let somebody in no more: what waits for their bots becomes void, and nothing new comes.

    Raises Refused for oneself, for the staff, and for an account that is closed.
    """
    reason = _said(reason)
    if user == moderator or (user.is_staff and not moderator.is_superuser):
        raise Refused(_("The staff's accounts are for the superuser to bar, and never their own."))
    with transaction.atomic():
        if not User.objects.filter(pk=user.pk, is_active=True).update(is_active=False):
            raise Refused(_("The account of %(user)s is closed already.") % {"user": user})
        waiting = Match.objects.queued().filter(seats__submission__bot__owner=user)
        voided = Match.objects.filter(pk__in=list(waiting.values_list("pk", flat=True)))
        return Ruling.objects.create(
            kind=Ruling.Kind.BAR,
            moderator=moderator,
            reason=reason,
            user=user,
            matches=voided.queued().move(Progress.VOID, void_reason=reason),
        )


def admit(*, moderator: User, user: User, reason: str) -> Ruling:
    """Let somebody in again who was barred; raises Refused for others, who may have left."""
    reason = _said(reason)
    with transaction.atomic():
        last = user.rulings_about.first()
        barred = User.objects.filter(pk=user.pk, is_active=False)
        if last is None or last.kind != Ruling.Kind.BAR or user.get_username().startswith(GONE):
            raise Refused(_("Only an account that a moderator has barred is let in again."))
        if not barred.update(is_active=True):
            raise Refused(_("The account of %(user)s is open already.") % {"user": user})
        return Ruling.objects.create(
            kind=Ruling.Kind.ADMIT, moderator=moderator, reason=reason, user=user
        )


def _void(
    moderator: User, matches: MatchQuerySet, reason: str, submission: Submission | None
) -> Ruling:
    reason = _said(reason)
    with transaction.atomic():
        possible = matches.filter(progress__in=Progress.VOID.sources)
        keys = list(possible.values_list("pk", flat=True)[:2])
        changed = matches.move(Progress.VOID, void_reason=reason)
        if not changed:
            raise Refused(
                _(
                    "None of these matches can be declared void now: they are void already,"
                    " or being played. Rule on the latter when they are over."
                )
            )
        return Ruling.objects.create(
            kind=Ruling.Kind.VOID,
            moderator=moderator,
            reason=reason,
            submission=submission,
            match_id=keys[0] if len(keys) == 1 and not submission else None,
            matches=changed,
        )


def _said(reason: str) -> str:
    reason = reason.strip()
    if not reason:
        raise Refused(_("Give a reason: everybody concerned reads it."))
    return reason
