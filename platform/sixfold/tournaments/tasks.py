"""What beat asks of the tournaments."""

import logging

from celery import shared_task

from sixfold.celery import wake
from sixfold.tournaments import services
from sixfold.tournaments.models import Tournament

logger = logging.getLogger(__name__)


@shared_task(name="tournaments.advance")
def advance() -> None:
    """Do what is due in every tournament, and wake a worker for each new cluster.

    One that fails leaves no trace, is tried again at the next tick, and holds up no other.
    """
    for tournament in Tournament.objects.unfinished().order_by("pk"):
        try:
            scheduled = services.advance(tournament)
        except Exception:
            logger.exception("%s could not go on", tournament)
            continue
        for _ in range(scheduled):
            wake()
