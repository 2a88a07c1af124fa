"""The preview of a tournament with those who have entered, and others of whom nothing is known."""

from sixfold.ladder import ratings
from sixfold.ladder.models import Standing
from sixfold.tournaments.models import Tournament
from sixfold.tournaments.preview import Preview, Strength, preview
from sixfold.tournaments.services.freezing import ratings_of

SECONDS = 1.5
"""CPU time for a preview: some hundred tournaments, or some dozen large ones."""


def forecast(tournament: Tournament, expected: int) -> Preview:
    """With the current ratings of the entrants, and up to `expected` bots without one."""
    submissions = []
    if tournament.pk:
        entered = tournament.entries.filter(bot__active__isnull=False)
        submissions = list(entered.values_list("bot__active", flat=True))
    rated = ratings_of(tournament, submissions)
    known = [_strength(standing) for standing in rated.values()]
    mean = sum(one.rating for one in known) / len(known) if known else ratings.ANCHOR
    entrants = max(len(submissions), expected, tournament.plan.fewest)
    unknown = [Strength(mean)] * (entrants - len(known))
    return preview(tournament.plan, [*known, *unknown], seconds=SECONDS)


def _strength(standing: Standing) -> Strength:
    return Strength(standing.rating, standing.bar / ratings.Z)
