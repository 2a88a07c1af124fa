"""What `manage.py check` looks at: whether those who sign up can prove their addresses."""

from typing import Any

from django.conf import settings
from django.core import checks

CONSOLE = "django.core.mail.backends.console.EmailBackend"


@checks.register
def a_public_site_can_send_mail(**_: Any) -> list[checks.Warning]:
    """Where everybody has to prove an address, mail has to leave this machine."""
    if not settings.PUBLIC or settings.EMAIL_BACKEND != CONSOLE:
        return []
    return [
        checks.Warning(
            "SIXFOLD_PUBLIC is on and EMAIL_URL is not set: nobody can sign up, since the mail that"
            " proves an address is only printed.",
            hint="Set EMAIL_URL=smtp://user:password@host:587, and EMAIL_FROM.",
            id="accounts.W001",
        )
    ]
