"""The lock under which a tournament changes, and the refusal of what cannot be."""

from sixfold.tournaments.models import Tournament


class Refused(ValueError):  # noqa: N818 - a request is refused, nothing went wrong
    """What was asked for is not possible; the text says why and what to do."""


def locked(tournament: Tournament) -> Tournament:
    """The tournament as it is now, held until the transaction ends: changes come one by one."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)
