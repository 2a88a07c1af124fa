"""A whole tournament through a real queue, real workers and the real sandbox."""

import os
import signal
import time
import uuid
from subprocess import Popen

import pytest

from sixfold.leases import Progress
from sixfold.matches.models import Attempt, Match, TimeRule
from sixfold.matches.storage import read_record
from sixfold.matches.tasks import tick
from sixfold.tournaments import tasks
from sixfold.tournaments.models import Format, State, Table, Tournament
from tests.platform.conftest import StartWorker

from .audit import AuditError, audit
from .conftest import Make, run

PATIENCE = 180
"""Seconds for a dozen short matches on a busy machine."""


def test_a_tournament_runs_to_its_end_though_a_worker_is_killed(
    start_worker: StartWorker, make: Make
) -> None:
    worker: Popen[bytes] | None = start_worker(LEASE_SECONDS="2")
    cup = make(3, format=Format.SINGLE_ELIMINATION, time_rule=TimeRule.FAST)
    Tournament.objects.update(closes_at=cup.created_at)
    until = time.monotonic() + PATIENCE
    while cup.state != State.FINISHED:
        assert time.monotonic() < until, f"it is {cup.state} after {PATIENCE} seconds"
        tasks.advance()
        tick()
        if worker and killed_at_play(worker):
            worker = None
            start_worker(LEASE_SECONDS="2")
        time.sleep(0.2)
        cup.refresh_from_db()
    assert worker is None
    assert Attempt.objects.filter(outcome=Attempt.Outcome.LOST).exists()
    assert len(audit(cup)) == 5
    assert cup.rounds.count() == 2
    records = [read_record(match) for match in Match.objects.finished()]
    assert {record.limits for record in records} == {TimeRule.FAST.limits}
    assert not Match.objects.exclude(progress=Progress.FINISHED).exists()


def killed_at_play(worker: Popen[bytes]) -> bool:
    """Whether a match was under way: frozen before it is looked for, lest it ends in between."""
    os.killpg(worker.pid, signal.SIGSTOP)
    playing = Match.objects.running().exists()
    if playing:
        os.kill(worker.pid, signal.SIGKILL)
    else:
        os.killpg(worker.pid, signal.SIGCONT)
    return playing


def test_an_audit_finds_what_is_wrong(running: Make) -> None:
    cup = running(2)
    with pytest.raises(AuditError, match="it is running"):
        audit(cup)
    run(cup)
    with pytest.raises(AuditError, match="finished by nobody"):
        audit(cup)
    for match in Match.objects.all():
        match.attempts.create(token=uuid.uuid4(), outcome=Attempt.Outcome.FINISHED)
    assert len(audit(cup)) == 5
    Table.objects.update(games=[])
    with pytest.raises(AuditError, match="other games than its matches"):
        audit(cup)
