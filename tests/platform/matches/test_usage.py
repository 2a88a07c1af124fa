"""What a version has used of its time: on its page and through the API."""

from dataclasses import replace

import pytest
from django.core.files.storage import Storage
from django.test import Client

from arena.player import Ending
from sixfold.bots.models import Submission
from sixfold.matches.models import Match, Seat, TimeRule
from sixfold.matches.playing import Played
from sixfold.matches.services import schedule
from sixfold.matches.usage import usage

from .conftest import finish


def test_a_version_tells_what_it_used_of_its_time(finished: Match, client: Client) -> None:
    seat = finished.seats.get(number=0)
    Seat.objects.filter(pk=seat.pk).update(cpu_ms=1_000, slowest_ms=1_500)
    assert finished.turns
    found = usage(seat.submission)
    assert found is not None
    turns = finished.turns / 2
    assert (found.matches, found.slowest_ms, found.failed) == (1, 1_500, 0)
    assert found.mean_ms == pytest.approx(1_000 / turns)
    assert found.most_percent == pytest.approx(100 * 1_000 / (5_000 + 100 * turns))
    page = client.get(seat.submission.get_absolute_url()).text
    assert "Computing time" in page
    assert "1.5 s" in page
    assert f"version={seat.submission.number}" in page
    told = client.get("/api/v1/bots/ada/first/versions/1/usage").json()
    assert told["slowest_ms"] == 1_500


def test_a_match_by_a_faster_clock_takes_more_of_it(
    bots: list[Submission], records: Storage, played: Played
) -> None:
    seats = tuple(replace(one, ending=Ending.EXITED) for one in played.record.seats)
    broken = replace(played, record=replace(played.record, seats=seats))
    schedule(submissions=bots, seed=bytes(32), time_rule=TimeRule.FAST)
    match = finish(broken)
    match.seats.update(cpu_ms=1_000)
    found = usage(bots[0])
    assert found is not None
    assert found.failed == 1
    assert match.turns
    assert found.most_percent == pytest.approx(100 * 1_000 / (1_000 + 20 * match.turns / 2))


def test_nothing_is_told_before_the_first_match(match: Match, client: Client) -> None:
    version = match.seats.all()[0].submission
    assert usage(version) is None
    assert "Computing time" not in client.get(version.get_absolute_url()).text
