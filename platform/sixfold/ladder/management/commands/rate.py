"""`manage.py rate`: count and publish now, or verify everything from the events on."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from sixfold.ladder import ratings, services


class Command(BaseCommand):
    """Does at once what the scheduler does every few seconds."""

    help = "Count what has finished and publish ratings; --rebuild does it from the first match."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--rebuild",
            action="store_true",
            help="count every event again and correct what differs; normally nothing does",
        )

    def handle(self, *, rebuild: bool, **_: Any) -> None:
        try:
            # Last those that rate what the others have counted.
            for ladder in sorted(services.ladders(), key=lambda ladder: ladder.seats is None):
                counted = services.count(ladder)
                services.publish(ladder)
                self.stdout.write(f"{ladder}: {counted} matches counted, ratings up to date.")
                if rebuild:
                    self.stdout.write(f"{ladder}: {services.rebuild(ladder)}")
        except ratings.ConvergenceError as error:
            raise CommandError(f"{error} The ratings published before still stand.") from None
