"""Watching a match while it is played."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_django
from django.test import override_settings
from playwright.sync_api import Page, expect

from arena.record import Record, frames
from sixfold.matches import services
from sixfold.matches.live import reporting
from sixfold.matches.live.reporting import Report
from sixfold.matches.models import Attempt, Match
from sixfold.matches.playing import Played
from tests.browser.conftest import Gallery, begun
from tests.platform.matches.live.conftest import Broker


@dataclass
class Table:
    """A match under way that a test plays on, turn by turn."""

    record: Record
    attempt: Attempt
    report: Report
    address: str
    turn: int = 0

    def play(self, until: int) -> None:
        for frame in list(frames(self.record))[self.turn : until]:
            self.report.turn(frame, self.record.seats)
            self.turn += 1

    def finish(self) -> None:
        self.play(len(self.record.turns))
        assert services.finish(self.attempt, Played(self.record, ((), ()), tier="none"))


@pytest.fixture
def table(
    gallery: Gallery,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    django_db_blocker: pytest_django.DjangoDbBlocker,
) -> Iterator[Table]:
    """The game of the gallery once more, at its beginning."""
    broker = Broker(tmp_path)
    broker.start()
    # The gallery was made without a Redis.
    monkeypatch.setattr(reporting, "_quiet_until", 0.0)
    try:
        with override_settings(REDIS_URL=broker.url), django_db_blocker.unblock():
            attempt = begun(gallery.record)
            address = f"{gallery.address}{attempt.match.get_absolute_url()}"
            yield Table(gallery.record, attempt, Report(attempt.match_id, attempt.pk), address)
            Match.objects.filter(pk=attempt.match_id).delete()
    finally:
        broker.stop()


def test_a_match_is_watched_from_its_middle_to_its_replay(table: Table, page: Page) -> None:
    last = len(table.record.turns)
    table.play(until=3)
    page.goto(table.address)
    rows = page.locator("[data-moves] [data-turn]")
    expect(rows).to_have_count(3)
    expect(page.locator("[data-when=live]")).to_be_visible()
    expect(page.locator(".seat-place")).to_have_count(0)

    table.play(until=4)
    expect(rows).to_have_count(4)
    expect(page.locator("[data-turn-number]")).to_have_text("4")

    # Faster than anybody could follow: what waits is skipped by a button.
    table.play(until=last - 1)
    page.get_by_role("button", name="Skip to live").click()
    expect(rows).to_have_count(last - 1)

    # Who looks at an earlier turn is left there.
    page.locator("[data-moves] [data-turn='2']").click()
    table.finish()
    expect(page.locator("[data-when=over]")).to_be_visible()
    expect(rows).to_have_count(last)
    expect(page.locator("[data-turn-number]")).to_have_text("2")
    expect(page.locator(".seat-place")).to_have_count(2)
    page.keyboard.press("End")
    expect(page.locator("[data-result]")).to_be_visible()


@pytest.mark.django_db
def test_a_match_that_is_over_opens_no_stream(gallery: Gallery, page: Page) -> None:
    streams: list[str] = []
    page.on("request", lambda asked: streams.append(asked.url) if "events" in asked.url else None)
    page.goto(f"{gallery.address}{gallery.match.get_absolute_url()}")
    expect(page.locator("html[data-ready]")).to_have_count(1)
    expect(page.locator("[data-watching]")).to_have_count(0)
    assert streams == []


@pytest.mark.django_db
def test_the_first_page_plays_the_newest_match_from_its_beginning(
    gallery: Gallery, page: Page
) -> None:
    page.goto(gallery.address)
    tiles = page.locator("match-showcase .pieces > g:not([hidden])")
    whole = tiles.count()
    expect(page.locator("match-showcase .ring").first).to_be_visible()
    assert 0 < tiles.count() < whole
