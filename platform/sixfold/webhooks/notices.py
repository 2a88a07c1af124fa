"""Mails to owners who want them, once for each version that plays and fails again and again."""

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from arena.player import Ending
from sixfold.accounts.mailing import in_language_of, mail_to
from sixfold.bots.models import Bot, Submission
from sixfold.webhooks.models import FailureNotice

FAILURES = 3
"""Matches that a version has lost by its own fault before its owner is told."""


def due() -> QuerySet[Submission]:
    """Versions whose owners are to be told."""
    wanted = Bot.objects.competing().filter(owner__failures_mailed=True)
    failed = ~Q(seats__ending__in=("", Ending.FINISHED.value))
    active = Submission.objects.filter(pk__in=wanted.values("active"), failure_notice=None)
    counted = active.annotate(failures=Count("seats", filter=failed))
    return counted.filter(failures__gte=FAILURES).with_bot()


def send() -> None:
    """Tell the owner of each, once: a mail that was lost is not sent again."""
    for version in due():
        with transaction.atomic():
            _notice, new = FailureNotice.objects.get_or_create(submission=version)
        if new:
            owner = version.bot.owner
            with in_language_of(owner):
                subject = _("%(bot)s fails again and again") % {"bot": version}
                mail_to(owner, subject, _text(version))


def _text(version: Submission) -> str:
    return _(
        "%(version)s has failed in %(count)d matches by its own fault.\n\n"
        "What went wrong, with tracebacks and logs: %(address)s\n\n"
        "You are told once for each version. Whether you are told at all: %(account)s"
    ) % {
        "version": version,
        "count": FAILURES,
        "address": f"{version.bot.owner.site}{version.bot.get_absolute_url()}",
        "account": f"{version.bot.owner.site}/account/",
    }
