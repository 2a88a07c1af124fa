"""How many wake-ups there are: enough, and never more and more."""

import pytest
from pytest_django import Settings

from sixfold.matches import tasks
from sixfold.matches.models import Match


@pytest.fixture
def sent(match: Match, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """The wake-ups that were sent, while two matches wait and each piece of work takes long."""
    sent: list[None] = []
    settings.WORKERS = 2
    monkeypatch.setattr(tasks, "BATCH_SECONDS", 0.0)
    monkeypatch.setattr(tasks, "sandboxed", lambda: True)
    monkeypatch.setattr(tasks, "work_once", lambda: True)
    monkeypatch.setattr(tasks, "wake", lambda: sent.append(None))
    return sent


@pytest.mark.parametrize(("waiting", "follows"), [(0, 1), (31, 1), (32, 0), (500, 0)])
def test_one_wake_up_follows_on_another_unless_there_are_too_many(
    sent: list[None], monkeypatch: pytest.MonkeyPatch, waiting: int, follows: int
) -> None:
    monkeypatch.setattr(tasks, "waiting", lambda: waiting)
    tasks.work()
    assert len(sent) == follows


def test_none_follows_where_nothing_is_ready(
    sent: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "waiting", lambda: 0)
    Match.objects.all().void()
    tasks.work()
    assert not sent


@pytest.mark.parametrize(("waiting", "missing"), [(0, 2), (1, 1), (2, 0), (40, 0)])
def test_a_tick_wakes_as_many_as_there_is_work_for(
    sent: list[None], monkeypatch: pytest.MonkeyPatch, waiting: int, missing: int
) -> None:
    monkeypatch.setattr(tasks, "waiting", lambda: waiting)
    tasks.tick()
    assert len(sent) == missing
