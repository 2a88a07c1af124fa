"""What an organiser does with a tournament as a whole."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from sixfold.accounts.models import User
from sixfold.leases import Progress
from sixfold.matches.models import Match
from sixfold.tournaments.models import State, Tournament
from sixfold.tournaments.services.locking import Refused, locked

DESCRIBING = frozenset({"name", "description"})
"""What can be changed at any time."""


def create(tournament: Tournament, organiser: User) -> Tournament:
    """Keep a new tournament as a draft, under an address made from its name."""
    tournament.organiser = organiser
    tournament.slug = _free_address(tournament.name)
    tournament.save()
    return tournament


def _free_address(name: str) -> str:
    """The name as an address, numbered where it is taken or belongs to a page."""
    stem = slugify(name)[:50] or "tournament"
    taken = {
        *Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True),
        "new",
    }
    numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return stem if stem not in taken else next(slug for slug in numbered if slug not in taken)


@transaction.atomic
def change(tournament: Tournament, fields: Iterable[str]) -> None:
    """Keep these fields of a tournament, and no other: it may have gone on meanwhile.

    Raises Refused for anything but DESCRIBING once it has begun.
    """
    begun = locked(tournament).state not in (State.DRAFT, State.OPEN)
    if begun and not DESCRIBING.issuperset(fields):
        raise Refused(_("It has begun: only its name and its description can still change."))
    tournament.save(update_fields=[*fields])


@transaction.atomic
def announce(tournament: Tournament) -> None:
    """Let everybody see a draft and enter; raises Refused for anything else."""
    tournament = locked(tournament)
    if tournament.state != State.DRAFT:
        raise Refused(_("It has been announced already."))
    tournament.state = State.OPEN
    tournament.save(update_fields=["state"])


@transaction.atomic
def cancel(tournament: Tournament, why: str) -> None:
    """End it without a result; what waits is not played. Raises Refused once it is finished."""
    tournament = locked(tournament)
    if tournament.state in (State.FINISHED, State.CANCELLED):
        raise Refused(_("It is over already."))
    tournament.state, tournament.note = State.CANCELLED, why[:200]
    tournament.save(update_fields=["state", "note"])
    waiting = Match.objects.filter(progress__in=(Progress.QUEUED, Progress.QUARANTINED))
    waiting.filter(cluster__bout__table__round__tournament=tournament).void()
