"""A tournament read once for a page: entries, rounds, standings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from sixfold.tournaments import formats, wording
from sixfold.tournaments.formats import Format, Row, Rule, Stage
from sixfold.tournaments.models import Entry, Round, State, Table, Tournament, event

COLUMNS = {
    Format.SWISS: (Rule.STRENGTH, Rule.POINTS),
    Format.TABLES: (Rule.STRENGTH, Rule.POINTS),
}
"""What is shown first, whatever ranks."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant in the standings."""

    entry: Entry
    rank: int
    values: Sequence[tuple[str, str]]
    """In the order of the columns, each with its heading."""
    settled_by: str
    """The rule that put it below the one before, if that was not the first."""


@dataclass(frozen=True, slots=True)
class Standings:
    title: str
    columns: Sequence[str]
    lines: Sequence[Line]
    stage: Stage


class Sheet:
    """One tournament, read in a fixed number of queries: rounds, tables, entries, progress."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.plan = tournament.plan
        # A table is looked at for the standings, the cross table and its round.
        self.read = cache(Table.read)

    @cached_property
    def entries(self) -> list[Entry]:
        """Everybody who entered: by seed once it has begun."""
        found = Entry.objects.filter(tournament=self.tournament).with_bots()
        return sorted(found, key=lambda entry: (entry.seed is None, entry.seed or 0, entry.pk))

    @cached_property
    def by_seed(self) -> Mapping[int, Entry]:
        return {entry.seed: entry for entry in self.entries if entry.seed}

    @cached_property
    def rounds(self) -> list[Round]:
        tables = Prefetch("tables", Table.objects.order_by("number"))
        return list(self.tournament.rounds.order_by("number").prefetch_related(tables))

    @cached_property
    def event(self) -> formats.Event:
        return event(self.tournament, self.entries, self.rounds, self.read)

    @cached_property
    def current(self) -> Round | None:
        """The round that is being played, or the last one."""
        return self.rounds[-1] if self.rounds else None

    @property
    def length(self) -> int:
        """How many rounds there are, at most."""
        return max(self.plan.length(len(self.by_seed)), len(self.rounds))

    @property
    def winners(self) -> list[Entry]:
        """The first of a finished tournament."""
        if self.tournament.state != State.FINISHED:
            return []
        return [entry for entry in self.entries if entry.rank == 1]

    def tables(self) -> Iterator[tuple[Round, Table]]:
        """Every table with its round, the first first."""
        for one in self.rounds:
            for table in one.tables.all():
                yield one, table

    @cached_property
    def standings(self) -> Standings:
        rows = formats.standings(self.plan, self.event)
        return self._standings(_("Standings"), rows)

    @property
    def shown(self) -> list[Standings]:
        """A table for each stage, where there are several: points of two stages do not compare."""
        return self.stages or [self.standings]

    @cached_property
    def stages(self) -> list[Standings]:
        """The final's, once it has begun, and that of each group; none without groups."""
        if self.plan.format is not Format.GROUPS or not self.rounds:
            return []
        found = [
            self._standings(self._group_title(number), rows, Stage.GROUPS)
            for number, rows in enumerate(self._of_stage(Stage.GROUPS), 1)
        ]
        if self.event.tables(Stage.FINAL):
            (final,) = self._of_stage(Stage.FINAL)
            found.insert(0, self._standings(_("Final"), final, Stage.FINAL))
        return found

    def _of_stage(self, stage: Stage) -> list[list[Row]]:
        return formats.of_stage(self.plan, self.event, stage)

    def _group_title(self, number: int) -> str:
        if self.plan.groups == 1:
            return _("First stage")
        return _("Group %(number)d") % {"number": number}

    @cached_property
    def rules(self) -> list[Rule]:
        """What the standings show, the deciding first."""
        return list(dict.fromkeys((*COLUMNS.get(self.plan.format, ()), *self.plan.rules)))

    def _standings(self, title: str, rows: Sequence[Row], stage: Stage = Stage.MAIN) -> Standings:
        rules = [rule for rule in self.rules if rule is not Rule.REACHED]
        return Standings(
            title,
            [str(wording.LABELS[rule]) for rule in rules],
            [self._line(row, rules) for row in rows],
            stage,
        )

    def _line(self, row: Row, rules: Sequence[Rule]) -> Line:
        settled_by = row.decided and row.decided is not self.plan.rules[0]
        return Line(
            entry=self.by_seed[row.seed],
            rank=row.rank,
            values=[(str(wording.LABELS[rule]), self._value(row, rule)) for rule in rules],
            settled_by=str(wording.LABELS[row.decided]) if settled_by and row.decided else "",
        )

    def _value(self, row: Row, rule: Rule) -> str:
        if rule not in row.values:
            return "\N{EN DASH}"
        text = wording.shown(rule, row.values[rule])
        return f"{text} ± {row.bar:.0f}" if rule is Rule.STRENGTH and row.bar else text
