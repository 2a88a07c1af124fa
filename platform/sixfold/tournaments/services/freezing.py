"""Who plays when a tournament begins: with which version, and seeded by which rating."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from sixfold.bots.models import Bot, people_of
from sixfold.ladder.models import Ladder, Standing
from sixfold.tournaments.models import Entry, Tournament


def freeze(tournament: Tournament) -> list[Entry]:
    """Give every entrant that can play its version, and a seed by its rating; those that can."""
    if tournament.with_house:
        for bot in Bot.objects.competing().filter(house=True):
            Entry.objects.get_or_create(tournament=tournament, bot=bot)
    competing = dict(Bot.objects.competing().values_list("pk", "active"))
    entries = list(Entry.objects.filter(tournament=tournament).order_by("pk").with_bots())
    for entry in entries:
        entry.submission_id = competing.get(entry.bot_id)
        entry.missed = entry.submission_id is None
    _keep_one_of_everybody([entry for entry in entries if not entry.missed])
    playing = [entry for entry in entries if not entry.missed]
    rated = ratings_of(tournament, (entry.submission_id for entry in playing))
    for entry in playing:
        standing = rated.get(entry.submission_id or 0)
        entry.rating = standing.rating if standing else None
    # Who is not rated comes last, in the order of the entries.
    playing.sort(key=lambda entry: (entry.rating is None, -(entry.rating or 0)))
    for seed, entry in enumerate(playing, 1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["submission", "missed", "left_why", "rating", "seed"])
    return playing


def _keep_one_of_everybody(entries: list[Entry]) -> None:
    """Who has come to share somebody with an earlier entry since then does not take part."""
    people = people_of(entry.bot_id for entry in entries)
    seated: dict[int, Entry] = {}
    for entry in entries:
        before = next((seated[one] for one in people[entry.bot_id] if one in seated), None)
        if before:
            entry.missed = True
            entry.left_why = _("somebody of its team takes part with %(bot)s") % {"bot": before.bot}
        else:
            seated |= dict.fromkeys(people[entry.bot_id], entry)


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
