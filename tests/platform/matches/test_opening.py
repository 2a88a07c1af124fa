"""A record from a visitor's disk: good ones are shown, and no file does harm."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from arena import notation
from arena.record import Record, dumps
from sixfold.matches.opening import LARGEST
from sixfold.matches.story import tell

OPEN = reverse("open_record")


@pytest.fixture
def post(client: Client, db: None) -> Any:
    return lambda data: client.post(OPEN, {"file": SimpleUploadedFile("game.json", data)})


def changed(played: Record, **changes: Any) -> bytes:
    return json.dumps(json.loads(dumps(played)) | changes).encode()


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_record_is_shown_in_the_viewer(post: Any, record: Record, form: str) -> None:
    data = dumps(record) if form == "json" else notation.dumps(record).encode()
    response = post(data)
    assert response.status_code == 200
    story = response.context["story"]
    assert story == tell(response.context["replay"])
    assert story.turns[-1].scores == record.outcome.scores
    assert response.text.count("data-sentence") == len(record.turns)


def hostile(played: Record) -> dict[str, bytes]:
    """Files that mean harm, by what they try."""
    good = json.loads(dumps(played))
    seats, turns, ruleset = good["seats"], good["turns"], good["ruleset"]

    def said(**changes: Any) -> bytes:
        return json.dumps(good | changes).encode()

    return {
        "nothing": b"",
        "no record": b"[1, 2]",
        "a picture": b"\x89PNG\r\n\x1a\n",
        "too large": b"{" + b" " * LARGEST + b"}",
        "deep nesting": b'{"a":' * 50_000,
        "a number of a million digits": b'{"format":' + b"1" * 250_000 + b"}",
        "another number of many digits": said().replace(b'"seat": 0', b'"seat": 1e308', 1),
        "infinity": said().replace(b'"seat": 0', b'"seat": 1e999', 1),
        "no number as time": said(turns=[turns[0] | {"cpu_ms": float("nan")}, *turns[1:]]),
        "an infinite time": said(turns=[turns[0] | {"wall_ms": float("inf")}, *turns[1:]]),
        "a bag without end": said(ruleset=ruleset | {"copies": 10**9}),
        "a prototype": said(ruleset=ruleset | {"__proto__": {"copies": 1}}),
        "half a character": said(seats=[seats[0] | {"name": "\ud800"}, seats[1]]),
        "an endless name": said(seats=[seats[0] | {"name": "a" * 10_000}, seats[1]]),
        "a name that hides": said(seats=[seats[0] | {"name": "ada\u202e"}, seats[1]]),
        "turns without end": said(turns=turns * 40)[:LARGEST],
        "other points": said(turns=[turns[0] | {"points": 99}, *turns[1:]]),
        "another result": said(scores=[999, 0]),
        "format to come": said(format=99),
    }


def test_no_file_does_harm(post: Any, record: Record) -> None:
    for attempt, data in hostile(record).items():
        response = post(data)
        assert response.status_code == 422, attempt
        (error,) = response.context["form"].errors["file"]
        assert 10 < len(error) <= 301, attempt


def test_what_is_written_in_a_record_is_only_text(post: Any, record: Record) -> None:
    seats = json.loads(dumps(record))["seats"]
    response = post(changed(record, seats=[seats[0] | {"name": "</script><b>x"}, seats[1]]))
    assert response.status_code == 200
    assert "<b>x" not in response.text


def test_a_form_without_a_file_is_refused(client: Client, db: None) -> None:
    assert client.post(OPEN).status_code == 422
    assert client.get(OPEN).status_code == 200
