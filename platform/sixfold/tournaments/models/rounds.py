"""Rounds and their tables, the clusters that these play, and what a format goes by."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from sixfold.matches.models import Cluster
from sixfold.tournaments import formats
from sixfold.tournaments.models.entries import Entry
from sixfold.tournaments.models.tournaments import Tournament

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager


class Round(models.Model):
    """Tables that are played at once; the next round waits for all of them."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    """From 1."""
    stage = models.CharField(
        max_length=6, choices={stage.value: stage.value for stage in formats.Stage}
    )
    clusters = models.PositiveSmallIntegerField()
    """For each of its tables."""
    made_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        tables: RelatedManager["Table"]
        tournament_id: int

    class Meta:
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_once"),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(closed_at=None), name="round_open_alone"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("round", kwargs={"slug": self.tournament.slug, "number": self.number})

    def read(self, tables: Iterable[formats.Table]) -> formats.Round:
        """As the formats see it, with these of its tables."""
        return formats.Round(tuple(tables), self.clusters, formats.Stage(self.stage))


class Table(models.Model):
    """Entrants that meet in a round, why they do, and what came of it."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    """From 1."""
    members = models.JSONField(help_text=_("Seeds; one that is alone has a bye."))
    why = models.CharField(max_length=9, choices={why.value: why.value for why in formats.Why})
    figures = models.JSONField(default=dict, help_text=_("What goes with the reason."))
    games = models.JSONField(
        default=list, help_text=_("Match, places and scores by member, once it is settled.")
    )
    settled = models.BooleanField(default=False)
    """Whether every match is finished or void, and no more is to come."""

    if TYPE_CHECKING:
        bouts: RelatedManager["Bout"]
        round_id: int

    class Meta:
        ordering: ClassVar = ["round", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="table_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}.{self.number}: {self.members}"

    def read(self) -> formats.Table:
        """As the formats see it."""
        games = [formats.Game(tuple(one["places"]), tuple(one["scores"])) for one in self.games]
        return formats.Table(
            tuple(self.members),
            formats.Why(self.why),
            self.figures,
            formats.Result.of(games, len(self.members)) if games else None,
        )


class Bout(models.Model):
    """A cluster that a table plays."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="bouts")
    cluster = models.OneToOneField(Cluster, models.PROTECT, related_name="bout")

    if TYPE_CHECKING:
        table_id: int

    def __str__(self) -> str:
        return f"bout {self.pk} of table {self.table_id}"


def history(tournament: Tournament, *, live: bool = False) -> formats.Event:
    """What its format goes by: closed rounds, or if `live` all results so far. Three queries."""
    tables = Prefetch("tables", Table.objects.order_by("number"))
    rounds = tournament.rounds.order_by("number").prefetch_related(tables)
    if not live:
        rounds = rounds.filter(closed_at__isnull=False)
    return event(tournament, Entry.objects.seeded_in(tournament), rounds)


def event(
    tournament: Tournament,
    entries: Iterable[Entry],
    rounds: Iterable[Round],
    read: Callable[[Table], formats.Table] = Table.read,
) -> formats.Event:
    """The settled tables of these rounds, with who takes part and who has left."""
    seeded = {entry.seed: entry.left_after for entry in entries if entry.seed}
    return formats.Event(
        entrants=len(seeded),
        rounds=tuple(
            one.read(read(table) for table in one.tables.all() if table.settled) for one in rounds
        ),
        left={seed: after for seed, after in seeded.items() if after is not None},
        lot=tournament.lot,
    )
