"""What a bot does at a sitting: a worker claims the turn that it owes, has it asked, keeps it."""

from django.db import connection, transaction
from django.utils.translation import gettext as _

from arena.player import Ending, Forfeit
from sixfold.bots.models import Bot, Submission
from sixfold.jail import jail
from sixfold.leases import renewing
from sixfold.play.asking import ask
from sixfold.play.models import BotTurn, Chair, Sitting
from sixfold.play.services.turns import enter, hold, leave
from sixfold.play.table import Act
from sixfold.undertaking import undertaking


def claim() -> BotTurn | None:
    """Lease the most urgent turn that a bot owes, or None; where there is none, it is one look."""
    return BotTurn.objects.claim() if BotTurn.objects.ready().exists() else None


def answer(turn: BotTurn) -> bool:
    """Ask a bot for a claimed turn, whatever happens; True where the game has gone on by it.

    A bot that fails is out, as in a match. A fault of ours puts the turn back in the queue and
    counts against its budget. Refuses to run in a transaction.
    """
    if connection.in_atomic_block:
        raise RuntimeError("A bot is not asked inside a transaction.")
    act = forfeit = None
    with undertaking(turn, "%s was not answered", reason_in="failure"), renewing(turn) as lost:
        sitting = Sitting.objects.with_chairs().get(pk=turn.sitting_id)
        table = sitting.table
        seat = table.game.to_move
        if seat is None or len(table.acts) != turn.number:
            return keep(turn, None)
        try:
            submission = _playable(sitting.chairs.all()[seat])
            with jail().player(submission.files(), str(submission.bot)) as player:
                said = ask(player, table, free=sitting.source_turns, stop=lost)
            act = Act(seat, said.move, said.cpu_ms, said.wall_ms)
        except Forfeit as reason:
            forfeit = reason
            act = Act(seat, None, reason.cpu_ms, reason.wall_ms)
        return keep(turn, act, forfeit)
    return False


def keep(turn: BotTurn, act: Act | None, forfeit: Forfeit | None = None) -> bool:
    """Enter what a bot did, once; nothing where the lease was lost or the game is further on."""
    assert turn.token is not None, "only a claimed turn is kept"
    with transaction.atomic():
        if not BotTurn.objects.finish(turn.token) or act is None:
            return False
        held = hold(turn.sitting_id)
        if held.is_over or len(held.turns) != turn.number:
            return False
        if forfeit is None:
            enter(held, act)
        else:
            leave(held, held.chairs.all()[act.seat], forfeit.ending, forfeit.detail, act)
        return True


def _playable(chair: Chair) -> Submission:
    """The version of a chair; raises Forfeit where it may play no more."""
    submission = chair.submission
    assert submission is not None, "a person is not asked by a worker"
    if not Bot.objects.allowed().filter(pk=submission.bot_id).exists():
        raise Forfeit(Ending.RESIGNED, _("This bot may play no more."))
    return submission
