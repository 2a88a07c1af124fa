"""A game is begun, from the start or from a turn of a match."""

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from arena.ruleset import CLASSIC
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission, Verdict
from sixfold.bots.services import Refused
from sixfold.matches.models import Match
from sixfold.matches.storage import read_record
from sixfold.play.models import Chair, Sitting
from sixfold.play.services.allowance import refuse_beyond
from sixfold.play.services.turns import see_who_is_next
from sixfold.play.table import Act


def begin(*, by: User, opponent: Submission, ruleset: str = CLASSIC.name) -> Sitting:
    """A new game of two; who sits where is drawn by lot.

    The caller sends `sixfold.celery.wake` once its transaction has committed, as for all that makes
    it a bot's turn. Raises Refused where the version may not play, or for want of allowance.
    """
    mine = secrets.randbelow(2)
    at = [None if number == mine else opponent for number in range(2)]
    with transaction.atomic():
        refuse_beyond(by)
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
        refuse_beyond(by)
        _refuse_unplayable([one for number, one in enumerate(at) if number not in out])
        chairs = [Chair(submission=submission) for submission in at]
        for number in out:
            chairs[number].ending = record.seats[number].ending
            chairs[number].detail = record.seats[number].detail
        return _begun(sitting, chairs)


def _begun(sitting: Sitting, chairs: Sequence[Chair]) -> Sitting:
    sitting.save()
    for number, chair in enumerate(chairs):
        chair.sitting, chair.number = sitting, number
    Chair.objects.bulk_create(chairs)
    begun = Sitting.objects.with_chairs().get(pk=sitting.pk)
    see_who_is_next(begun)
    return begun


def _refuse_unplayable(at: Sequence[Submission | None]) -> None:
    for version in at:
        if version is None:
            continue
        if version.verdict != Verdict.PASSED:
            raise Refused(_("%(version)s has not passed its check.") % {"version": version})
        if not Bot.objects.allowed().filter(pk=version.bot_id).exists():
            raise Refused(_("%(version)s may play no more.") % {"version": version})
