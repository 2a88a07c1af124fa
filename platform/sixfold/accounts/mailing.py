"""Mail to somebody who has an account: only to an address that they have proved to be theirs."""

import logging

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.utils.translation import override

from sixfold.accounts.models import User

logger = logging.getLogger(__name__)


def has_address(user: User) -> bool:
    """Whether mail can be sent to them."""
    return _proved(user) is not None


def in_language_of(user: User) -> override:
    """Within it, texts are in the language that they have chosen, or in English."""
    return override(user.language or settings.LANGUAGE_CODE)


def mail_to(user: User, subject: str, text: str) -> bool:
    """Send a plain text; False where there is no address for it, or the mail server took nothing.

    It waits for the mail server, so it is called where nobody waits for an answer.
    """
    proved = _proved(user)
    if proved is None or not user.is_active:
        return False
    try:
        send_mail(
            f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
            text,
            settings.DEFAULT_FROM_EMAIL,
            [proved.email],
        )
    except OSError as error:  # what smtplib raises is one too
        logger.warning("a mail to %s was not sent: %s", user, error)
        return False
    return True


def _proved(user: User) -> EmailAddress | None:
    return EmailAddress.objects.filter(user=user, primary=True, verified=True).first()
