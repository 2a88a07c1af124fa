"""Sittings: the games of people against bots, who sits where, and the turns that bots owe."""

from typing import TYPE_CHECKING, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Prefetch, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arena.player import Ending
from arena.ruleset import CLASSIC, RULESETS
from sixfold.bots.models import Submission
from sixfold.leases import Leased, LeasedQuerySet, ready_index
from sixfold.matches.models import Match
from sixfold.play.table import Table

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django_stubs_ext.db.models.manager import RelatedManager

    from sixfold.accounts.models import User


class SittingQuerySet(models.QuerySet["Sitting"]):
    def open(self) -> Self:
        return self.filter(ended_at=None)

    def over(self) -> Self:
        return self.filter(ended_at__isnull=False)

    def of(self, user: "User") -> Self:
        return self.filter(player=user)

    def visible_to(self, user: "User | AnonymousUser") -> Self:
        """Those that are over; while they last, one's own."""
        shown = Q(ended_at__isnull=False)
        return self.filter(shown | Q(player=user) if user.is_authenticated else shown)

    def with_chairs(self) -> Self:
        """With who plays and in which versions, in two queries for any number."""
        chairs = Chair.objects.select_related("submission__bot__owner").order_by("number")
        return self.select_related("player").prefetch_related(Prefetch("chairs", queryset=chairs))


class Sitting(models.Model):
    """A game of a person against bots: unrated, and as slow as the person likes."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sittings")
    seed = models.BinaryField(max_length=32)
    ruleset = models.CharField(
        max_length=20, choices={name: name for name in RULESETS}, default=CLASSIC.name
    )
    turns = models.JSONField(default=list)
    """As `play.table.Act` writes them."""
    source = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="+")
    """The match that it goes on from."""
    source_turns = models.PositiveSmallIntegerField(default=0)
    """How many turns of that match it begins with."""
    begun_at = models.DateTimeField(db_default=Now())
    moved_at = models.DateTimeField(db_default=Now())
    """When somebody last moved."""
    ended_at = models.DateTimeField(null=True)
    end = models.CharField(max_length=20, blank=True)
    """Why the game was over, an `arena.game.End`."""

    if TYPE_CHECKING:
        player_id: int
        source_id: int | None
        chairs: RelatedManager["Chair"]
        bot_turns: RelatedManager["BotTurn"]

    objects = SittingQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, end="")
                | (Q(ended_at__isnull=False) & ~Q(end="")),
                name="sitting_ended_with_its_reason",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-id"], name="sitting_of_player"),
            models.Index(fields=["moved_at"], name="sitting_open", condition=Q(ended_at=None)),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("sitting", kwargs={"pk": self.pk})

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def table(self) -> Table:
        """The game as values; `self` comes from `with_chairs()`."""
        return self.table_of(len(self.chairs.all()))

    def table_of(self, seats: int) -> Table:
        """The same before anybody has a chair."""
        return Table.of(bytes(self.seed), RULESETS[self.ruleset], seats, self.turns)

    @property
    def own(self) -> "Chair":
        """The person's chair."""
        return next(chair for chair in self.chairs.all() if chair.submission is None)

    @property
    def others(self) -> list["Chair"]:
        """Those of the bots."""
        return [chair for chair in self.chairs.all() if chair.submission is not None]


class Chair(models.Model):
    """A place at a sitting: the person's, or that of a version of a bot."""

    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="chairs")
    number = models.PositiveSmallIntegerField()
    submission = models.ForeignKey(Submission, models.PROTECT, null=True, related_name="+")
    """None for the person."""
    ending = models.CharField(
        max_length=20,
        choices={ending.value: ending.value for ending in Ending},
        default=Ending.FINISHED.value,
    )
    detail = models.TextField(blank=True)
    """Why it left the game, in a sentence."""
    score = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    """From 1, once the game is over; ties share a place."""

    if TYPE_CHECKING:
        sitting_id: int

    class Meta:
        ordering: ClassVar = ["sitting", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sitting", "number"], name="chair_number_unique"),
            models.UniqueConstraint(
                fields=["sitting"], condition=Q(submission=None), name="chair_of_one_person"
            ),
        ]

    def __str__(self) -> str:
        return f"chair {self.number} of {self.sitting_id}"

    @property
    def plays(self) -> bool:
        """Whether it has not left the game."""
        return self.ending == Ending.FINISHED

    @property
    def name(self) -> str:
        """As it stands in a record: the person's user name, or owner and bot."""
        if self.submission is None:
            return self.sitting.player.get_username()
        return str(self.submission.bot)


class BotTurnQuerySet(LeasedQuerySet["BotTurn"]):
    def ahead_of(self, turn: "BotTurn") -> Self:
        """Those that will be claimed before this queued one."""
        earlier = Q(priority=turn.priority, pk__lt=turn.pk)
        return self.queued().filter(Q(priority__gt=turn.priority) | earlier)


class BotTurn(Leased):
    """A turn that a bot owes to a sitting: whoever claims it has the bot asked."""

    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="bot_turns")
    number = models.PositiveSmallIntegerField()
    """How many turns there were before it."""
    asked_at = models.DateTimeField(db_default=Now())
    failure = models.TextField(_("fault of ours"), blank=True)
    """Why the last attempt was lost, for operators."""

    if TYPE_CHECKING:
        sitting_id: int

    objects = BotTurnQuerySet.as_manager()

    class Meta(Leased.Meta):
        constraints: ClassVar = [
            *Leased.Meta.constraints,
            models.UniqueConstraint(fields=["sitting", "number"], name="bot_turn_once"),
        ]
        indexes: ClassVar = [*Leased.Meta.indexes, ready_index()]

    def __str__(self) -> str:
        return f"turn {self.number} of game {self.sitting_id}"
