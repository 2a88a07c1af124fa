"""What wakes a worker, and the tick that repairs whatever got lost."""

import logging
import time
from functools import lru_cache

import redis
from celery import shared_task
from django.core.cache import caches

from arena.sandbox import SandboxUnavailable
from sixfold.bots.models import Submission
from sixfold.bots.services import check, claim_check
from sixfold.broker import plain_client
from sixfold.celery import celery_app, wake
from sixfold.jail import jail
from sixfold.logs import at_work_on
from sixfold.matches import errands, hindsight, services
from sixfold.matches.models import Match
from sixfold.matches.storage import NotStored
from sixfold.workers.models import processes

logger = logging.getLogger(__name__)

JUDGE_SECONDS = 0.5
"""How long the newest matches are judged at a time: a twentieth of the clerk's, as it is asked."""
BATCH_SECONDS = 1.0
"""How long one wake-up works on: short matches share the cost of a task."""
WAKE_UPS_PER_WORKER = 16
"""More messages than this in the queue would wake nobody who is not awake."""
PROBED_AGAIN_AFTER = 60
"""Seconds for which a worker takes it that there is still no sandbox: a probe costs CPU time."""
NO_SANDBOX = "no-sandbox"
STORED_AGAIN_AFTER = 30
"""Seconds for which a process plays nothing after a result could not be stored."""
NO_STORE = "no-store"


@shared_task(name="work")
def work() -> None:
    """Do what is ready for about a second, errands and checks before matches; then wake the next.

    The message says nothing: the database knows what there is to do, so that a wake-up which is
    lost or delivered twice changes nothing. One that follows on another keeps their number as it
    is, so where there are too many already none follows: what else is in the queue waits behind.
    """
    until = time.monotonic() + BATCH_SECONDS
    while sandboxed() and stores() and work_once():
        if time.monotonic() >= until:
            ready = Submission.objects.ready().exists() or Match.objects.ready().exists()
            if ready and waiting() < _enough():
                wake()
            return


def work_once() -> bool:
    """Carry out the most urgent piece of work; False where there was none."""
    if errands.run_one():
        return True
    submission = claim_check()
    if submission is not None:
        with at_work_on(check=submission.pk):
            check(submission)
        return True
    attempt = services.claim()
    if attempt is not None:
        with at_work_on(match=attempt.match_id, attempt=attempt.pk):
            try:
                services.carry_out(attempt)
            except NotStored as reason:
                caches["local"].set(NO_STORE, True, STORED_AGAIN_AFTER)
                logger.error("The store of records takes nothing, so nothing is played: %s", reason)
    return attempt is not None


def stores() -> bool:
    """Whether results could be stored lately; what cannot be kept need not be played."""
    return not caches["local"].get(NO_STORE)


def sandboxed() -> bool:
    """Whether a sandbox holds here; without one everything stays in the queue."""
    if caches["local"].get(NO_SANDBOX):
        return False
    try:
        jail()
    except SandboxUnavailable as reason:
        caches["local"].set(NO_SANDBOX, True, PROBED_AGAIN_AFTER)
        complain(str(reason))
        return False
    return True


@lru_cache
def complain(reason: str) -> None:
    """Say once per process why nothing is played."""
    logger.error("This worker plays nothing, for want of a sandbox: %s", reason)


@shared_task(name="matches.tick")
def tick() -> None:
    """Take back what dead workers held, and see to it that somebody is awake for what is ready."""
    Submission.objects.expired().lose()
    services.reclaim()
    cap = _enough()
    top_up(Submission.objects.ready()[:cap].count() + Match.objects.ready()[:cap].count())


def top_up(ready: int) -> None:
    """Send as many wake-ups as are missing for so much that is ready, within reason."""
    for _ in range(min(ready, _enough()) - waiting() if ready else 0):
        wake()


@shared_task(name="matches.judge")
def judge() -> None:
    """Judge some of the newest matches with hindsight, before anybody asks for it."""
    hindsight.catch_up(JUDGE_SECONDS)


def waiting() -> int:
    """How many wake-ups are in the queue; as if full where the broker does not answer."""
    try:
        with plain_client() as client:
            return int(client.llen(celery_app.conf.task_default_queue))
    except redis.RedisError as error:
        logger.warning("the queue cannot be asked for its length: %s", error)
        return _enough()


def _enough() -> int:
    return WAKE_UPS_PER_WORKER * processes()
