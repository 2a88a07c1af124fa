"""How many games somebody may still begin, and how many answers of bots they may still have."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from sixfold.accounts.models import User
from sixfold.bots.services import Refused, lock
from sixfold.play.models import BotTurn, Sitting

HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left to a person now."""

    games: int
    """That may be begun beside those that are open."""
    turns: int
    """That bots may still be asked for within the hour."""


def allowance(player: User) -> Allowance:
    """How many games and how many answers of bots somebody may still have. Two queries."""
    lately = timezone.now() - HOUR
    asked = BotTurn.objects.filter(
        sitting__player=player, sitting__moved_at__gte=lately, asked_at__gte=lately
    )
    return Allowance(
        games=max(0, settings.PLAY_OPEN - Sitting.objects.of(player).open().count()),
        turns=max(0, settings.PLAY_TURNS_PER_HOUR - asked.count()),
    )


def refuse_beyond(by: User) -> None:
    """Raises Refused where somebody may begin no further game now."""
    # One new game of a person at a time: the limit is decided here.
    lock(by)
    left = allowance(by)
    if not left.games:
        raise Refused(
            _("You have %(count)d open games, which is the limit. End or resign one of them first.")
            % {"count": settings.PLAY_OPEN}
        )
    if not left.turns:
        raise Refused(
            _("Bots have answered you %(count)d times within an hour, which is the limit.")
            % {"count": settings.PLAY_TURNS_PER_HOUR}
        )
