"""The queue by kinds, and the page of what happens just now."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from sixfold.bots.models import Submission
from sixfold.leases import Progress
from sixfold.matches import services
from sixfold.matches.models import Attempt, Kind, Match
from sixfold.matches.queue import queue
from sixfold.templating import wait
from tests.platform.matches.conftest import SEED, Enter


def lasted(seconds: float) -> None:
    """Let the matches begun so far have been played, each in so long."""
    now = timezone.now()
    Attempt.objects.update(
        outcome=Attempt.Outcome.FINISHED, started_at=now, ended_at=now + timedelta(seconds=seconds)
    )
    Match.objects.running().update(progress=Progress.VOID, token=None, leased_until=None)


def test_a_kind_that_waits_beside_others_has_its_share_of_the_workers(
    bots: list[Submission],
) -> None:
    services.schedule(submissions=bots, seed=SEED)
    assert queue().wait_s is None, "nothing was played yet"
    services.claim()
    lasted(seconds=6)
    services.schedule(submissions=bots, seed=SEED, kind=Kind.TRIAL)
    now = queue()
    assert (now.running, now.queued) == (0, 3)
    assert now.wait_s == pytest.approx(18)
    # One ladder match and two of a trial wait, for four and two of six places.
    assert now.kinds[Kind.LADDER].wait_s == pytest.approx(6 * 6 / 4)
    assert now.kinds[Kind.TRIAL].wait_s == pytest.approx(2 * 6 * 6 / 2)
    assert now.kinds[Kind.TOURNAMENT].wait_s == 0


def test_the_live_page_shows_tables_queue_and_last_games_in_a_dozen_queries(
    enter: Enter,
    bots: list[Submission],
    client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    assert "No match is being played right now." in client.get("/live/").text
    for _ in range(3):
        services.schedule(submissions=[*bots, enter("third")], seed=SEED)
    running = [services.claim() for _ in range(4)]
    with django_assert_max_num_queries(12):
        response = client.get("/live/")
    for attempt in running:
        assert attempt is not None
        assert f'href="{attempt.match.get_absolute_url()}"' in response.text
    fragment = client.get("/live/", headers={"HX-Request": "true"})
    assert "<html" not in fragment.text
    assert 'hx-trigger="every 3s"' in fragment.text


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(None, "\N{EN DASH}"), (0.2, "1 s"), (60, "1 min"), (5399, "90 min"), (7300, "2 h")],
)
def test_a_wait_is_told_roughly(seconds: float | None, told: str) -> None:
    assert wait(seconds) == told
