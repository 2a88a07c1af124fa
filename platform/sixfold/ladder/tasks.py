"""What beat asks of the ladders."""

from celery import shared_task

from sixfold.celery import wake
from sixfold.ladder import services


@shared_task(name="ladder.pair")
def pair() -> None:
    """Queue the next matches and wake a worker for each cluster."""
    for _ in services.pair():
        wake()


@shared_task(name="ladder.settle")
def settle() -> None:
    """Count what has finished; publish ratings as often as they are worth their cost.

    What moderators are shown of them follows each publication.
    """
    every = services.ladders()
    for ladder in every:
        services.count(ladder)
    for ladder in every:
        if services.is_due(ladder):
            services.publish(ladder)
        services.compare(ladder)
