"""Whether a page has news, for less than the page costs."""

from django.db.models import Count, Q

from sixfold.matches.models import Match
from sixfold.tournaments.models import Table, Tournament


def pulse(tournament: Tournament) -> str:
    """What is another text as soon as there is something new to see. Three queries."""
    entries = tournament.entries.aggregate(all=Count("pk"), left=Count("left_after"))
    tables = Table.objects.filter(round__tournament=tournament).aggregate(
        all=Count("pk"), settled=Count("pk", filter=Q(settled=True))
    )
    open_tables = Match.objects.filter(
        cluster__bout__table__round__tournament=tournament, cluster__bout__table__settled=False
    )
    counts = [*entries.values(), *tables.values(), open_tables.finished().count()]
    return "-".join([tournament.state, *map(str, counts)])
