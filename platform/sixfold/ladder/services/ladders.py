"""The ladders there are, and the lock under which each of them changes."""

from collections.abc import Mapping
from types import MappingProxyType

from django.conf import settings
from django.utils.translation import gettext_noop

from arena.ruleset import EXTENDED
from sixfold.ladder.models import Ladder

PRESETS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "two": {"name": gettext_noop("Two players"), "seats": 2, "share": 3},
        "four": {"name": gettext_noop("Four players"), "seats": 4},
        "all": {"name": gettext_noop("All tables"), "seats": None},
        "five": {"name": gettext_noop("Five players"), "seats": 5, "ruleset": EXTENDED.name},
        "six": {"name": gettext_noop("Six players"), "seats": 6, "ruleset": EXTENDED.name},
    }
)
"""By slug what the setting LADDERS may ask for; operators add others as rows."""


def ladders() -> list[Ladder]:
    """Every ladder, the oldest first; those of the setting are made where they are missing."""
    every = list(Ladder.objects.order_by("pk"))
    known = {ladder.slug for ladder in every}
    every += [
        Ladder.objects.get_or_create(slug=slug, defaults=PRESETS[slug])[0]
        for slug in settings.LADDERS
        if slug not in known
    ]
    return every


def locked(ladder: Ladder) -> Ladder:
    """The ladder as it is now, held until the transaction ends: changes come one by one."""
    return Ladder.objects.select_for_update().get(pk=ladder.pk)
