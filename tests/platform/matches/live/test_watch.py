"""The address from which a match under way is watched."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.http import StreamingHttpResponse
from django.test import AsyncClient, Client

from arena.record import Record, frames
from arena.replay import replay
from sixfold.leases import Progress
from sixfold.matches import services
from sixfold.matches.live.log import Entry, Event
from sixfold.matches.live.reading import gathered
from sixfold.matches.live.reporting import Report
from sixfold.matches.models import Match
from sixfold.matches.playing import Played
from tests.platform.matches.live.conftest import Broker

pytestmark = pytest.mark.usefixtures("records")


def received(match: Match, count: int, address: str = "events", **headers: str) -> list[str]:
    """The first events that a browser is sent, without the one that sets its pause."""

    async def watch() -> list[str]:
        client = AsyncClient()
        response: Any = await client.get(f"{match.get_absolute_url()}{address}", headers=headers)
        assert isinstance(response, StreamingHttpResponse)
        assert response["Content-Type"] == "text/event-stream"
        assert response["Cache-Control"] == "no-cache"
        assert response["X-Accel-Buffering"] == "no"
        stream: AsyncIterator[bytes] = aiter(response)
        events: list[str] = []
        while len(events) < count:
            text = (await anext(stream)).decode()
            if not text.startswith("retry:"):
                events.append(text)
        await stream.aclose()  # type: ignore[attr-defined]
        return events

    return async_to_sync(watch)()


def test_a_match_under_way_is_streamed_from_where_the_viewer_has_been(
    match: Match, broker: Broker
) -> None:
    report = Report(match.pk, attempt=3)
    report.tell(Event.MOVE, {"p": 0})
    first = received(match, 2)
    assert first == [
        "id: 3.0\nevent: start\ndata: {}\n\n",
        'id: 3.1\nevent: move\ndata: {"p":0}\n\n',
    ]
    report.tell(Event.MOVE, {"p": 1})
    assert received(match, 1, last_event_id="3.1")[0].startswith("id: 3.2")
    assert received(match, 1, "events?after=3.0") == first[1:]


def test_a_finished_match_sends_its_viewers_to_the_replay_wherever_they_come_from(
    match: Match, broker: Broker, played: Played
) -> None:
    attempt = services.claim()
    assert attempt is not None
    match = attempt.match
    end = f'data: {{"replay": "/matches/{match.pk}/replay.json"}}'
    Report(match.pk, attempt.pk)
    assert services.finish(attempt, played)
    # Of the log nothing is left but the end, for those who are connected.
    (kept,) = broker.kept(match.pk)
    turns = len(played.record.turns)
    assert kept == f"{attempt.pk} {turns + 1} end {end.removeprefix('data: ')}"
    assert end in received(match, 1)[0]
    assert "event: end" in received(match, 1, last_event_id="99.99")[0]


def test_what_will_not_be_played_need_not_be_asked_for_again(match: Match, client: Client) -> None:
    Match.objects.filter(pk=match.pk).update(progress=Progress.VOID)
    assert client.get(f"{match.get_absolute_url()}events").status_code == 204
    assert client.get("/matches/999999/events").status_code == 404
    assert client.post(f"{match.get_absolute_url()}events").status_code == 405


def test_a_process_that_is_full_says_when_to_try_again(
    match: Match, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixfold.matches.live.views.MOST_VIEWERS", 0)
    response = client.get(f"{match.get_absolute_url()}events")
    assert (response.status_code, response["Retry-After"]) == (503, "30")


def test_the_page_of_a_match_under_way_shows_what_was_played_and_neither_seed_nor_end(
    match: Match, broker: Broker, record: Record, client: Client
) -> None:
    attempt = services.claim()
    assert attempt is not None
    report = Report(match.pk, attempt.pk)
    for frame in list(frames(record))[:5]:
        report.turn(frame, record.seats)
    response = client.get(match.get_absolute_url())
    shown = response.context["replay"]
    whole = json.loads(json.dumps(replay(record)))
    assert list(shown["moves"]) == whole["moves"][:5]
    assert shown["hands"] == whole["hands"]
    assert shown["seed"] is None
    assert not shown.keys() & {"end", "scores", "places"}
    assert bytes(match.cluster.seed).hex() not in response.text
    assert f'data-mark="{attempt.pk}.5"' in response.text
    assert response["Cache-Control"] == "no-store"


def test_without_redis_the_page_shows_the_beginning(
    match: Match, broker: Broker, client: Client
) -> None:
    services.claim()
    broker.stop()
    response = client.get(match.get_absolute_url())
    assert response.status_code == 200
    assert response.context["so_far"].moves == ()


@pytest.mark.parametrize(
    ("texts", "mark", "moves"),
    [
        ([], "0.-1", 0),
        (["7 1 move {}"], "0.-1", 0),
        (["7 0 start {}", "7 1 move {}", "7 3 move {}"], "7.1", 1),
        (["7 0 start {}", "8 0 start {}", "8 1 move {}", "7 1 move {}"], "8.1", 1),
        (["7 0 start {}", "7 1 move {}", "7 2 end {}"], "7.1", 1),
    ],
)
def test_only_what_follows_on_from_the_start_of_the_latest_attempt_is_shown(
    texts: list[str], mark: str, moves: int
) -> None:
    found = gathered([Entry.parse(text) for text in texts])
    assert (str(found.mark), len(found.moves)) == (mark, moves)
