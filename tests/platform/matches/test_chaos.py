"""A site whose worker, queue and beat are killed while it plays: `tests.soak.chaos`, in short."""

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from pytest_django import Settings

from sixfold import children
from sixfold.bots.models import Submission
from sixfold.matches.models import Attempt, Match
from tests.platform.waiting import eventually
from tests.soak.chaos import audit, faults, field, orphans
from tests.soak.chaos.site import Site, children_of

PLAYED = 2
"""Matches that are finished before everything is killed, and again afterwards."""


@pytest.fixture
def known() -> Iterator[set[int]]:
    """The processes of other tests; what this one leaves behind becomes ours meanwhile."""
    orphans.adopt()
    yield set(children_of(os.getpid()))
    orphans.adopt(wanted=False)


@pytest.fixture
def site(here: dict[str, str], data: Path, settings: Settings, tmp_path: Path) -> Iterator[Site]:
    """A queue of its own that keeps nothing, a worker who is its own clerk, and a beat."""
    if settings.VALKEY_SOCKET:
        settings.VALKEY_SOCKET = data / "shaken.sock"
        settings.REDIS_URL = f"unix://{settings.VALKEY_SOCKET}"
    environment = here | {"REDIS_URL": settings.REDIS_URL, "LEASE_SECONDS": "2"}
    worker = children.worker()
    both = replace(worker, command=[*worker.command, "--queues", "celery,control"])
    with Site(tmp_path, children.valkey(), [both, children.beat()], environment) as site:
        yield site


def test_whatever_is_killed_every_match_is_finished_and_counted_once(
    enter: Callable[..., Submission], known: set[int], site: Site
) -> None:
    enter("first")
    enter("second", owner="bob")
    site.keep()
    eventually(lambda: Match.objects.finished().count() >= PLAYED, 120)

    eventually(lambda: in_mid_match(site), 120)
    rng = Random(1)
    faults.kill_a_worker(site, rng)
    if site.servers:
        faults.kill_a_server("valkey", site, rng)
    else:
        faults.cut_the_broker(site, rng)
    site.kill("beat")
    left = known | {server.pid for server in site.running.values()}
    assert not orphans.left(left), "the bots of a worker end with it"

    before = Match.objects.finished().count()
    site.keep()
    eventually(lambda: Match.objects.finished().count() >= before + PLAYED, 120)
    eventually(lambda: Attempt.objects.filter(outcome=Attempt.Outcome.LOST).exists())

    field.close()
    Match.objects.queued().void()
    field.wait()
    site.rest()
    running = known | {server.pid for server in site.running.values()}
    assert [finding for finding in audit.findings(running) if finding.count] == []


def in_mid_match(site: Site) -> bool:
    """Whether the worker holds a match; then it is stopped there, so that it cannot end it."""
    pool = site.pool("worker")
    for pid in pool:
        os.kill(pid, signal.SIGSTOP)
    if Match.objects.running().exists():
        return True
    for pid in pool:
        os.kill(pid, signal.SIGCONT)
    return False
