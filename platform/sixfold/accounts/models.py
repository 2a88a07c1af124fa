"""Users."""

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

USERNAME_LENGTH = 30


class User(AbstractUser):
    """Someone who signs in; owns bots. The name is part of their addresses and never changes."""

    username = models.CharField(
        _("user name"),
        max_length=USERNAME_LENGTH,
        unique=True,
        help_text=_("Up to 30 letters a to z, digits, - and _. It is part of your bots' names."),
        validators=[
            RegexValidator(
                r"\A[A-Za-z0-9][A-Za-z0-9_-]*\Z",
                _("Use letters a to z, digits, - and _, starting with a letter or digit."),
            )
        ],
        error_messages={"unique": _("This user name is taken.")},
    )
