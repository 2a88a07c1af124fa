"""The ladders there are, and the lock under which each of them changes."""

from django.utils.translation import gettext

from sixfold.ladder.models import Ladder


def ladders() -> list[Ladder]:
    """Every ladder; where there is none, one for two players is made."""
    every = list(Ladder.objects.order_by("pk"))
    if every:
        return every
    return [Ladder.objects.get_or_create(slug="two", defaults={"name": gettext("Two players")})[0]]


def locked(ladder: Ladder) -> Ladder:
    """The ladder as it is now, held until the transaction ends: changes come one by one."""
    return Ladder.objects.select_for_update().get(pk=ladder.pk)
