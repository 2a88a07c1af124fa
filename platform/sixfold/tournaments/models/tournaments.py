"""A tournament: its form, its window for entries, and where it stands."""

from typing import TYPE_CHECKING, ClassVar, Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.ruleset import CLASSIC, RULESETS
from sixfold.matches.models import TimeRule
from sixfold.tournaments import formats

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django_stubs_ext.db.models.manager import RelatedManager

    from sixfold.accounts.models import User
    from sixfold.tournaments.models.entries import Entry
    from sixfold.tournaments.models.rounds import Round


class State(models.TextChoices):
    """A tournament goes from one to the next; it may be cancelled until it is finished."""

    DRAFT = "draft", _("draft")
    OPEN = "open", _("open for entries")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class Format(models.TextChoices):
    GROUPS = formats.Format.GROUPS.value, _("Round robin, then a final of the best")
    ROUND_ROBIN = formats.Format.ROUND_ROBIN.value, _("Round robin")
    DOUBLE_ROUND_ROBIN = formats.Format.DOUBLE_ROUND_ROBIN.value, _("Double round robin")
    SWISS = formats.Format.SWISS.value, _("Swiss")
    TABLES = formats.Format.TABLES.value, _("Tables of three to six")
    SINGLE_ELIMINATION = formats.Format.SINGLE_ELIMINATION.value, _("Single elimination")
    DOUBLE_ELIMINATION = formats.Format.DOUBLE_ELIMINATION.value, _("Double elimination")


class TournamentQuerySet(QuerySet["Tournament"]):
    def visible_to(self, user: "User | AnonymousUser") -> Self:
        """All but the drafts of others; staff sees these too."""
        if user.is_staff:
            return self
        public = ~Q(state=State.DRAFT)
        return self.filter(public | Q(organiser=user) if user.is_authenticated else public)

    def unfinished(self) -> Self:
        """Those that something may have to happen to by itself."""
        return self.filter(state__in=(State.OPEN, State.RUNNING))

    def with_entrants(self) -> Self:
        """With the number of entries that have not been taken back."""
        return self.annotate(entrants=Count("entries", filter=Q(entries__missed=False)))


class Tournament(models.Model):
    """One competition with a beginning, a form and an end."""

    name = models.CharField(_("name"), max_length=60)
    # Made from the name once; links to a tournament last, so it never changes.
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    description = models.TextField(_("description"), max_length=2_000, blank=True)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="tournaments"
    )
    state = models.CharField(max_length=9, choices=State, default=State.DRAFT)
    note = models.CharField(max_length=200, blank=True)
    """Why it was cancelled, or ended early."""

    format = models.CharField(_("format"), max_length=18, choices=Format, default=Format.GROUPS)
    ruleset = models.CharField(
        _("rules"),
        max_length=20,
        choices={name: name for name in RULESETS},
        default=CLASSIC.name,
    )
    time_rule = models.CharField(
        _("time"), max_length=8, choices=TimeRule, default=TimeRule.STANDARD
    )
    clusters = models.PositiveSmallIntegerField(
        _("clusters for each table"),
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(50)],
    )
    seats = models.PositiveSmallIntegerField(
        _("bots at a table"), default=4, validators=[MinValueValidator(3), MaxValueValidator(6)]
    )
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), default=7, validators=[MinValueValidator(1), MaxValueValidator(50)]
    )
    by_strength = models.BooleanField(_("rank by strength, not by points"), default=True)
    groups = models.PositiveSmallIntegerField(
        _("groups"), default=1, validators=[MinValueValidator(1), MaxValueValidator(16)]
    )
    qualify = models.PositiveSmallIntegerField(
        _("finalists of each group"),
        default=8,
        validators=[MinValueValidator(1), MaxValueValidator(32)],
    )
    final_clusters = models.PositiveSmallIntegerField(
        _("clusters for each table of the final"),
        default=15,
        validators=[MinValueValidator(1), MaxValueValidator(50)],
    )

    opens_at = models.DateTimeField(_("entries from"), null=True, blank=True)
    closes_at = models.DateTimeField(_("entries until"), null=True, blank=True)
    with_house = models.BooleanField(_("the house's bots take part"), default=False)
    # Drawn at the start and published then; settles what results do not.
    lot = models.CharField(max_length=32, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        entries: RelatedManager["Entry"]
        rounds: RelatedManager["Round"]
        organiser_id: int
        entrants: int

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="tournament_started_with_its_lot",
                condition=Q(state__in=(State.DRAFT, State.OPEN, State.CANCELLED))
                | (Q(started_at__isnull=False) & ~Q(lot="")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", kwargs={"slug": self.slug})

    @property
    def plan(self) -> formats.Plan:
        form = formats.Format(self.format)
        return formats.Plan(
            format=form,
            clusters=self.clusters,
            seats=self.seats if form is formats.Format.TABLES else 2,
            rounds=self.rounds_planned,
            by_strength=self.by_strength,
            groups=self.groups,
            qualify=self.qualify,
            final_clusters=self.final_clusters,
        )

    @property
    def takes_entries(self) -> bool:
        """Whether its window is open just now."""
        now = timezone.now()
        opened = self.opens_at is None or self.opens_at <= now
        return self.state == State.OPEN and opened and not self.is_due

    @property
    def is_due(self) -> bool:
        """Whether its window has closed, so that it begins by itself."""
        closed = self.closes_at is not None and self.closes_at <= timezone.now()
        return self.state == State.OPEN and closed

    def may_be_run_by(self, user: "User | AnonymousUser") -> bool:
        """Whether they may change, start or cancel it."""
        own = self.organiser_id == user.pk and may_organise(user)
        return user.is_staff or own


def may_organise(user: "User | AnonymousUser") -> bool:
    return user.is_staff or user.has_perm("tournaments.add_tournament")
