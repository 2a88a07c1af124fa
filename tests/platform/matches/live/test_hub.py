"""What reporters write comes to all who watch, over a real Valkey, whatever happens to it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from unittest.mock import Mock

import pytest
import redis
from redis.asyncio import Redis

from sixfold.matches.live import reporting
from sixfold.matches.live.broker import broker as live_broker
from sixfold.matches.live.hub import hub
from sixfold.matches.live.log import BEFORE, Event, Mark
from sixfold.matches.live.reporting import Report
from sixfold.matches.live.stream import events
from tests.platform.matches.live.conftest import Broker


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(20):
            await test()

    asyncio.run(limited())


async def take(stream: AsyncIterator[str], until: str) -> list[str]:
    """The ids of the events up to this one; names stand for events without."""
    seen = []
    async for text in stream:
        fields = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
        if "event" in fields:
            seen.append(fields.get("id", fields["event"]))
            if seen[-1] == until:
                return seen
    raise AssertionError(f"{seen} ended without {until}")


def moves(report: Report, count: int = 1) -> None:
    for _ in range(count):
        report.tell(Event.MOVE, {"p": 0})


def test_those_who_come_before_during_and_again_see_the_whole_match(broker: Broker) -> None:
    async def test() -> None:
        early = events(7)
        waiting = asyncio.create_task(take(early, "1.4"))
        await asyncio.sleep(0.05)
        report = Report(7, attempt=1)
        moves(report, 2)
        late = await take(events(7), "1.2")
        again = asyncio.create_task(take(events(7, Mark(1, 2)), "1.4"))
        moves(report, 2)
        assert await waiting == [f"1.{n}" for n in range(5)]
        assert late == ["1.0", "1.1", "1.2"]
        assert await again == ["1.3", "1.4"]
        # One lost with its worker, and played again by another.
        retried = asyncio.create_task(take(early, "2.1"))
        moves(Report(7, attempt=2))
        moves(report)
        assert await retried == ["2.0", "2.1"]

    run(test)


def test_a_process_has_one_subscription_and_drops_what_nobody_watches(broker: Broker) -> None:
    async def subscribed() -> tuple[list[str], int]:
        async with Redis.from_url(broker.url, decode_responses=True) as client:
            # Whoever has left is gone a moment later.
            await asyncio.sleep(0.05)
            channels = await client.pubsub_channels("match:*")
            clients = await client.client_list(_type="pubsub")
            return sorted(map(str, channels)), len(clients)

    async def test() -> None:
        for match in (1, 2):
            moves(Report(match, attempt=1))
        viewers = [events(match) for match in (1, 1, 1, 2)]
        for viewer in viewers:
            await take(viewer, "1.1")
        assert await subscribed() == (["match:1", "match:2", "match:none"], 1)
        assert hub().viewers == 4
        await viewers[3].aclose()  # type: ignore[attr-defined]
        await viewers[0].aclose()  # type: ignore[attr-defined]
        assert await subscribed() == (["match:1", "match:none"], 1)
        for viewer in viewers:
            await viewer.aclose()  # type: ignore[attr-defined]
        assert await subscribed() == ([], 0)

    run(test)


def test_a_restarted_redis_is_subscribed_to_again_and_nothing_is_missed(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporting, "PAUSE_S", 0.0)

    async def test() -> None:
        report = Report(7, attempt=1)
        viewer = events(7)
        moves(report, 2)
        assert await take(viewer, "1.2") == ["1.0", "1.1", "1.2"]
        broker.stop()
        moves(report, 2)
        assert await take(viewer, "silent") == ["silent"]
        await asyncio.to_thread(broker.start)
        # It came back empty: the reporter sends all of it again, for those who join now.
        moves(report)
        assert await take(viewer, "1.5") == ["audible", "1.3", "1.4", "1.5"]
        assert await take(events(7), "1.5") == [f"1.{n}" for n in range(6)]

    run(test)


def test_what_the_channel_lost_is_read_from_the_log(broker: Broker) -> None:
    async def test() -> None:
        viewer = events(7)
        report = Report(7, attempt=1)
        assert await take(viewer, "1.0") == ["1.0"]
        with redis.Redis.from_url(broker.url) as client:
            client.rpush("match:7:log", "1 1 move {}", "1 2 move {}")
        report.entries += ["1 1 move {}", "1 2 move {}"]
        report.sent = 3
        moves(report)
        assert await take(viewer, "1.3") == ["1.1", "1.2", "1.3"]

    run(test)


def test_a_dead_redis_costs_a_match_one_short_wait(
    broker: Broker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried = Mock(wraps=live_broker)
    monkeypatch.setattr(reporting, "broker", tried)
    broker.stop()
    report = Report(7, attempt=1)
    moves(report, 50)
    tried.assert_called_once()
    assert len(report.entries) == 51
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_log_is_bounded_and_goes_by_itself(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixfold.matches.live.log.MOST_ENTRIES", 10)
    moves(Report(7, attempt=1), 50)
    assert len(broker.kept(7)) == 10
    with redis.Redis.from_url(broker.url) as client:
        assert 0 < int(client.ttl("match:7:log")) <= 3600


def test_the_start_is_before_everything() -> None:
    assert Mark(1, 0) > BEFORE
