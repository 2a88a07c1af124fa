"""Bots and their immutable numbered submissions."""

from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, F, Max, OuterRef, Q, QuerySet, When
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bots_sdk import archives
from sixfold.bots import example, names
from sixfold.leases import Leased, LeasedQuerySet, Progress, ready_index

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django_stubs_ext.db.models.manager import RelatedManager

    from sixfold.accounts.models import User
    from sixfold.bots.models.checks import CheckStep
    from sixfold.bots.models.teams import Invitation, Membership


class BotQuerySet(QuerySet["Bot"]):
    def competing(self) -> Self:
        """What the ladder pairs: those with an active submission, if nobody has barred them."""
        return self.allowed().filter(active__isnull=False)

    def allowed(self) -> Self:
        """Those that may play: neither a moderator nor the end of an account forbids it."""
        return self.filter(disabled_because="", owner__is_active=True)

    def of(self, user: "User | AnonymousUser") -> Self:
        """Those that somebody owns, or belongs to the team of."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(Q(owner=user) | Q(pk__in=user.team_bots))

    def visible_to(self, user: "User | AnonymousUser") -> Self:
        """Those with at least one version that somebody may see."""
        shown = Submission.objects.visible_to(user).filter(bot=OuterRef("pk"))
        return self.filter(Exists(shown))

    def matching(self, text: str) -> Self:
        """Those with this in their name or their owner's; "ada/sw" says both.

        What begins with it comes first, and what plays before what does not.
        """
        owner, slash, name = text.strip().rpartition("/")
        named = Q(name__icontains=name) | Q(slug__icontains=name)
        found = named & Q(owner__username__iexact=owner)
        if not slash:
            found = named | Q(owner__username__icontains=name)
        begins = Q(name__istartswith=name) | Q(slug__istartswith=name)
        first = Case(When(begins, then=0), default=1)
        return self.filter(found).order_by(first, F("active").asc(nulls_last=True), "pk")

    def sharing_people_with(self, bot: "Bot") -> Self:
        """Other bots that somebody manages who manages this one too."""
        people = {bot.owner_id, *bot.members.values_list("user", flat=True)}
        shared = Q(owner__in=people) | Q(members__user__in=people)
        return self.exclude(pk=bot.pk).filter(shared).distinct()

    def with_members(self) -> Self:
        """A row for each member of a team, named `member`; one with None where there is none."""
        return self.annotate(member=F("members__user__username"))

    def newest_version_first(self) -> Self:
        """Those that were worked on last come first."""
        return self.annotate(latest=Max("submissions__pk")).order_by("-latest", "-pk")

    def taking_a_place(self) -> Self:
        """Those that count towards their owner's limit: competing, or about to."""
        checking = Submission.objects.filter(bot=OuterRef("pk"), verdict=Verdict.CHECKING)
        return self.filter(Q(active__isnull=False) | Exists(checking))


class Succession(models.TextChoices):
    """How a version that has passed its check comes to play in the place of another."""

    AT_ONCE = "at once", _("It plays at once")
    TEST_FIRST = "test first", _("It is tested first")


class Bot(models.Model):
    """An entrant: a name and an owner, played by its active submission."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="bots", verbose_name=_("owner")
    )
    name = models.CharField(_("name"), max_length=names.LENGTH)
    # Made from the name once; links to a bot last, so it never changes.
    slug = models.SlugField(_("address"), max_length=names.LENGTH)
    description = models.CharField(_("description"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("created"), db_default=Now())
    active = models.ForeignKey(
        "Submission", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    house = models.BooleanField(_("house bot"), default=False)
    succession = models.CharField(
        _("new versions"),
        max_length=10,
        choices=Succession,
        default=Succession.AT_ONCE,
        db_default=Succession.AT_ONCE,
    )
    """Of versions that come without a word about it."""
    disabled_because = models.CharField(
        _("disabled because"), max_length=300, blank=True, default="", db_default=""
    )
    """Why a moderator keeps it from playing, for everybody to read; blank while it may play."""

    if TYPE_CHECKING:
        submissions: RelatedManager["Submission"]
        members: RelatedManager["Membership"]
        invitations: RelatedManager["Invitation"]
        member: str | None

    objects = BotQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "slug"], name="bot_address_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.owner.get_username()}/{self.slug}"

    def get_absolute_url(self) -> str:
        return reverse("bot", kwargs={"owner": self.owner.get_username(), "slug": self.slug})

    def may_be_shared_by(self, user: "User | AnonymousUser") -> bool:
        """Whether somebody may say who is in its team: its owner, and staff."""
        return user.is_staff or self.owner_id == user.pk

    def versions_for(self, user: "User | AnonymousUser") -> "SubmissionQuerySet":
        """Its versions that somebody may see."""
        found = Submission.objects.filter(bot=self)
        return found if self.may_be_managed_by(user) else found.passed()

    def name_for(self, user: "User | AnonymousUser") -> str:
        """Its name, and whose it is where that is somebody else."""
        return self.name if self.owner_id == user.pk else f"{self.owner.get_username()}/{self.name}"

    def takes_a_place(self) -> bool:
        """Whether it counts towards its owner's limit."""
        return Bot.objects.filter(pk=self.pk).taking_a_place().exists()

    def is_of(self, user: "User | AnonymousUser") -> bool:
        """Whether somebody owns it, or belongs to its team."""
        return user.is_authenticated and (self.owner_id == user.pk or self.pk in user.team_bots)

    def may_be_managed_by(self, user: "User | AnonymousUser") -> bool:
        """Whether somebody may see what is private of it and act for it: its team, and staff."""
        return user.is_staff or self.is_of(user)


class Archive(models.Model):
    """The files of a submission as a normalised zip, kept once for each content."""

    sha256 = models.CharField(primary_key=True, max_length=64)
    data = models.BinaryField()

    def __str__(self) -> str:
        return self.sha256[:12]


class Verdict(models.TextChoices):
    CHECKING = "checking", _("checking")
    PASSED = "passed", _("passed")
    REJECTED = "rejected", _("rejected")


class SubmissionQuerySet(LeasedQuerySet["Submission"]):
    def with_bot(self) -> Self:
        return self.select_related("bot", "bot__owner")

    def passed(self) -> Self:
        return self.filter(verdict=Verdict.PASSED)

    def visible_to(self, user: "User | AnonymousUser") -> Self:
        """Those that have passed; one's own whatever became of them. Staff sees all."""
        if user.is_staff:
            return self
        shown = Q(verdict=Verdict.PASSED)
        if user.is_authenticated:
            shown |= Q(bot__owner=user) | Q(bot__in=user.team_bots)
        return self.filter(shown)

    def competing(self) -> Self:
        """Those that play for their bots on the ladder."""
        return self.filter(pk__in=Bot.objects.competing().values("active"))

    def untested(self) -> Self:
        """Those that have passed, newer than what plays, but are to prove themselves first."""
        return self.passed().filter(
            succession=Succession.TEST_FIRST, number__gt=F("bot__active__number")
        )

    def of_code(self, sha256: str) -> Self:
        return self.filter(archive=sha256)


class Submission(Leased):
    """An immutable version of a bot; the lease is that of the worker that checks it."""

    bot = models.ForeignKey(Bot, models.PROTECT, related_name="submissions")
    number = models.PositiveIntegerField(_("version"))
    archive = models.ForeignKey(Archive, models.PROTECT, related_name="submissions")
    size = models.PositiveIntegerField(_("size in bytes"))
    note = models.CharField(_("note"), max_length=200, blank=True)
    verdict = models.CharField(
        _("verdict"), max_length=8, choices=Verdict, default=Verdict.CHECKING
    )
    succession = models.CharField(
        max_length=10,
        choices=Succession,
        default=Succession.AT_ONCE,
        db_default=Succession.AT_ONCE,
        editable=False,
    )
    created_at = models.DateTimeField(_("submitted"), db_default=Now())
    checked_at = models.DateTimeField(_("checked"), null=True, blank=True)
    failure = models.TextField(_("fault of ours"), default="", db_default="", editable=False)
    """Why an attempt at its check was lost, for operators: the last one of which we know."""

    if TYPE_CHECKING:
        archive_id: str
        steps: RelatedManager["CheckStep"]

    objects = SubmissionQuerySet.as_manager()

    class Meta(Leased.Meta):
        constraints: ClassVar = [
            *Leased.Meta.constraints,
            models.UniqueConstraint(fields=["bot", "number"], name="submission_number_unique"),
            models.CheckConstraint(
                condition=Q(verdict=Verdict.CHECKING, checked_at__isnull=True)
                | (~Q(verdict=Verdict.CHECKING) & Q(checked_at__isnull=False)),
                name="submission_checked_with_its_verdict",
            ),
        ]
        indexes: ClassVar = [
            *Leased.Meta.indexes,
            ready_index(),
            models.Index(fields=["checked_at"], name="submission_checked"),
            # Few among all, and asked for every few seconds.
            models.Index(
                "bot", name="submission_untested", condition=Q(succession=Succession.TEST_FIRST)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"

    def get_absolute_url(self) -> str:
        return reverse(
            "submission",
            kwargs={
                "owner": self.bot.owner.get_username(),
                "slug": self.bot.slug,
                "number": self.number,
            },
        )

    def is_visible_to(self, user: "User | AnonymousUser") -> bool:
        return self.verdict == Verdict.PASSED or self.bot.may_be_managed_by(user)

    @property
    def sha256(self) -> str:
        """The digest of the files, whatever archive they came in."""
        return self.archive_id

    @property
    def is_waiting(self) -> bool:
        return self.progress == Progress.QUEUED

    @property
    def is_over(self) -> bool:
        """Whether the checklist will stay as it is."""
        return self.progress not in (Progress.QUEUED, Progress.RUNNING)

    def is_fresh(self) -> bool:
        """Made so short a time ago that a second request for the same is a repeated click."""
        return timezone.now() - self.created_at < timedelta(minutes=1)

    def queue_place(self) -> int:
        """How many checks will begin before this one has, itself included."""
        urgent = Q(priority__gt=self.priority)
        before = urgent | Q(priority=self.priority, pk__lte=self.pk)
        return Submission.objects.queued().filter(before).count()

    def twins(self) -> SubmissionQuerySet:
        """Submissions of other people with the same files, unless everybody was given these."""
        same = Submission.objects.of_code(self.sha256)
        if self.sha256 in example.GIVEN or same.filter(bot__house=True).exists():
            return same.none()
        kin = Bot.objects.sharing_people_with(self.bot)
        return same.exclude(bot=self.bot).exclude(bot__in=kin).with_bot()

    def files(self) -> dict[str, bytes]:
        """The files to play with; raises RuntimeError if they are not those that were uploaded."""
        files = archives.unpack(bytes(self.archive.data))
        if archives.digest(files) != self.sha256:
            raise RuntimeError(f"The stored files of {self} have changed since their upload.")
        return files
