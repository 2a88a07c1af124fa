"""What beat asks for once somebody has left."""

from celery import shared_task

from sixfold.privacy import services


@shared_task(name="privacy.erase")
def erase() -> None:
    """Erase some of what is to go; the rest with the next ticks."""
    services.erase_some()
