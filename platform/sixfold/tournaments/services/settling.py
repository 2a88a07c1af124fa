"""What the matches of a table add up to, once each is finished or void."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from sixfold.leases import Progress
from sixfold.matches.models import Match, Seat
from sixfold.tournaments.formats import knockout
from sixfold.tournaments.models import Entry, Round, Table, Tournament
from sixfold.tournaments.services.scheduling import play

Games = list[dict[str, Any]]


def settle(current: Round, tournament: Tournament) -> int:
    """Settle the tables that have nothing left to play; how many clusters were added.

    A knockout's tie gets another cluster, up to a number.
    """
    open_tables = {table.pk: table for table in current.tables.filter(settled=False)}
    unsettled = Match.objects.unsettled().filter(cluster__bout__table__in=open_tables)
    playing = set(unsettled.values_list("cluster__bout__table", flat=True).distinct())
    over = [table for pk, table in open_tables.items() if pk not in playing]
    added = 0
    for table, games in zip(over, games_of(over, tournament), strict=True):
        table.games = games
        if tournament.plan.format.is_knockout and _needs_more(table, current):
            added += play(tournament, table)
        else:
            table.settled = True
    Table.objects.bulk_update(over, ["games", "settled"])
    return added


def _needs_more(table: Table, current: Round) -> bool:
    extra = table.bouts.count() - current.clusters
    return extra < knockout.EXTRA and knockout.tied(table.read())


def correct(tournament: Tournament) -> None:
    """Count the settled tables anew of which a match was declared void since.

    Standings follow; rounds that were drawn up stay as they are, and so does who has won a
    knockout's closed round. A table of the open round is settled anew.
    """
    void = Match.objects.filter(
        progress=Progress.VOID, cluster__bout__table__round__tournament=tournament
    )
    gone = defaultdict[int, set[int]](set)
    for pk, match in void.values_list("cluster__bout__table", "pk"):
        gone[pk].add(match)
    counted = [
        table
        for table in Table.objects.filter(pk__in=gone, settled=True).select_related("round")
        if gone[table.pk] & {game["match"] for game in table.games}
    ]
    still_open = [table for table in counted if table.round.closed_at is None]
    Table.objects.filter(pk__in=[table.pk for table in still_open]).update(settled=False)
    if tournament.plan.format.is_knockout:
        return
    closed = [table for table in counted if table.round.closed_at]
    for table, games in zip(closed, games_of(closed, tournament), strict=True):
        table.games = games
    Table.objects.bulk_update(closed, ["games"])


def games_of(tables: Iterable[Table], tournament: Tournament) -> list[Games]:
    """For each table its finished games as they are kept. Two queries."""
    tables = list(tables)
    entries = Entry.objects.seeded_in(tournament)
    seeds = {entry.submission_id: entry.seed for entry in entries if entry.seed}
    seats = Seat.objects.filter(
        match__progress=Progress.FINISHED, match__cluster__bout__table__in=tables
    ).order_by("match", "number")
    fared: dict[int, dict[int, dict[int, tuple[int, int]]]] = defaultdict(lambda: defaultdict(dict))
    columns = ("match__cluster__bout__table", "match", "submission", "place", "score")
    for table, match, submission, place, score in seats.values_list(*columns):
        fared[table][match][seeds[submission]] = place, score
    return [
        [
            {
                "match": match,
                "places": [by_seed[seed][0] for seed in table.members],
                "scores": [by_seed[seed][1] for seed in table.members],
            }
            for match, by_seed in fared[table.pk].items()
        ]
        for table in tables
    ]
