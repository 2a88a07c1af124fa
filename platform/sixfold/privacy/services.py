"""Leaving: an account ends at once, what takes time is erased afterwards, results stay."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.db.models import CharField, F, Value
from django.db.models.functions import Concat, Now
from django.utils.translation import gettext as _

from bots_sdk import archives
from sixfold.accounts.adapters import GONE
from sixfold.accounts.models import FormerName, User
from sixfold.bots.models import Archive, CheckStep, Invitation, Submission
from sixfold.bots.services import Refused, lock
from sixfold.challenges.models import Challenge
from sixfold.leases import Progress
from sixfold.matches import storage
from sixfold.matches.models import Match, Seat
from sixfold.privacy.models import Departure
from sixfold.tournaments.models import State, Tournament

__all__ = ["Refused", "erase_some", "leave"]

AT_ONCE = 200
"""Logs that are erased in one go."""


def leave(user: User) -> None:
    """End an account for good; raises Refused for the house's.

    Its bots play no more and have no names; what they have played stays, for the others' sake. A
    match that is being played goes on, what waits is void. Challenges, tests and tournaments see
    by themselves that these bots may play no more; a tournament that somebody organised is the
    staff's to look after. Games against bots go, as they are
    nobody else's result. The name is given to nobody else.
    """
    if user.bots.filter(house=True).exists():
        raise Refused(_("The house stays."))
    with transaction.atomic():
        lock(user)
        name = user.get_username()
        _end_bots(user)
        Tournament.objects.filter(organiser=user, state=State.DRAFT).delete()
        for theirs in (
            user.tokens,
            user.webhooks,
            user.memberships,
            user.invitations,
            user.sittings,
            user.tags,
        ):
            theirs.all().delete()
        Invitation.objects.filter(name=name).delete()
        Challenge.objects.filter(tagger=user).update(tag="", tagger=None)
        for kind in (EmailAddress, SocialAccount, Authenticator):
            kind.objects.filter(user=user).delete()
        FormerName.objects.get_or_create(digest=FormerName.digest_of(name))
        _end_account(user)
        Departure.objects.create(user=user)


def erase_some() -> bool:
    """Erase some of what those who have left had printed and uploaded; False where nothing is left.

    A source that others have uploaded too stays, for them.
    """
    departure = Departure.objects.filter(erased_at=None).order_by("left_at").first()
    if departure is None:
        return False
    theirs = Seat.objects.filter(submission__bot__owner=departure.user)
    # Until the last of their matches is over, there may come more.
    playing = Match.objects.running().filter(seats__submission__bot__owner=departure.user)
    logs = list(theirs.exclude(log_key="").values_list("pk", "log_key")[:AT_ONCE])
    for _seat, key in logs:
        storage.store().delete(key)
    Seat.objects.filter(pk__in=[seat for seat, _key in logs]).update(log_key="")
    if not logs and not playing.exists():
        theirs.exclude(detail="").update(detail="")
        _erase_sources(departure.user)
        Departure.objects.filter(pk=departure.pk).update(erased_at=Now())
    return bool(logs)


def _end_bots(user: User) -> None:
    """A handed-over bot's former address stays, since it is others' bot by now."""
    submissions = Submission.objects.filter(bot__owner=user)
    submissions.queued().move(Progress.VOID)
    submissions.update(note="")
    CheckStep.objects.filter(submission__bot__owner=user).update(
        message="", traceback="", position="", command="", log=""
    )
    waiting = Match.objects.queued().filter(seats__submission__bot__owner=user)
    Match.objects.filter(pk__in=waiting.values("pk")).queued().move(
        Progress.VOID, void_reason=_("The account of one of its bots was closed.")
    )
    user.bots.update(
        name=Concat(Value(GONE), F("pk"), output_field=CharField()),
        slug=Concat(Value(GONE), F("pk"), output_field=CharField()),
        description="",
        active=None,
    )
    for bot in user.bots.all():
        bot.members.all().delete()
        bot.invitations.all().delete()
        bot.former_addresses.all().delete()


def _end_account(user: User) -> None:
    user.username = f"{GONE}{user.pk}"
    user.first_name = user.last_name = user.email = user.site = user.language = ""
    user.is_active = user.is_staff = user.is_superuser = user.failures_mailed = False
    user.last_login = None
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()


def _erase_sources(user: User) -> None:
    empty, _made = Archive.objects.get_or_create(
        sha256=archives.digest({}), defaults={"data": archives.pack({})}
    )
    submissions = Submission.objects.filter(bot__owner=user)
    held = list(submissions.values_list("archive", flat=True).distinct())
    submissions.update(archive=empty, size=0)
    Archive.objects.filter(pk__in=held, submissions__isnull=True).exclude(pk=empty.pk).delete()
