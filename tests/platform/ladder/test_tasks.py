"""What beat asks for is done, as often as it is worth it."""

import pytest

from sixfold.bots.models import Submission
from sixfold.ladder import tasks
from sixfold.ladder.models import Ladder, Pairing
from sixfold.matches.models import Match

from .conftest import Play


def test_pairing_wakes_a_worker_for_each_cluster(
    ladder: Ladder, trio: list[Submission], monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[bool] = []
    monkeypatch.setattr(tasks, "wake", lambda: woken.append(True))
    tasks.pair()
    assert len(woken) == Pairing.objects.count() > 0
    tasks.pair()
    assert len(woken) == Pairing.objects.count()


def test_settling_always_counts_and_publishes_when_it_is_due(
    ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    play(trio[:2], [210, 180])
    tasks.settle()
    ladder.snapshots.update(cost_ms=1e6)
    play(trio[:2], [210, 180])
    tasks.settle()
    assert ladder.events.count() == Match.objects.count() == 4
    assert ladder.snapshots.count() == 1
