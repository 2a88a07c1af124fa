"""What people and bots do at a sitting: begin, move, answer, leave, each a short transaction."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.legality import IllegalMoveError
from arena.moves import Move
from arena.player import Ending, Forfeit
from arena.ruleset import CLASSIC
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission, Verdict
from sixfold.bots.services import Refused, lock
from sixfold.jail import jail
from sixfold.leases import renewing
from sixfold.matches.models import Match
from sixfold.matches.storage import read_record
from sixfold.play.asking import ask
from sixfold.play.models import BotTurn, Chair, Sitting
from sixfold.play.phrases import REASONS
from sixfold.play.table import Act
from sixfold.undertaking import undertaking

HOUR = timedelta(hours=1)
AT_ONCE = 50
"""Games that are closed in one go, because nobody went on with them."""


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


def begin(*, by: User, opponent: Submission, ruleset: str = CLASSIC.name) -> Sitting:
    """A new game of two; who sits where is drawn by lot.

    The caller sends `sixfold.celery.wake` once its transaction has committed, as for all that makes
    it a bot's turn. Raises Refused where the version may not play, or for want of allowance.
    """
    mine = secrets.randbelow(2)
    at = [None if number == mine else opponent for number in range(2)]
    with transaction.atomic():
        _refuse_beyond(by)
        _refuse_unplayable(at)
        sitting = Sitting(player=by, seed=secrets.token_bytes(32), ruleset=ruleset)
        return _begun(sitting, [Chair(submission=submission) for submission in at])


def begin_from(
    *,
    by: User,
    match: Match,
    turns: int,
    seat: int | None = None,
    opponent: Submission | None = None,
) -> Sitting:
    """A game that goes on from a match after so many turns, with its draws.

    The person takes a seat, by default the one on move; the others are played by their versions of
    that match, or all by `opponent`. `match` comes from `with_seats()`. Raises Refused as `begin`,
    and where there is no such position, or the seed of the match is not public; RecordError.
    """
    if not match.record_key or not match.cluster.seed_is_public:
        raise Refused(
            _("A game can go on from a match once its seed is public, when its cluster is over.")
        )
    record = read_record(match)
    if not 0 <= turns < len(record.turns):
        raise Refused(
            _("The match was over after %(last)d turns: choose an earlier one.")
            % {"last": len(record.turns)}
        )
    acts = [Act(t.seat, t.move, t.cpu_ms, t.wall_ms) for t in record.turns[:turns]]
    out = {act.seat for act in acts if act.move is None}
    seats = list(match.seats.all())
    sitting = Sitting(
        player=by,
        seed=record.seed,
        ruleset=record.ruleset.name,
        source=match,
        source_turns=turns,
        turns=[act.row() for act in acts],
    )
    mine = sitting.table_of(len(seats)).game.to_move if seat is None else seat
    if mine in out or mine not in range(len(seats)):
        raise Refused(_("That seat was out of the game by then: choose another one."))
    at = [
        None if number == mine else opponent or one.submission for number, one in enumerate(seats)
    ]
    with transaction.atomic():
        _refuse_beyond(by)
        _refuse_unplayable([one for number, one in enumerate(at) if number not in out])
        chairs = [Chair(submission=submission) for submission in at]
        for number in out:
            chairs[number].ending = record.seats[number].ending
            chairs[number].detail = record.seats[number].detail
        return _begun(sitting, chairs)


def move(sitting: Sitting, *, turn: int, move: Move) -> None:
    """The person's move after so many turns; said twice it is made once.

    Raises Refused where it is not the person's turn, the rules forbid it, or bots have been asked
    too often within the hour.
    """
    with transaction.atomic():
        held = _hold(sitting.pk)
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
        _enter(held, Act(own, move, wall_ms=_since(held)))


def resign(sitting: Sitting) -> None:
    """Leave one's game for good; bots that are left among themselves play it to its end."""
    with transaction.atomic():
        held = _hold(sitting.pk)
        if not held.is_over and held.own.plays:
            _leave(held, held.own, Ending.RESIGNED)


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
        held = _hold(turn.sitting_id)
        if held.is_over or len(held.turns) != turn.number:
            return False
        if forfeit is None:
            _enter(held, act)
        else:
            _leave(held, held.chairs.all()[act.seat], forfeit.ending, forfeit.detail, act)
        return True


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
            held = _hold(pk)
            chairs = [held.own] if held.own.plays else held.others
            for chair in chairs:
                if not held.is_over and chair.plays:
                    _leave(held, chair, Ending.RESIGNED, detail)
    return len(found)


def _begun(sitting: Sitting, chairs: Sequence[Chair]) -> Sitting:
    sitting.save()
    for number, chair in enumerate(chairs):
        chair.sitting, chair.number = sitting, number
    Chair.objects.bulk_create(chairs)
    begun = Sitting.objects.with_chairs().get(pk=sitting.pk)
    _see_who_is_next(begun)
    return begun


def _hold(pk: int) -> Sitting:
    """The sitting, which nobody else changes until the transaction ends."""
    return Sitting.objects.select_for_update(of=("self",)).with_chairs().get(pk=pk)


def _enter(held: Sitting, act: Act) -> None:
    held.turns = [*held.turns, act.row()]
    Sitting.objects.filter(pk=held.pk).update(turns=held.turns, moved_at=Now())
    _see_who_is_next(held)


def _leave(
    held: Sitting, chair: Chair, ending: Ending, detail: str = "", act: Act | None = None
) -> None:
    # PostgreSQL keeps no NUL in a text.
    chair.ending, chair.detail = ending, detail.replace("\0", "\ufffd")
    chair.save(update_fields=["ending", "detail"])
    _enter(held, act or Act(chair.number, None))


def _see_who_is_next(held: Sitting) -> None:
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


def _since(held: Sitting) -> float:
    """Milliseconds since the last turn."""
    return max(0.0, 1000 * (timezone.now() - held.moved_at).total_seconds())


def _playable(chair: Chair) -> Submission:
    """The version of a chair; raises Forfeit where it may play no more."""
    submission = chair.submission
    assert submission is not None, "a person is not asked by a worker"
    if not Bot.objects.allowed().filter(pk=submission.bot_id).exists():
        raise Forfeit(Ending.RESIGNED, _("This bot may play no more."))
    return submission


def _refuse_beyond(by: User) -> None:
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


def _refuse_unplayable(at: Sequence[Submission | None]) -> None:
    for version in at:
        if version is None:
            continue
        if version.verdict != Verdict.PASSED:
            raise Refused(_("%(version)s has not passed its check.") % {"version": version})
        if not Bot.objects.allowed().filter(pk=version.bot_id).exists():
            raise Refused(_("%(version)s may play no more.") % {"version": version})
