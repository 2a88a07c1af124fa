"""A turn is entered into a game that is held; whoever is next is seen to."""

from django.db.models.functions import Now
from django.utils import timezone

from arena.player import Ending
from sixfold.play.models import BotTurn, Chair, Sitting
from sixfold.play.table import Act


def hold(pk: int) -> Sitting:
    """The sitting, which nobody else changes until the transaction ends."""
    return Sitting.objects.select_for_update(of=("self",)).with_chairs().get(pk=pk)


def enter(held: Sitting, act: Act) -> None:
    """Add what a seat has done to a game that is held."""
    held.turns = [*held.turns, act.row()]
    Sitting.objects.filter(pk=held.pk).update(turns=held.turns, moved_at=Now())
    see_who_is_next(held)


def leave(
    held: Sitting, chair: Chair, ending: Ending, detail: str = "", act: Act | None = None
) -> None:
    """Have a chair be out of a game that is held; `act` says how long its last turn took."""
    # PostgreSQL keeps no NUL in a text.
    chair.ending, chair.detail = ending, detail.replace("\0", "\ufffd")
    chair.save(update_fields=["ending", "detail"])
    enter(held, act or Act(chair.number, None))


def see_who_is_next(held: Sitting) -> None:
    """Close a game that is over; have a bot asked whose turn it is."""
    game = held.table.game
    BotTurn.objects.filter(sitting=held).queued().void()
    if game.outcome is not None:
        held.ended_at, held.end = timezone.now(), game.outcome.end
        held.save(update_fields=["ended_at", "end"])
        for chair in held.chairs.all():
            chair.score = game.outcome.scores[chair.number]
            chair.place = game.outcome.places[chair.number]
            chair.save(update_fields=["score", "place"])
    elif game.to_move != held.own.number:
        # Where the person has left, nobody waits for it.
        BotTurn.objects.create(sitting=held, number=game.turn, priority=int(held.own.plays))
