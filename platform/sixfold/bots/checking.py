"""The check of a submission by a worker: under a lease, in the sandbox, step by step."""

from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now

from arena.printed import CUT
from arena.referee import Stopped
from bots_sdk.check import Log, Step, StepKind
from bots_sdk.check import check as steps_of
from sixfold.bots.models import Bot, CheckStep, Submission, Succession, Verdict
from sixfold.jail import jail
from sixfold.leases import renewing
from sixfold.undertaking import undertaking


def claim_check() -> Submission | None:
    """Lease the submission whose check is due for this process, or None."""
    return Submission.objects.select_related("bot", "bot__owner", "archive").claim()


def check(submission: Submission) -> bool:
    """Carry out a claimed check, whatever happens; True once a verdict is kept.

    A fault of ours puts the check back in the queue and counts against its budget; it never
    rejects a bot. A worker that is being stopped gives the check back, uncounted, and stops.
    Nothing is held in the database while the bot plays, so a transaction is refused.
    """
    if connection.in_atomic_block:
        raise RuntimeError("A bot is not checked inside a transaction.")
    token = submission.token
    assert token is not None, "only a claimed submission is checked"
    with undertaking(submission, "the check of %s failed", reason_in="failure"):
        return conclude(submission, token, passed=_take_steps(submission, token))
    return False


def conclude(submission: Submission, token: UUID, *, passed: bool) -> bool:
    """Keep the verdict, once: False where the lease was lost, and then nothing changes.

    A version that has passed plays for its bot from now on, unless a later one does already, or it
    is to be tested against the one that does.
    """
    verdict = Verdict.PASSED if passed else Verdict.REJECTED
    with transaction.atomic():
        if not Submission.objects.finish(token, verdict=verdict, checked_at=Now()):
            return False
        if passed:
            earlier = Q(active__isnull=True)
            if submission.succession == Succession.AT_ONCE:
                earlier |= Q(active__number__lt=submission.number)
            bots = Bot.objects.filter(earlier, pk=submission.bot_id)
            Bot.objects.filter(pk__in=bots.values("pk")).update(active=submission)
    return True


def _take_steps(submission: Submission, token: UUID) -> bool:
    """Run the check while the lease is renewed, and keep each step; whether all went well."""
    launcher = jail()
    files = submission.files()
    kinds = list(StepKind)
    with renewing(submission) as lost:
        _begin(submission, token)
        for step in steps_of(files, launcher, stop=lost):
            position = kinds.index(step.kind)
            _keep(submission, token, step, following=kinds[position + 1 : position + 2])
            if not step.ok:
                return False
    return True


def _begin(submission: Submission, token: UUID) -> None:
    """Clear what an attempt before this one has left."""
    with transaction.atomic():
        _hold(token)
        submission.steps.update(
            state=CheckStep.State.WAITING, message="", ms=None, traceback="", position="",
            command="", log="",
        )  # fmt: skip
        submission.steps.filter(kind=StepKind.RECEIVED).update(state=CheckStep.State.RUNNING)


def _keep(submission: Submission, token: UUID, step: Step, following: list[StepKind]) -> None:
    with transaction.atomic():
        _hold(token)
        submission.steps.filter(kind=step.kind).update(
            state=CheckStep.State.OK if step.ok else CheckStep.State.FAILED,
            message=step.message,
            ms=step.ms,
            traceback=_storable(step.traceback),
            position=step.position,
            command=step.command,
            log=_storable(_text(step.log)),
        )
        if step.ok:
            submission.steps.filter(kind__in=following).update(state=CheckStep.State.RUNNING)


def _hold(token: UUID) -> None:
    """Lock the row for this transaction, so that a worker that came too late writes nothing."""
    if not Submission.objects.extend(token):
        raise Stopped


def _text(log: Log) -> str:
    """By turn, and without a word of ours, which the reader may not understand."""
    lines = (f"[{max(turn, 0)}] {text}" for turn, text in log)
    return "\n".join(lines).replace(CUT, "[...]\n", 1)


def _storable(text: str) -> str:
    """PostgreSQL keeps no NUL in a text."""
    return text.replace("\0", "\ufffd")
