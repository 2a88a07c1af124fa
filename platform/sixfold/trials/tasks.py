"""What beat asks of the trials."""

from celery import shared_task

from sixfold.celery import wake
from sixfold.trials import services


@shared_task(name="trials.advance")
def advance() -> None:
    """Move every trial on, and wake a worker for each pair that was asked for."""
    for _ in services.advance():
        wake()
