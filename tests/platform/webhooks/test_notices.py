"""An owner who wants it is told of a version that fails again and again, once."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import transaction
from django.utils.translation import gettext, override

from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission
from sixfold.matches.models import Seat
from sixfold.matches.services import schedule
from sixfold.webhooks import notices

from .conftest import Enter


@pytest.fixture
def failing(user: User, enter: Enter) -> Submission:
    """A version of Ada's that plays and has failed in two matches and played two well."""
    User.objects.update(failures_mailed=True, site="https://sixfold.example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    version, other = enter("swift"), enter("slow", "bob")
    Bot.objects.filter(pk=version.bot_id).update(active=version)
    with transaction.atomic():
        for number in range(2):
            schedule(submissions=[version, other], seed=bytes([number]) * 32)
    seats = list(Seat.objects.filter(submission=version))
    Seat.objects.filter(submission=version).update(ending="finished")
    Seat.objects.filter(pk__in=[seat.pk for seat in seats[:2]]).update(ending="crash")
    return version


def test_three_failures_are_told_once_with_the_link(failing: Submission) -> None:
    notices.send()
    assert not mail.outbox, "two are not many"
    Seat.objects.filter(submission=failing).update(ending="crash")
    for _time in range(2):
        notices.send()
    (sent,) = mail.outbox
    assert "ada/swift v1 fails again and again" in sent.subject
    assert "https://sixfold.example.org/bots/ada/swift/" in sent.body


def test_a_mail_is_in_the_language_that_its_reader_has_chosen(failing: Submission) -> None:
    Seat.objects.filter(submission=failing).update(ending="crash")
    User.objects.update(language="de")
    notices.send()
    with override("de"):
        told = gettext("%(bot)s fails again and again") % {"bot": failing}
    assert told != f"{failing} fails again and again"
    assert told in mail.outbox[0].subject


def test_who_does_not_want_it_is_not_told(failing: Submission) -> None:
    Seat.objects.filter(submission=failing).update(ending="crash")
    User.objects.update(failures_mailed=False)
    notices.send()
    assert not mail.outbox
