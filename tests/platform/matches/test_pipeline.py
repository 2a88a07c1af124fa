"""A real queue, a real worker process and the real sandbox."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest
import redis
from django.conf import settings
from pytest_django import Settings
from redis.client import PubSub

from arena.record import frames
from arena.replay import replay
from sixfold.bots.models import Submission
from sixfold.celery import wake
from sixfold.leases import Progress
from sixfold.matches import services, storage, tasks
from sixfold.matches.live import log
from sixfold.matches.live.log import Entry, Event
from sixfold.matches.models import Attempt, Match
from sixfold.settings import store_of
from tests.platform.waiting import eventually

PATIENCE = 180
"""Seconds for a match, on however busy a machine."""
SLOW = b"""
import time

def choose(game):
    time.sleep(5)
    return game.legal_moves()[0]
"""
PRINTING = b"""
import time

def choose(game):
    print("turn", game.turn)
    time.sleep(0.02)  # a match that takes long enough to be told of
    return game.legal_moves()[0]
"""


def progress(match: Match) -> str:
    match.refresh_from_db()
    return match.progress


def descendants(pid: int) -> Iterator[int]:
    for tasks_of in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, tasks_of.read_text().split()):
            yield child
            yield from descendants(child)


def schedule_one(*submissions: Submission) -> Match:
    """A match of its own: the others of its cluster do not take part."""
    cluster = services.schedule(submissions=submissions, seed=os.urandom(32))
    Match.objects.filter(cluster=cluster).exclude(order=0).void()
    return cluster.matches.get(order=0)


@contextmanager
def listening(match: Match) -> Iterator[PubSub]:
    """The channel on which a match is told while it is played."""
    with redis.Redis.from_url(settings.REDIS_URL, decode_responses=True) as client:
        channel: PubSub = client.pubsub()
        channel.subscribe(log.channel(match.pk))
        assert channel.get_message(timeout=PATIENCE)
        yield channel
        channel.close()


def told(channel: PubSub) -> list[dict[str, Any]]:
    """The moves that were told there between a start and an end."""
    entries: list[Entry] = []
    while not entries or entries[-1].event is not Event.END:
        message = channel.get_message(timeout=PATIENCE)
        assert message is not None, f"nothing came after {entries[-1:]}"
        entries.append(Entry.parse(message["data"]))
    assert [entry.n for entry in entries] == list(range(len(entries)))
    start, *moves, _end = entries
    assert start.event is Event.START
    return [json.loads(move.data) for move in moves]


def test_what_is_ready_is_played_at_a_wake_up_and_at_the_latest_at_a_tick(
    enter: Callable[..., Submission],
    start_worker: Callable[..., Popen[bytes]],
    settings: Settings,
    tmp_path: Path,
) -> None:
    # As on another machine: database and queue are all that it shares with us.
    start_worker(DATA_DIR=str(tmp_path), RECORDS_URL="database:")
    settings.STORAGES = settings.STORAGES | {"records": store_of("database:", tmp_path)}
    talker, quiet = enter("talker", PRINTING), enter("quiet", owner="bob")
    cluster = services.schedule(submissions=[talker, quiet], seed=bytes(range(32)))
    matches = list(cluster.matches.order_by("order"))
    with listening(matches[0]) as channel:
        wake()
        eventually(lambda: all(progress(match) == Progress.FINISHED for match in matches), PATIENCE)
        moves = told(channel)
    assert moves == json.loads(json.dumps(replay(storage.read_record(matches[0]))))["moves"]
    for match in matches:
        assert list(frames(storage.read_record(match)))
        assert match.attempts.get().tier == "A"
        assert "turn" in storage.read_log(match.seats.get(submission=talker))[0][1]
        assert not storage.read_log(match.seats.get(submission=quiet))
    assert tasks.waiting() == 0

    unheard = schedule_one(talker, quiet)
    tasks.tick()
    eventually(lambda: progress(unheard) == Progress.FINISHED, PATIENCE)


def test_a_worker_that_is_told_to_stop_gives_its_match_back(
    enter: Callable[..., Submission], start_worker: Callable[..., Popen[bytes]]
) -> None:
    worker = start_worker(STOP_SECONDS="1")
    match = schedule_one(enter("first", SLOW), enter("second", SLOW, owner="bob"))
    wake()
    eventually(lambda: progress(match) == Progress.RUNNING, PATIENCE)
    processes = list(descendants(worker.pid))

    worker.terminate()
    worker.wait(timeout=15)
    assert progress(match) == Progress.QUEUED
    assert match.lost == 0
    assert match.attempts.get().outcome == Attempt.Outcome.GIVEN_BACK
    assert not any(Path(f"/proc/{pid}/cmdline").exists() for pid in processes)


def test_a_queue_that_is_down_is_taken_for_full(
    db: None, bots: list[Submission], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wake() -> None:
        pytest.fail("nobody is there to be woken up")

    monkeypatch.setattr(tasks, "wake", wake)
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"
    schedule_one(*bots)
    tasks.tick()
