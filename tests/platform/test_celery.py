"""Beat leaves a trace with every tick, and lets none pile up."""

import os
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import redis
from django.conf import settings
from pytest_django import Settings

from sixfold.beat import CONTROL, Scheduler, beat_stamp, waiting
from sixfold.celery import ALIVE_SECONDS, Alive, celery_app
from sixfold.children import beat_ticks


@pytest.fixture
def scheduler(valkey: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scheduler]:
    """Beat's, with a queue in which nothing waits."""
    empty()
    schedule = tmp_path_factory.mktemp("beat") / "schedule"
    scheduler = Scheduler(app=celery_app, schedule_filename=str(schedule))
    yield scheduler
    scheduler.close()
    empty()


def empty() -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.delete(CONTROL)


def ask(scheduler: Scheduler, *names: str) -> None:
    for name in names:
        scheduler.apply_entry(scheduler.schedule[name])


def queued() -> int:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        return int(client.llen(CONTROL))


def test_a_tick_shows_that_beat_is_at_work(scheduler: Scheduler) -> None:
    beat_stamp().unlink(missing_ok=True)
    assert not beat_ticks()
    ask(scheduler, "matches.tick")
    assert beat_ticks()
    minute_ago = time.time() - 60
    os.utime(beat_stamp(), (minute_ago, minute_ago))
    assert not beat_ticks()


def test_a_tick_is_not_asked_for_again_while_it_waits(scheduler: Scheduler) -> None:
    ask(scheduler, "matches.tick", "matches.tick", "ladder.pair", "matches.tick", "ladder.pair")
    assert waiting() == {"matches.tick", "ladder.pair"}
    assert queued() == 2
    empty()
    ask(scheduler, "matches.tick")
    assert queued() == 1


def test_a_tick_waits_for_as_long_as_it_has_to() -> None:
    ticks = settings.CELERY_BEAT_SCHEDULE.values()
    assert [tick["options"] for tick in ticks] == len(ticks) * [{"queue": CONTROL}]


def test_a_clock_that_is_set_back_stops_no_tick(scheduler: Scheduler) -> None:
    for entry in scheduler.schedule.values():
        entry.last_run_at = celery_app.now() + timedelta(hours=1)
    scheduler.populate_heap()
    assert scheduler.tick() <= 2
    heap: Any = scheduler._heap
    planned = {event.entry.name: event.time for event in heap}
    assert max(planned["matches.tick"], planned["ladder.pair"]) < time.time() + 60
    ahead = time.time() + 3600
    os.utime(beat_stamp(), (ahead, ahead))
    assert not beat_ticks()


def test_a_worker_outlives_a_broker_without_memory() -> None:
    # It hands a message out and refuses to note that: a worker would end of it.
    assert celery_app.conf.broker_channel_error_retry


def test_nothing_is_asked_of_a_broker_that_does_not_answer(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1"
    assert waiting() == set(settings.CELERY_BEAT_SCHEDULE or ())


def test_a_worker_that_goes_round_touches_its_file(tmp_path: Path, settings: Settings) -> None:
    file = tmp_path / "alive"
    settings.ALIVE_FILE = file
    rounds = []
    timer = SimpleNamespace(call_repeatedly=lambda *planned: rounds.append(planned))
    worker = SimpleNamespace(timer=timer)
    Alive(worker).start(worker)
    assert file.exists()
    ((seconds, touch),) = rounds
    assert seconds == ALIVE_SECONDS
    file.unlink()
    touch()
    assert file.exists()
