"""Lets each process that plays report, from its start on and whatever it is doing."""

import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

from celery.signals import worker_process_init, worker_process_shutdown, worker_ready
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from sixfold.celery import celery_app, wake
from sixfold.jail import watch
from sixfold.workers import services
from sixfold.workers.models import REPORT_SECONDS

logger = logging.getLogger(__name__)

_ended = Event()


@worker_process_init.connect
def arrive(**_: Any) -> None:
    """Begin to report, in a thread of its own: the main one may play a long match."""
    if plays():
        _ended.clear()
        Thread(target=report_on, name="reports", daemon=True).start()


@worker_ready.connect
def look_around(**_: Any) -> None:
    """Have every process look for its sandbox now, not at the first match."""
    for _process in range(settings.WORKERS if plays() else 0):
        wake()


@worker_process_shutdown.connect
def depart(**_: Any) -> None:
    """Stop reporting, and be forgotten."""
    if plays():
        _ended.set()
        watch.news.set()
        attempt(services.leave)


def plays() -> bool:
    """Whether this worker takes matches: the clerk does not."""
    return "celery" in celery_app.amqp.queues.consume_from


def report_on() -> None:
    """Report at once, at any news, and every REPORT_SECONDS."""
    while not _ended.is_set():
        watch.news.clear()
        attempt(services.report)
        watch.news.wait(REPORT_SECONDS)
    connection.close()


def attempt(service: Callable[[], None]) -> None:
    """Call a service; a database that does not answer is asked again the next time."""
    try:
        service()
    except (DatabaseError, InterfaceError) as error:
        logger.warning("This worker could not report: %s", error)
        connection.close()
