"""Ladders, and who was paired on them."""

import secrets
from typing import TYPE_CHECKING, ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.ruleset import CLASSIC, RULESETS
from sixfold.bots.models import Submission
from sixfold.ladder import pairing
from sixfold.matches.models import Cluster

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager

    from sixfold.ladder.models.counts import Event, PairCount, Tally
    from sixfold.ladder.models.standings import Snapshot


def new_draw_seed() -> bytes:
    """What a ladder's random pairings start from, so that nobody can tell them in advance."""
    return secrets.token_bytes(16)


class Ladder(models.Model):
    """A field being rated: at tables of one size under one ruleset, or over all of a ruleset's."""

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField(
        default=2,
        null=True,
        blank=True,
        help_text=_(
            "Empty: it rates the matches of all ladders of its ruleset and has none itself."
        ),
    )
    ruleset = models.CharField(
        max_length=20, default=CLASSIC.name, choices={name: name for name in RULESETS}
    )
    share = models.PositiveSmallIntegerField(
        default=1,
        help_text=_("Of the matches that are played, beside the other ladders' shares; 0: none."),
    )
    # The scale's fixed point: rated 1000, whoever else comes and goes.
    anchor = models.ForeignKey(Submission, models.PROTECT, null=True, blank=True, related_name="+")
    last_seq = models.PositiveBigIntegerField(default=0, editable=False)
    tables_made = models.PositiveBigIntegerField(default=0, editable=False)
    draw_seed = models.BinaryField(default=new_draw_seed, editable=False)

    if TYPE_CHECKING:
        events: RelatedManager["Event"]
        pair_counts: RelatedManager["PairCount"]
        pairings: RelatedManager["Pairing"]
        snapshots: RelatedManager["Snapshot"]
        tallies: RelatedManager["Tally"]
        anchor_id: int | None

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(seats__isnull=True) | Q(seats__range=(2, 6)), name="ladder_seats"
            ),
        ]

    def __str__(self) -> str:
        """Its name; one that we made is named in the reader's language."""
        return gettext(self.name)

    def get_absolute_url(self) -> str:
        return f"{reverse('leaderboard')}?ladder={self.slug}"

    def clean(self) -> None:
        """Raises ValidationError where the ruleset has no table of this size."""
        rules = RULESETS.get(self.ruleset)
        if rules is None or self.seats is None:
            return
        try:
            rules.check_seats(self.seats)
        except ValueError as error:
            raise ValidationError({"seats": str(error)}) from None

    def parts(self) -> QuerySet["Ladder"]:
        """The ladders whose matches it rates: itself, or those of every table size."""
        if self.seats is not None:
            return Ladder.objects.filter(pk=self.pk)
        return Ladder.objects.filter(ruleset=self.ruleset, seats__isnull=False)


class Pairing(models.Model):
    """A cluster that a ladder has asked for; only these are rated."""

    class Why(models.TextChoices):
        FIRST = pairing.Why.FIRST.value, _("first matches")
        BURST = pairing.Why.BURST.value, _("new version")
        UNCERTAIN = pairing.Why.UNCERTAIN.value, _("least certain")
        IDLE = pairing.Why.IDLE.value, _("idle refresh")

    ladder = models.ForeignKey(Ladder, models.PROTECT, related_name="pairings")
    cluster = models.OneToOneField(Cluster, models.PROTECT, related_name="pairing")
    slot = models.PositiveBigIntegerField(help_text=_("Counts the ladder's tables from 0."))
    why = models.CharField(max_length=9, choices=Why)
    members = models.JSONField(help_text=_("The submissions at the table, in ascending order."))
    # Whether a match of the cluster may still have to be counted.
    open = models.BooleanField(default=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "slot"], name="pairing_once"),
        ]
        indexes: ClassVar = [
            models.Index("ladder", name="pairing_open", condition=Q(open=True)),
        ]

    def __str__(self) -> str:
        return f"{self.ladder}: {self.members}"
