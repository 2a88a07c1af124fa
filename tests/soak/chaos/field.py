"""Who plays: two quick bots of the house and one that fails, until the field is closed."""

import time

from django.core.management import call_command

from bots_sdk import samples
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission
from sixfold.bots.services import create_bot, enter, submit
from sixfold.matches.models import Match

FAILING = b"""
def choose(game):
    if game.turn > 40:
        raise RuntimeError("I always fail here")
    return game.legal_moves()[0]
"""
PATIENCE = 600.0


def prepare() -> None:
    """Make the tables, and enter bots whose matches take a tenth of a second."""
    call_command("migrate", verbosity=0)
    house = User.objects.create_user("house")
    for name in ("random", "greedy"):
        bot = create_bot(owner=house, name=name, house=True)
        (source,) = samples.files(name).values()
        submit(bot=bot, filename="bot.py", data=source)
    ada = User.objects.create_user("ada")
    enter(owner=ada, name="failing", filename="bot.py", data=FAILING)


def close() -> None:
    """End the pairing of new matches; what is queued is still played."""
    Bot.objects.update(active=None)


def wait() -> None:
    """Until nothing is queued or running any more; raises TimeoutError."""
    deadline = time.monotonic() + PATIENCE
    while _open():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{_open()} matches and checks never ended.")
        time.sleep(0.5)


def _open() -> int:
    return sum(
        rows.queued().count() + rows.running().count()
        for rows in (Match.objects.all(), Submission.objects.all())
    )
