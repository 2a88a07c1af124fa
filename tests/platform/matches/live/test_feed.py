"""What a process keeps of a match, and how one viewer is told of it."""

import asyncio
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixfold.matches.live import stream
from sixfold.matches.live.feed import Feed
from sixfold.matches.live.log import BEFORE, Entry, Event, Mark, entries
from sixfold.matches.live.stream import told


def entry(n: int, attempt: int = 1, event: Event = Event.MOVE) -> Entry:
    return Entry(attempt, n, event if n else Event.START, "{}")


def marks_after(feed: Feed, seen: Mark = BEFORE) -> list[str]:
    found = []
    while following := feed.after(seen):
        seen = following.mark
        found.append(str(seen))
    return found


@given(st.builds(Entry, st.integers(0), st.integers(0), st.sampled_from(Event), st.text()))
def test_an_entry_is_read_as_it_was_written(written: Entry) -> None:
    assert Entry.parse(str(written)) == written
    assert Mark.parse(str(written.mark)) in (written.mark, BEFORE)


def test_a_log_is_read_in_order_without_what_cannot_be_read(
    caplog: pytest.LogCaptureFixture,
) -> None:
    texts = ["2 1 move {}", "nonsense", "1 0 start {}", "2 0 start {}", "2 2 unheard-of {}"]
    assert [str(one) for one in entries(texts)] == ["1 0 start {}", "2 0 start {}", "2 1 move {}"]
    assert len(caplog.records) == 2


@pytest.mark.parametrize("text", ["", "x", "1", "1.2.3", "-1.2", "1.٢", "9" * 40 + ".1", "1.2\n"])
def test_whatever_else_a_browser_sends_means_from_the_beginning(text: str) -> None:
    assert Mark.parse(text) == BEFORE


@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_whatever_is_heard_twice_or_late_a_viewer_sees_each_entry_once_in_order(
    chance: random.Random,
) -> None:
    heard = [entry(n, attempt) for attempt in (1, 2) for n in range(6)]
    feed = Feed()
    for one in sorted(heard * 2, key=lambda one: (one.mark, chance.random())):
        feed.take(one)
        feed.take(chance.choice(heard[: heard.index(one) + 1]))
    assert marks_after(feed) == [f"2.{n}" for n in range(6)]


def test_a_viewer_of_a_lost_attempt_goes_on_with_the_start_of_the_next() -> None:
    feed = Feed()
    for one in (entry(0), entry(1), entry(2), entry(0, 4), entry(1, 4)):
        feed.take(one)
    assert marks_after(feed, Mark(1, 1)) == ["4.0", "4.1"]
    assert marks_after(feed, Mark(4, 0)) == ["4.1"]
    assert marks_after(feed, Mark(9, 9)) == []


def test_a_gap_is_noticed_except_before_the_end() -> None:
    feed = Feed()
    assert feed.skips(entry(1))
    assert not feed.skips(entry(0))
    feed.take(entry(0))
    assert not feed.skips(entry(1))
    assert feed.skips(entry(2))
    assert not feed.skips(entry(0)), "it is old, and nothing is missing"
    assert feed.skips(entry(1, attempt=2)), "the start of the attempt was not heard"
    assert not feed.skips(entry(9, event=Event.END))


def test_a_viewer_that_reads_slowly_misses_nothing_and_one_that_is_idle_is_pinged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream, "PING_S", 0.01)

    async def watch() -> None:
        feed = Feed()
        events = told(feed, BEFORE)
        assert await anext(events) == ": ping\n\n"
        feed.take(entry(0))
        assert await anext(events) == "id: 1.0\nevent: start\ndata: {}\n\n"
        # It reads nothing while all of a long game is played and Redis goes and comes back.
        for n in range(1, 1000):
            feed.take(entry(n))
        feed.fall_silent()
        feed.take(entry(1000, event=Event.END))
        assert (await anext(events)).startswith("event: silent")
        feed.fall_silent(False)
        assert (await anext(events)).startswith("event: audible")
        rest = [event async for event in events]
        assert [text.partition("\n")[0] for text in rest] == [f"id: 1.{n}" for n in range(1, 1001)]

    asyncio.run(watch())
