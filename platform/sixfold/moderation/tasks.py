"""What beat asks of moderation, and the one piece of work that a worker does for it."""

from celery import shared_task

from sixfold.celery import celery_app
from sixfold.matches.tasks import sandboxed
from sixfold.moderation import likeness
from sixfold.moderation.models import Behaviour

EXPIRES = 300
"""Seconds after which a message that nobody had time for is worthless: others have followed."""


@shared_task(name="moderation.tick")
def tick() -> None:
    """Queue what has not been recorded, and ask a worker for one bot.

    One at each tick: so many versions come in a term, and so little it takes of the workers.
    """
    Behaviour.objects.expired().lose()
    likeness.queue()
    if likeness.waiting():
        celery_app.send_task("moderation.record", ignore_result=True, expires=EXPIRES)


@shared_task(name="moderation.record")
def record() -> None:
    """Play the next bot on the fixed positions."""
    if sandboxed():
        likeness.record_next()
