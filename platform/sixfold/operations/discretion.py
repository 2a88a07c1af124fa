"""What is taken out of a text before it leaves the site."""

import re
from typing import Any

from django.conf import settings

from sixfold.accounts.services import PREFIX

REMOVED = "[removed]"
LONGEST = 500
"""Characters of one text: an error may quote what somebody has sent."""


def clean(value: Any) -> Any:
    """A value with every text in it shortened and without our secrets."""
    if isinstance(value, str):
        return _secrets().sub(REMOVED, value)[:LONGEST]
    if isinstance(value, dict):
        return {key: clean(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [clean(one) for one in value]
    return value


def _secrets() -> re.Pattern[str]:
    """Tokens, passwords within addresses, and those of our own secrets that have a setting."""
    known = (
        settings.SECRET_KEY,
        settings.METRICS_TOKEN,
        settings.EMAIL_HOST_PASSWORD,
        settings.GITHUB_CLIENT_SECRET,
    )
    literal = [re.escape(secret) for secret in known if secret]
    return re.compile("|".join([rf"{PREFIX}[\w-]+", r"(?<=://)[^\s/@]+(?=@)", *literal]))
