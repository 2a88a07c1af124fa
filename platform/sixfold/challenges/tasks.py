"""What beat asks of the challenges."""

from celery import shared_task

from sixfold.celery import wake
from sixfold.challenges import services


@shared_task(name="challenges.advance")
def advance() -> None:
    """Move every challenge on, and wake a worker for each pair that was asked for."""
    for _ in services.advance():
        wake()
