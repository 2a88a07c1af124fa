"""The tables of a round, why they meet and how far they are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sixfold.leases import Progress
from sixfold.matches.models import Match
from sixfold.tournaments import wording
from sixfold.tournaments.formats import Rule
from sixfold.tournaments.models import Entry, Round, Table
from sixfold.tournaments.showing.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Seated:
    """A table of a round as it is shown."""

    table: Table
    members: Sequence[tuple[Entry, str]]
    """With the points that each took here, once it is settled."""
    reason: str
    played: int
    games: int
    stuck: int
    """Matches in quarantine."""

    @property
    def results(self) -> list[tuple[int, str]]:
        """The match of each counted game, and its scores by member."""
        return [(game["match"], ":".join(map(str, game["scores"]))) for game in self.table.games]


def seated(sheet: Sheet, one: Round) -> list[Seated]:
    """The tables of a round with what has been played at them. One query."""
    tables = list(one.tables.all())
    unsettled = [table.pk for table in tables if not table.settled]
    matches = Match.objects.filter(cluster__bout__table__in=unsettled).exclude(
        progress=Progress.VOID
    )
    going = list(matches.values_list("cluster__bout__table", "progress"))
    games = Counter(table for table, _progress in going)
    played = Counter(table for table, progress in going if progress == Progress.FINISHED)
    stuck = Counter(table for table, progress in going if progress == Progress.QUARANTINED)
    return [
        Seated(
            table=table,
            members=_members(sheet, table),
            reason=wording.reason(table, sheet.by_seed),
            played=len(table.games) if table.settled else played[table.pk],
            games=len(table.games) if table.settled else games[table.pk],
            stuck=stuck[table.pk],
        )
        for table in tables
    ]


def _members(sheet: Sheet, table: Table) -> list[tuple[Entry, str]]:
    read = sheet.read(table)
    return [
        (
            sheet.by_seed[seed],
            wording.shown(Rule.POINTS, read.points(seed)) if table.settled else "",
        )
        for seed in table.members
    ]
