"""The Celery application, and the wake-up that tells workers to look into the database."""

import logging
import os
import signal
from typing import Any

from celery import Celery
from celery.bootsteps import StartStopStep
from celery.signals import setup_logging, worker_process_init
from django.conf import settings

from sixfold.tether import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sixfold.settings")
# Django's checks read every page and the API, which no worker serves: two fifths of a start, 38 MB.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

log = logging.getLogger(__name__)
ALIVE_SECONDS = 10

celery_app = Celery("sixfold")
celery_app.config_from_object("django.conf:settings", namespace="CELERY")
celery_app.autodiscover_tasks()


def wake() -> None:
    """Send one worker to the database for work; losing this message costs only time.

    Call it after commit. A broker that is down or full is logged and otherwise ignored: the next
    tick repairs the loss.
    """
    try:
        celery_app.send_task("work", ignore_result=True)
    except Exception as error:  # kombu lets every kind of transport error through
        log.warning("The queue did not take a wake-up; the next tick repairs it: %s", error)


@worker_process_init.connect
def die_with_the_worker(**_: object) -> None:
    """Let a pool process end with its worker: a killed one would leave it playing on."""
    die_with_parent(signal.SIGKILL)


@setup_logging.connect
def log_as_django_does(**_: object) -> None:
    """Keep Celery from setting up logging of its own."""


class Alive(StartStopStep):
    """Touches ALIVE_FILE while the worker's own loop goes round: asking it costs next to nothing,
    where ``celery inspect ping`` starts a whole Django each time.
    """

    requires = ("celery.worker.components:Timer",)

    def start(self, worker: Any) -> None:
        """With the worker."""
        if file := settings.ALIVE_FILE:
            file.touch()
            worker.timer.call_repeatedly(ALIVE_SECONDS, file.touch)


celery_app.steps["worker"].add(Alive)
