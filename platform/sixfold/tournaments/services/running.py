"""A tournament runs by itself: whoever looks next closes a round and makes the one after it."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from sixfold.bots.models import Bot
from sixfold.tournaments import formats
from sixfold.tournaments.models import Entry, Round, State, Tournament, history
from sixfold.tournaments.services.announcing import cancel
from sixfold.tournaments.services.freezing import freeze
from sixfold.tournaments.services.locking import Refused, locked
from sixfold.tournaments.services.scheduling import play
from sixfold.tournaments.services.settling import correct, settle


@transaction.atomic
def start(tournament: Tournament) -> int:
    """Freeze versions and seeds, and make the first round; the number of clusters to wake for.

    Raises Refused where too few can play.
    """
    tournament = locked(tournament)
    if tournament.state != State.OPEN:
        raise Refused(_("Only a tournament that is open for entries can begin."))
    entries = freeze(tournament)
    fewest = tournament.plan.fewest
    if len(entries) < fewest:
        raise Refused(
            _("It takes %(fewest)d bots that can play, and there are %(count)d.")
            % {"fewest": fewest, "count": len(entries)}
        )
    tournament.state, tournament.started_at = State.RUNNING, timezone.now()
    # Nobody could know it when the entries were frozen.
    tournament.lot = secrets.token_hex(16)
    tournament.save(update_fields=["state", "started_at", "lot"])
    return _go_on(tournament)


@transaction.atomic
def advance(tournament: Tournament) -> int:
    """Do what is due, each thing once: begin, settle tables, close the round, make the next, end.

    The number of clusters that were scheduled: the caller sends a `sixfold.celery.wake` for each
    once its transaction has committed.
    """
    tournament = locked(tournament)
    if tournament.is_due:
        return _begin(tournament)
    if tournament.state != State.RUNNING:
        return 0
    correct(tournament)
    current = tournament.rounds.filter(closed_at=None).first()
    if current is None:
        return _go_on(tournament)
    scheduled = settle(current, tournament)
    if current.tables.filter(settled=False).exists():
        return scheduled
    current.closed_at = timezone.now()
    current.save(update_fields=["closed_at"])
    return _go_on(tournament)


def _begin(tournament: Tournament) -> int:
    try:
        with transaction.atomic():
            return start(tournament)
    except Refused as refusal:
        cancel(tournament, str(refusal))
        return 0


def _go_on(tournament: Tournament) -> int:
    """Make the next round, or end the tournament; the number of clusters."""
    _see_off_the_barred(tournament)
    following = formats.next_round(tournament.plan, history(tournament))
    if following is None:
        _finish(tournament)
        return 0
    made = tournament.rounds.create(
        number=tournament.rounds.count() + 1,
        stage=following.stage.value,
        clusters=following.clusters,
    )
    return sum(
        _seat(tournament, made, number, table) for number, table in enumerate(following.tables, 1)
    )


def _seat(tournament: Tournament, made: Round, number: int, drawn: formats.Table) -> int:
    table = made.tables.create(
        number=number,
        members=drawn.members,
        why=drawn.why.value,
        figures=drawn.figures,
        settled=drawn.is_bye,
    )
    return 0 if drawn.is_bye else play(tournament, table, made.clusters)


def _see_off_the_barred(tournament: Tournament) -> None:
    """Who may play no more is not paired again; a bot that was only retired still is."""
    staying = Entry.objects.seeded_in(tournament).filter(left_after=None).select_related("bot")
    for entry in staying.exclude(bot__in=Bot.objects.allowed()):
        entry.left_after = tournament.rounds.count()
        entry.left_why = entry.bot.disabled_because[:200] or _("its owner's account is closed")
        entry.save(update_fields=["left_after", "left_why"])


def _finish(tournament: Tournament) -> None:
    ranks = {row.seed: row.rank for row in formats.standings(tournament.plan, history(tournament))}
    entries = list(Entry.objects.seeded_in(tournament))
    for entry in entries:
        assert entry.seed is not None, "only who has a seed takes part"
        entry.rank = ranks[entry.seed]
    Entry.objects.bulk_update(entries, ["rank"])
    tournament.state, tournament.finished_at = State.FINISHED, timezone.now()
    rounds = tournament.rounds.count()
    if tournament.plan.format.has_rounds and rounds < tournament.plan.length(len(entries)):
        tournament.note = _("No more pairs were left after round %(last)d that had not met.") % {
            "last": rounds
        }
    tournament.save(update_fields=["state", "finished_at", "note"])
