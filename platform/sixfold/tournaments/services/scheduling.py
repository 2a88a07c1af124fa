"""The clusters that a table plays, through the same queue as every other match."""

import secrets

from sixfold.bots.models import Submission
from sixfold.matches.models import Kind, TimeRule
from sixfold.matches.services import schedule
from sixfold.tournaments.models import Table, Tournament


def play(tournament: Tournament, table: Table, clusters: int = 1) -> int:
    """Queue so many clusters for a table; each gives its bots labels that nobody chose."""
    entries = tournament.entries.filter(seed__in=table.members)
    submissions = list(Submission.objects.filter(pk__in=entries.values("submission")))
    for _ in range(clusters):
        secrets.SystemRandom().shuffle(submissions)
        cluster = schedule(
            submissions=submissions,
            seed=secrets.token_bytes(32),
            kind=Kind.TOURNAMENT,
            ruleset=tournament.ruleset,
            time_rule=TimeRule(tournament.time_rule),
        )
        table.bouts.create(cluster=cluster)
    return clusters
