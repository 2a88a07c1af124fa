"""`manage.py house`: opponents for the first visitor's bot."""

from typing import Any

from django.core.management import BaseCommand

from sixfold.bots.models import Submission
from sixfold.bots.services import enter_house
from sixfold.celery import wake


class Command(BaseCommand):
    """Enters them as the demo does; those that are there and have not changed stay as they are."""

    help = "Enter the house's bots, and after an upgrade new versions of those that have changed."

    def handle(self, **_: Any) -> None:
        for bot in enter_house():
            newest = Submission.objects.filter(bot=bot).with_bot().latest("number")
            self.stdout.write(f"{newest}: {newest.verdict}")
        wake()
