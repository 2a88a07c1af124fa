"""Accounts that a teacher makes for a class: a name and a password each, and no mail."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from allauth.account.adapter import get_adapter
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext as _

from sixfold.accounts.models import USERNAME_LENGTH, User

MOST = 60
"""Names at once: each password takes some tenths of a second to be hashed."""
# Nothing that looks like something else on paper.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SYLLABLES, LENGTH = 3, 4


@dataclass(frozen=True, slots=True)
class Slip:
    """What a pupil is handed."""

    name: str
    """As the teacher wrote it."""
    username: str
    password: str
    """Kept nowhere else."""


def hand_out(names: Iterable[str], *, by: User, again: bool) -> list[Slip]:
    """Make an account for each of these people; it stands in the administration's log.

    With `again`, who has an account of that name already is given a new password: where it has no
    e-mail address, by which it could have one without help, and is not the staff's.

    Raises:
        ValidationError: a sentence for each name that cannot be one; then nothing is done.
    """
    people = list(_people(names, again=again))
    slips = [Slip(name, user.username, _password()) for name, user in people]
    # Not in the transaction: to hash a class takes seconds, and others wait to write.
    for slip, (_name, user) in zip(slips, people, strict=True):
        user.set_password(slip.password)
    try:
        with transaction.atomic():
            for _name, user in people:
                flag = CHANGE if user.pk else ADDITION
                user.save()
                LogEntry.objects.log_actions(by.pk, [user], flag, "password handed out")
    except IntegrityError:
        raise ValidationError(
            _("Some of these accounts have just been made, perhaps by a second click.")
        ) from None
    return slips


def _people(names: Iterable[str], *, again: bool) -> Iterator[tuple[str, User]]:
    """Each name with its user, new or not; raises ValidationError when all have been looked at."""
    errors: list[str] = []
    seen: set[str] = set()
    for name in names:
        username = slugify(name)[:USERNAME_LENGTH]
        try:
            if username in seen:
                raise ValidationError(_("It is there twice. Add an initial, or a number."))
            seen.add(username)
            yield name, (again and _to_be_helped(username)) or _new(username)
        except ValidationError as error:
            errors.append(f"{name}: {' '.join(error.messages)}")
    if errors:
        raise ValidationError(errors)


def _to_be_helped(username: str) -> User | None:
    user = User.objects.filter(username=username, is_active=True).first()
    if user and (user.email or user.is_staff):
        raise ValidationError(_("This account is the staff's, or has an e-mail address."))
    return user


def _new(username: str) -> User:
    return User(username=get_adapter().clean_username(username))


def _password() -> str:
    return "-".join(get_random_string(LENGTH, LETTERS) for _ in range(SYLLABLES))
