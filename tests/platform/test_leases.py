import threading
import time
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import IntegrityError, OperationalError, connections, transaction
from django.db.models.functions import Now
from pytest_django import Settings

from sixfold import leases
from sixfold.accounts.models import User
from sixfold.bots.models import Archive, Bot, Submission
from sixfold.leases import Progress, renewing


def queue() -> Submission:
    """A submission that waits for its check: the simplest leased row there is."""
    owner, _created = User.objects.get_or_create(username="ada")
    bot, _created = Bot.objects.get_or_create(owner=owner, name="bot", slug="bot")
    archive, _created = Archive.objects.get_or_create(sha256="0" * 64, defaults={"data": b""})
    number = bot.submissions.count() + 1
    row = Submission.objects.create(bot=bot, number=number, archive=archive, size=0)
    row.refresh_from_db()
    return row


def claim() -> Submission:
    row = Submission.objects.claim()
    assert row is not None
    return row


@pytest.fixture
def short(settings: Settings) -> float:
    """A lease that can be outlived in a test; its length in seconds."""
    settings.LEASE_SECONDS = 0.6
    return 0.6


def test_every_state_but_the_first_is_reached_from_another() -> None:
    for state in Progress:
        assert state.sources
        assert state not in state.sources
    assert all(Progress.VOID not in state.sources for state in Progress)


def test_the_documentation_has_every_transition_and_no_other() -> None:
    text = Path(settings.ROOT, "ARCHITECTURE.md").read_text()
    table = text.partition("| from | to | when |\n")[2].partition("\n\n")[0].splitlines()[1:]
    rows = [line.strip("| ").split(" | ") for line in table]
    told = {(one, to) for sources, to, _when in rows for one in sources.split(", ")}
    assert told == {(one.value, to.value) for to in Progress for one in to.sources}


@pytest.mark.parametrize(
    ("progress", "leased"),
    [
        (Progress.RUNNING, False),
        (Progress.QUEUED, True),
        (Progress.FINISHED, True),
        (Progress.QUARANTINED, True),
        (Progress.VOID, True),
    ],
)
def test_the_database_refuses_a_lease_on_what_does_not_run(
    db: None, progress: Progress, leased: bool
) -> None:
    row = Submission.objects.filter(pk=queue().pk)
    lease = {"token": uuid.uuid4(), "leased_until": Now()} if leased else {}
    with pytest.raises(IntegrityError), transaction.atomic():
        row.update(progress=progress, **lease)


def test_a_claimed_row_carries_a_fresh_token_and_an_expiry(db: None, settings: Settings) -> None:
    queue()
    row = claim()
    assert row.progress == Progress.RUNNING
    assert row.token is not None
    assert row.leased_until is not None
    assert not Submission.objects.expired().exists()
    assert Submission.objects.claim() is None


def test_a_resting_row_is_not_ready(db: None) -> None:
    row = queue()
    Submission.objects.update(ready_at=Now() + timedelta(minutes=1))
    assert Submission.objects.claim() is None
    Submission.objects.update(ready_at=Now())
    assert claim() == row


def test_only_the_holder_of_a_lease_extends_finishes_or_releases_it(db: None) -> None:
    queue()
    claim()
    stranger = uuid.uuid4()
    assert not Submission.objects.extend(stranger)
    assert not Submission.objects.finish(stranger)
    assert not Submission.objects.release(stranger)
    assert Submission.objects.running().exists()


def test_a_row_finishes_once(db: None) -> None:
    queue()
    token = claim().token
    assert token is not None
    assert Submission.objects.finish(token, note="the first")
    assert not Submission.objects.finish(token, note="the second")
    assert Submission.objects.get().note == "the first"


def test_a_lease_is_renewed_while_its_work_goes_on(transactional_db: None, short: float) -> None:
    queue()
    with renewing(claim()) as lost:
        time.sleep(2 * short)
        assert not Submission.objects.expired().exists()
        assert not lost()


def test_the_renewal_notices_that_the_row_was_taken_over(
    transactional_db: None, short: float
) -> None:
    queue()
    with renewing(claim()) as lost:
        assert not lost()
        Submission.objects.running().lose()
        deadline = time.monotonic() + short
        while not lost() and time.monotonic() < deadline:
            time.sleep(0.02)
        assert lost()


def test_the_renewal_survives_a_database_that_does_not_answer(
    transactional_db: None, short: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue()
    row = claim()
    extend, tries = leases.LeasedQuerySet.extend, []

    def stumble(rows: Any, token: uuid.UUID) -> bool:
        tries.append(token)
        if len(tries) == 1:
            raise OperationalError("server closed the connection unexpectedly")
        return extend(rows, token)

    monkeypatch.setattr(leases.LeasedQuerySet, "extend", stumble)
    with renewing(row) as lost:
        time.sleep(1.5 * short)
        assert not lost()
    assert len(tries) > 1


def test_a_lease_that_could_not_be_renewed_in_time_is_lost(
    transactional_db: None, short: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(rows: Any, token: uuid.UUID) -> bool:
        raise OperationalError("no connection")

    monkeypatch.setattr(leases.LeasedQuerySet, "extend", broken)
    queue()
    with renewing(claim()) as lost:
        time.sleep(1.2 * short)
        assert lost()


def test_the_renewal_leaves_no_thread_and_no_connection(
    transactional_db: None, short: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = []
    backend = type(connections["default"])
    close = backend.close

    def watched(self: Any) -> None:
        closed.append(threading.current_thread().name)
        close(self)

    monkeypatch.setattr(backend, "close", watched)
    queue()
    before = threading.active_count()
    with renewing(claim()):
        time.sleep(short / 2)
        assert threading.active_count() == before + 1
    assert threading.active_count() == before
    assert closed == ["renewal of ada/bot v1"]
