"""A tournament runs by itself: whoever looks next closes a round and makes the one after it."""

import secrets
from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from sixfold.bots.models import Bot
from sixfold.ladder.models import Ladder, Standing
from sixfold.tournaments import formats
from sixfold.tournaments.models import Entry, Round, State, Tournament, history
from sixfold.tournaments.services.announcing import cancel
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
    entries = _freeze(tournament)
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


def _freeze(tournament: Tournament) -> list[Entry]:
    """Give every entrant that can play its version, and a seed by its rating."""
    if tournament.with_house:
        for bot in Bot.objects.competing().filter(house=True):
            Entry.objects.get_or_create(tournament=tournament, bot=bot)
    competing = dict(Bot.objects.competing().values_list("pk", "active"))
    entries = list(tournament.entries.select_related("bot"))
    for entry in entries:
        entry.submission_id = competing.get(entry.bot_id)
        entry.missed = entry.submission_id is None
    rated = ratings_of(tournament, [entry.submission_id for entry in entries])
    playing = [entry for entry in entries if not entry.missed]
    for entry in playing:
        standing = rated.get(entry.submission_id or 0)
        entry.rating = standing.rating if standing else None
    unrated = float("-inf")
    playing.sort(key=lambda one: (-(unrated if one.rating is None else one.rating), one.pk))
    for seed, entry in enumerate(playing, 1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["submission", "missed", "rating", "seed"])
    return playing


def ratings_of(tournament: Tournament, submissions: Iterable[int | None]) -> dict[int, Standing]:
    """The newest standings of these on the ladder that is nearest to the tournament's games."""
    ladders = list(Ladder.objects.filter(ruleset=tournament.ruleset).order_by("pk"))
    ladders = ladders or list(Ladder.objects.order_by("pk"))
    ladders.sort(key=lambda ladder: ladder.seats != tournament.plan.seats)
    if not ladders:
        return {}
    standings = Standing.objects.current(ladders[0]).filter(
        submission__in=filter(None, submissions)
    )
    return {standing.submission_id: standing for standing in standings}


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
    """Whose owner was barred is not paired again; who has only retired a bot still is."""
    barred = Entry.objects.seeded_in(tournament).filter(
        left_after=None, bot__owner__is_active=False
    )
    barred.update(
        left_after=tournament.rounds.count(), left_why=_("its owner's account has been closed")
    )


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
