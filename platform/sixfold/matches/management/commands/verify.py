"""`manage.py verify`: whether a match was played on the seed that was committed to."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from arena.record import RecordError, frames
from sixfold.leases import Progress
from sixfold.matches.models import Match
from sixfold.matches.storage import NotRead, read_record


class Command(BaseCommand):
    """Deals stored games anew from their seeds and compares every draw."""

    help = "Verify that matches follow from the seeds whose commitments were public before."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", type=int, nargs="+", help="the number of a match")

    def handle(self, *, match: list[int], **_: Any) -> None:
        for number in match:
            self.verify(number)

    def verify(self, number: int) -> None:
        """Raises CommandError with what is wrong, or why it cannot be told yet."""
        match = Match.objects.watchable().select_related("cluster").filter(pk=number).first()
        if match is None:
            raise CommandError(f"There is no match {number} that has been played.")
        cluster = match.cluster
        self.stdout.write(f"Commitment of cluster {cluster.pk}: {cluster.commitment}")
        if not cluster.seed_is_public:
            waiting = Match.objects.unsettled().filter(cluster=cluster).count()
            raise CommandError(
                f"The seed of match {number} stays secret: {waiting} matches on it are to be "
                "played. Verify it when they are over."
            )
        try:
            record = read_record(match)
            turns = sum(1 for _ in frames(record))
        except RecordError as error:
            raise CommandError(f"Match {number} does not follow from its seed: {error}") from None
        except NotRead as error:
            raise CommandError(f"{error} ({error.__cause__})") from None
        if record.seed != bytes(cluster.seed):
            raise CommandError(f"Match {number} was not played on the seed of its cluster.")
        self.stdout.write(f"Seed: {record.seed.hex()}")
        void = ", which is void," if match.progress == Progress.VOID else ""
        self.stdout.write(
            f"Match {number}{void} was played on it: the deal and the draws of all {turns} turns "
            "are those that it implies."
        )
