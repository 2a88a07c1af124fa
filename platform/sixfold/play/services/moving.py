"""What a person does at a sitting: move, or leave; and those whom nobody waits for any longer."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.legality import IllegalMoveError
from arena.moves import Move
from arena.player import Ending
from sixfold.bots.services import Refused
from sixfold.play.models import Sitting
from sixfold.play.phrases import REASONS
from sixfold.play.services.allowance import allowance
from sixfold.play.services.turns import enter, hold, leave
from sixfold.play.table import Act

AT_ONCE = 50
"""Games that are closed in one go, because nobody went on with them."""


def move(sitting: Sitting, *, turn: int, move: Move) -> None:
    """The person's move after so many turns; said twice it is made once.

    Raises Refused where it is not the person's turn, the rules forbid it, or bots have been asked
    too often within the hour.
    """
    with transaction.atomic():
        held = hold(sitting.pk)
        own, game = held.own.number, held.table.game
        if held.turns[turn : turn + 1] and held.turns[turn][:2] == [own, str(move)]:
            return
        if held.is_over:
            raise Refused(_("This game is over."))
        if turn != game.turn or game.to_move != own:
            raise Refused(_("It was not your turn any more. This is how the game stands now."))
        if not allowance(held.player).turns:
            raise Refused(
                _(
                    "Bots have answered you %(count)d times within an hour, which is the limit."
                    " Your game waits: go on with it later."
                )
                % {"count": settings.PLAY_TURNS_PER_HOUR}
            )
        try:
            game.judge(move)
        except IllegalMoveError as error:
            raise Refused(str(REASONS[error.reason])) from error
        enter(held, Act(own, move, wall_ms=_since(held)))


def resign(sitting: Sitting) -> None:
    """Leave one's game for good; bots that are left among themselves play it to its end."""
    with transaction.atomic():
        held = hold(sitting.pk)
        if not held.is_over and held.own.plays:
            leave(held, held.own, Ending.RESIGNED)


def close_idle() -> int:
    """End some games with which nobody went on for too long; how many that were.

    A person who has left a table of several is waited for no more, and bots that cannot be asked
    for days leave as well.
    """
    days = settings.PLAY_IDLE_DAYS
    idle = Sitting.objects.open().filter(moved_at__lt=Now() - timedelta(days=days))
    found = list(idle.order_by("moved_at").values_list("pk", flat=True)[:AT_ONCE])
    detail = _("The game was not continued for %(days)d days.") % {"days": days}
    for pk in found:
        with transaction.atomic():
            held = hold(pk)
            chairs = [held.own] if held.own.plays else held.others
            for chair in chairs:
                if not held.is_over and chair.plays:
                    leave(held, chair, Ending.RESIGNED, detail)
    return len(found)


def _since(held: Sitting) -> float:
    """Milliseconds since the last turn."""
    return max(0.0, 1000 * (timezone.now() - held.moved_at).total_seconds())
