"""A match is told of beside the play: in time, whole, and only where somebody could watch it."""

import threading

import pytest

from arena.record import Record, frames
from arena.referee import Stopped
from sixfold.matches.live import pace
from tests.platform.matches.live.conftest import Broker
from tests.platform.waiting import eventually


def numbers(broker: Broker) -> list[int]:
    """Of the entries in the log of match 7."""
    return [int(entry.split(" ")[1]) for entry in broker.kept(7)]


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "FIRST_S", 0.02)
    monkeypatch.setattr(pace, "PAUSE_S", 0.02)


@pytest.mark.usefixtures("quickly")
def test_turns_are_told_while_a_bot_thinks_and_the_last_ones_at_the_end(
    broker: Broker, record: Record
) -> None:
    first, second, *others = list(frames(record))
    with pace.reported(7, attempt=1) as observe:
        observe(first, record.seats)
        observe(second, record.seats)
        eventually(lambda: numbers(broker) == [0, 1, 2])
        for frame in others:
            observe(frame, record.seats)
    assert numbers(broker) == list(range(len(record.turns) + 1))


def test_a_match_that_is_over_at_once_is_not_told_of(broker: Broker, record: Record) -> None:
    before = threading.active_count()
    with pace.reported(7, attempt=1) as observe:
        for frame in frames(record):
            observe(frame, record.seats)
    assert threading.active_count() == before
    assert numbers(broker) == []


def test_a_match_that_is_given_up_takes_its_thread_with_it(broker: Broker) -> None:
    before = threading.active_count()
    with pytest.raises(Stopped), pace.reported(7, attempt=1):
        raise Stopped
    assert threading.active_count() == before
