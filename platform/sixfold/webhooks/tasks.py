"""What beat asks of the webhooks, and the couriers that send without holding a tick up."""

import threading
from collections.abc import Callable

from celery import shared_task
from django.db import connection

from sixfold.webhooks import notices, services
from sixfold.webhooks.models import Delivery

COURIERS = 4
"""Threads that send at once, beside the clerk's ticks: a slow address delays nothing else."""

_free = threading.BoundedSemaphore(COURIERS)


@shared_task(name="webhooks.tick")
def tick() -> None:
    """Note what has happened, and let couriers send what is due.

    A courier that dies with its process loses nothing: the lease runs out, and another sends.
    """
    Delivery.objects.expired().lose()
    services.note()
    services.forget()
    for _delivery in range(Delivery.objects.ready()[:COURIERS].count()):
        _dispatch(_deliver_all)
    if notices.due().exists():
        _dispatch(notices.send)


def _dispatch(errand: Callable[[], None]) -> None:
    """Have a courier see to something, if one is free."""
    if _free.acquire(blocking=False):
        threading.Thread(target=_run, args=(errand,), name="courier", daemon=True).start()


def _deliver_all() -> None:
    while services.deliver_next():
        pass


def _run(errand: Callable[[], None]) -> None:
    try:
        errand()
    finally:
        # Django closes connections at the end of a request or a task, in its own thread only.
        connection.close()
        _free.release()
