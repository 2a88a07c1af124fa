"""What goes by a name: bots, the people who enter them, tournaments; a match by its number."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef

from sixfold.accounts.models import User
from sixfold.bots.models import Bot
from sixfold.matches.models import Match
from sixfold.params import key_of
from sixfold.tournaments.models import Tournament

MOST = 20
"""Of each kind."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a visitor may see of what they have looked for."""

    match: Match | None = None
    bots: Sequence[Bot] = ()
    owners: Sequence[User] = ()
    tournaments: Sequence[Tournament] = ()

    def __bool__(self) -> bool:
        return bool(self.match or self.bots or self.owners or self.tournaments)


def find(text: str, by: User | AnonymousUser) -> Found:
    """Whatever has this text in its name, and the match that it numbers. At most five queries."""
    text = text.strip()
    if not text:
        return Found()
    key = key_of(text.removeprefix("#"))
    bots = Bot.objects.visible_to(by)
    entered = Exists(bots.filter(owner=OuterRef("pk")))
    owners = User.objects.filter(entered, is_active=True, username__icontains=text)
    tournaments = Tournament.objects.visible_to(by).filter(name__icontains=text)
    return Found(
        match=Match.objects.with_seats().filter(pk=key).first() if key else None,
        bots=list(bots.matching(text).select_related("owner", "active")[:MOST]),
        owners=list(owners.order_by("username")[:MOST]),
        tournaments=list(tournaments.order_by("-pk")[:MOST]),
    )
