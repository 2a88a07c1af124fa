"""The preview of a tournament with those who have entered, and others of whom nothing is known."""

from sixfold.bots.models import Bot
from sixfold.ladder import ratings
from sixfold.ladder.models import Standing
from sixfold.tournaments.models import Tournament
from sixfold.tournaments.preview import Preview, Strength, preview
from sixfold.tournaments.services.freezing import ratings_of

SECONDS = 1.5
"""CPU time for a preview: some hundred tournaments, or some dozen large ones."""


def forecast(tournament: Tournament, expected: int) -> Preview:
    """With the current ratings of the entrants, and up to `expected` bots without one."""
    playing = Bot.objects.none()
    if tournament.with_house:
        playing |= Bot.objects.filter(house=True)
    if tournament.pk:
        playing |= Bot.objects.filter(entries__tournament=tournament)
    competing = Bot.objects.competing().filter(pk__in=playing)
    submissions = list(competing.values_list("active", flat=True))
    rated = ratings_of(tournament, submissions)
    known = [_strength(standing) for standing in rated.values()]
    mean = sum(one.rating for one in known) / len(known) if known else ratings.ANCHOR
    entrants = max(len(submissions), expected, tournament.plan.fewest)
    unknown = [Strength(mean)] * (entrants - len(known))
    return preview(tournament.plan, [*known, *unknown], seconds=SECONDS)


def _strength(standing: Standing) -> Strength:
    return Strength(standing.rating, standing.bar / ratings.Z)
