from collections.abc import Callable, Iterator

import pytest
from django.db import transaction

from arena.limits import Limits
from arena.player import InfrastructureFailure
from arena.referee import Stopped
from bots_sdk.check import Step, StepKind
from sixfold.bots import services
from sixfold.bots.models import CheckStep, Submission, Verdict
from sixfold.jail import jail
from sixfold.leases import LOST_BUDGET, Progress

from .conftest import GOOD, Upload

State = CheckStep.State

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def checked(upload: Upload) -> Callable[[bytes], Submission]:
    """Submit a source and carry out its check in the real sandbox."""

    def checked(source: bytes) -> Submission:
        submission = upload(source)
        claimed = services.claim_check()
        assert claimed == submission
        assert services.check(claimed)
        submission.refresh_from_db()
        return submission

    return checked


def states(submission: Submission) -> list[str]:
    return [step.state for step in submission.steps.all()]


def claim() -> Submission:
    submission = services.claim_check()
    assert submission is not None
    return submission


def fail(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let the sandbox fail after the first step."""

    def steps(*_: object, **__: object) -> Iterator[Step]:
        yield Step(StepKind.RECEIVED, ok=True, message="1 file", ms=1)
        raise error

    monkeypatch.setattr("sixfold.bots.checking.steps_of", steps)


def test_a_good_bot_passes_and_plays_from_then_on(checked: Callable[[bytes], Submission]) -> None:
    submission = checked(GOOD)
    assert submission.verdict == Verdict.PASSED
    assert submission.progress == Progress.FINISHED
    assert states(submission) == [State.OK] * 4
    assert all(step.ms is not None and step.message for step in submission.steps.all())
    assert submission.bot.active == submission


BAD = {
    "a syntax error": (b"def choose(game:\n", StepKind.SCANNED, "line 1, column 11", "def choose"),
    "an endless loop": (
        b"def choose(game):\n    while True: pass\n", StepKind.PLAYS, "CPU time", ""
    ),
    "an illegal player": (
        b"from arena.moves import Pass\ndef choose(game): return Pass()\n",
        StepKind.PLAYS, "only who can neither place nor trade may pass", "",
    ),
    "a crash at import": (
        b"1 / 0\ndef choose(game): ...\n", StepKind.STARTS, "does not start", "ZeroDivisionError"
    ),
    "a silent exit": (
        b"import os\ndef choose(game): os._exit(0)\n", StepKind.PLAYS, "exit status 0", ""
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_bad_bot_is_rejected_with_a_clear_message(
    what: str, checked: Callable[[bytes], Submission], monkeypatch: pytest.MonkeyPatch
) -> None:
    # An endless loop shall not take the suite 5 s.
    monkeypatch.setattr("bots_sdk.check.LIMITS", Limits(bank_ms=300))
    source, kind, message, traceback = BAD[what]
    submission = checked(source)
    assert submission.verdict == Verdict.REJECTED
    assert submission.bot.active is None
    failed = submission.steps.get(state=State.FAILED)
    assert failed.kind == kind
    assert message in failed.message
    assert traceback in failed.traceback
    assert failed.command == "sixfold check mybot.py"
    assert bool(failed.position) == (kind is StepKind.PLAYS)
    later = submission.steps.filter(pk__gt=failed.pk)
    assert all(step.state == State.WAITING for step in later)


def test_a_fault_of_ours_is_tried_again_and_rejects_nobody(
    upload: Upload, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission = upload()
    with monkeypatch.context() as patch:
        fail(patch, InfrastructureFailure("no READY"))
        assert not services.check(claim())
    assert jail.cache_info().currsize == 0, "the sandbox is probed again"
    submission.refresh_from_db()
    assert submission.progress == Progress.QUEUED
    assert submission.lost == 1
    assert submission.verdict == Verdict.CHECKING
    Submission.objects.update(ready_at=submission.created_at)
    assert services.check(claim())
    submission.refresh_from_db()
    assert submission.verdict == Verdict.PASSED


@pytest.mark.parametrize("error", [InfrastructureFailure("no READY"), ValueError("a bug of ours")])
def test_after_several_faults_the_check_is_set_aside(
    error: Exception, upload: Upload, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission = upload()
    fail(monkeypatch, error)
    for _ in range(LOST_BUDGET):
        Submission.objects.update(ready_at=submission.created_at)
        services.check(claim())
    submission.refresh_from_db()
    assert submission.progress == Progress.QUARANTINED
    assert submission.verdict == Verdict.CHECKING
    assert str(error) in submission.failure
    assert services.claim_check() is None


@pytest.mark.parametrize("error", [Stopped(), SystemExit(0)])
def test_a_worker_that_is_stopped_gives_the_check_back(
    error: BaseException, upload: Upload, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission = upload()
    fail(monkeypatch, error)
    if isinstance(error, SystemExit):
        with pytest.raises(SystemExit):
            services.check(claim())
    else:
        assert not services.check(claim())
    submission.refresh_from_db()
    assert submission.progress == Progress.QUEUED
    assert submission.lost == 0


def test_a_check_whose_lease_went_to_another_worker_changes_nothing(
    upload: Upload, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission = upload()
    late = claim()
    Submission.objects.running().lose()
    Submission.objects.update(ready_at=submission.created_at)
    current = claim()
    assert not services.check(late)
    submission.refresh_from_db()
    assert submission.token == current.token
    assert states(submission) == [State.WAITING] * 4
    assert services.check(current)


def test_a_second_attempt_starts_from_an_empty_checklist(
    upload: Upload, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission = upload()
    with monkeypatch.context() as patch:
        fail(patch, InfrastructureFailure("no READY"))
        services.check(claim())
    assert states(submission) == [State.OK, State.RUNNING, State.WAITING, State.WAITING]
    submission.refresh_from_db()
    assert [step.shown_state for step in submission.steps.all()][1] == State.WAITING


def test_a_check_refuses_to_run_in_a_transaction(upload: Upload) -> None:
    upload()
    with transaction.atomic(), pytest.raises(RuntimeError, match="transaction"):
        services.check(claim())
