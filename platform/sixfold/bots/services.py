"""What authors do with bots: enter, submit, activate, retire; and the house enters its own."""

import ast
from contextlib import suppress
from datetime import timedelta
from math import ceil

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from bots_sdk import archives, samples
from sixfold.accounts.models import User
from sixfold.bots import names
from sixfold.bots.checking import check, claim_check, conclude
from sixfold.bots.models import Archive, Bot, CheckStep, Submission, Succession, Verdict

__all__ = [
    "AlreadySubmitted",
    "NameRefused",
    "OverQuota",
    "Refused",
    "activate",
    "check",
    "claim_check",
    "conclude",
    "create_bot",
    "enter",
    "enter_house",
    "lock",
    "refuse_without_place",
    "retire",
    "submit",
]

HOUR = timedelta(hours=1)


class Refused(ValueError):  # noqa: N818 - a request is refused, nothing went wrong
    """What the author asked for is not possible; the text says why and what to do."""


class NameRefused(Refused):
    """It is the bot's name that has to change."""


class OverQuota(Refused):
    """The owner has used up the uploads of the hour."""

    def __init__(self, count: int, wait: timedelta) -> None:
        self.seconds = max(1, ceil(wait.total_seconds()))
        """Until the next upload is taken."""
        words = {"count": count, "minutes": ceil(self.seconds / 60)}
        super().__init__(
            _(
                "You have submitted %(count)d versions in an hour, which is the limit."
                " Try again in %(minutes)d minutes."
            )
            % words
        )


class AlreadySubmitted(Refused):
    """The same files are already a submission of the same owner."""

    def __init__(self, submission: Submission) -> None:
        super().__init__(
            _("This is already v%(number)d of %(bot)s. Change the code to submit a new version.")
            % {"number": submission.number, "bot": submission.bot.name}
        )
        self.submission = submission


def enter(*, owner: User, name: str, filename: str, data: bytes, note: str = "") -> Submission:
    """Enter a new bot with its first version, or neither; raises as create_bot and submit."""
    with transaction.atomic():
        lock(owner)
        # Before the name is looked at: a form that was sent twice is not a name taken twice.
        _refuse_repeated(owner, archives.digest(archives.read(filename, data)))
        bot = create_bot(owner=owner, name=name)
        return submit(bot=bot, filename=filename, data=data, note=note)


def create_bot(*, owner: User, name: str, description: str = "", house: bool = False) -> Bot:
    """Enter a bot without a submission; raises NameRefused for a name that cannot be used."""
    try:
        name = names.normal(name)
    except ValueError as error:
        raise NameRefused(str(error)) from error
    slug = names.address(name)
    with transaction.atomic():
        lock(owner)
        namesake = owner.bots.filter(slug=slug).first()
        if namesake:
            raise NameRefused(
                _("You already have a bot named %(name)s. Submit a new version of it instead.")
                % {"name": namesake.name}
            )
        if owner.former_addresses.filter(slug=slug).exists():
            raise NameRefused(
                _(
                    "You have handed over a bot named %(name)s, and links to it last."
                    " Choose another name."
                )
                % {"name": name}
            )
        return Bot.objects.create(
            owner=owner, name=name, slug=slug, description=description, house=house
        )


def submit(
    *,
    bot: Bot,
    filename: str,
    data: bytes,
    note: str = "",
    succession: Succession | None = None,
) -> Submission:
    """Keep an upload as the bot's next version, queued for its check.

    How it comes to play is remembered for the bot, and as last time where nothing is said. The
    caller sends `sixfold.celery.wake` once its transaction has committed. Raises
    archives.BadUpload for the files, AlreadySubmitted for a version that exists, and Refused
    where the owner has used up the bots or the uploads of the hour, or the bot is disabled.
    """
    files = archives.read(filename, data)
    sha256 = archives.digest(files)
    with transaction.atomic():
        # One upload of an owner at a time: numbers, quotas and repetitions are decided here.
        lock(bot.owner)
        _refuse_repeated(bot.owner, sha256)
        _refuse_disabled(bot)
        if not bot.house:
            _refuse_over_quota(bot.owner)
            refuse_without_place(bot, bot.owner)
        archive, _created = Archive.objects.get_or_create(
            sha256=sha256, defaults={"data": archives.pack(files)}
        )
        if succession and succession != bot.succession:
            bot.succession = succession
            bot.save(update_fields=["succession"])
        last = bot.submissions.aggregate(last=Max("number"))["last"] or 0
        submission = Submission.objects.create(
            bot=bot,
            number=last + 1,
            archive=archive,
            size=sum(map(len, files.values())),
            note=note,
            succession=bot.succession,
        )
        CheckStep.objects.bulk_create(
            CheckStep(submission=submission, kind=kind) for kind in CheckStep.Kind
        )
    return submission


def activate(submission: Submission, *, instead_of: Submission | None = None) -> bool:
    """Let a version that has passed its check play for its bot; raises Refused for another.

    With `instead_of`, only in the place of that version: False says that it plays no longer.
    """
    bot = submission.bot
    with transaction.atomic():
        lock(bot.owner)
        if submission.verdict != Verdict.PASSED:
            raise Refused(_("Only a version that has passed its check can play."))
        _refuse_disabled(bot)
        if not bot.house:
            refuse_without_place(bot, bot.owner)
        place = Bot.objects.filter(pk=bot.pk)
        if instead_of:
            place = place.filter(active=instead_of)
        return bool(place.update(active=submission))


def retire(bot: Bot) -> None:
    """Take a bot out of the competition; its versions and results stay."""
    Bot.objects.filter(pk=bot.pk).update(active=None)


def enter_house() -> list[Bot]:
    """The house bots, entered as ordinary submissions where they are missing or have changed."""
    house, created = User.objects.get_or_create(username="house")
    if created:
        house.set_unusable_password()
        house.save(update_fields=["password"])
    return [_enter_sample(house, name) for name in samples.HOUSE]


def _enter_sample(house: User, name: str) -> Bot:
    files = samples.files(name)
    (source,) = files.values()
    about = (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
    bot = house.bots.filter(slug=name).first() or create_bot(
        owner=house, name=name, description=about, house=True
    )
    with suppress(AlreadySubmitted):
        submit(bot=bot, filename=f"{name}.py", data=source)
    return bot


def lock(owner: User) -> None:
    """Let nothing else change this owner's bots until the transaction ends.

    Taken before any other lock, so that no two transactions wait for each other.
    """
    User.objects.select_for_update().get(pk=owner.pk)


def _refuse_repeated(owner: User, sha256: str) -> None:
    earlier = Submission.objects.with_bot().of_code(sha256).filter(bot__owner=owner).first()
    if earlier:
        raise AlreadySubmitted(earlier)


def _refuse_disabled(bot: Bot) -> None:
    if bot.disabled_because:
        raise Refused(
            _("A moderator has disabled %(bot)s: %(reason)s")
            % {"bot": bot.name, "reason": bot.disabled_because}
        )


def _refuse_over_quota(owner: User) -> None:
    recent = Submission.objects.filter(bot__owner=owner, created_at__gte=Now() - HOUR)
    times = list(recent.order_by("created_at").values_list("created_at", flat=True))
    if len(times) >= settings.UPLOADS_PER_HOUR:
        # Once all before this one are an hour old and it is too, there is room again.
        leaving = times[-settings.UPLOADS_PER_HOUR] if times else timezone.now()
        raise OverQuota(len(times), leaving + HOUR - timezone.now())


def refuse_without_place(bot: Bot, owner: User) -> None:
    """Raise Refused where an owner has as many other bots in the competition as one may."""
    others = owner.bots.taking_a_place().exclude(pk=bot.pk).count()
    if others >= settings.BOTS_PER_OWNER:
        raise Refused(
            _(
                "You have %(count)d bots in the competition, which is the limit."
                " Submit a new version of one of them, or retire one."
            )
            % {"count": others}
        )
