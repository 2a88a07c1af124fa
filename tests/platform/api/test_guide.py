"""The examples of the guide to the API do what they say, on a site with these bots."""

import json
import os
import shlex
from collections.abc import Iterator
from functools import partial

import httpx
import pytest
from django.core.wsgi import get_wsgi_application
from markdown_it import MarkdownIt

from bots_sdk import docs
from sixfold.bots import services as bots
from sixfold.ladder import services as ladder
from sixfold.matches.models import Match
from sixfold.play import services as play
from sixfold.play.models import Sitting
from tests.platform.api.conftest import GOOD, Api, bots_answer


def blocks(info: str) -> list[str]:
    tokens = MarkdownIt().parse(docs.text("api"))
    return [token.content for token in tokens if token.type == "fence" and token.info == info]


def curls() -> Iterator[str]:
    for block in blocks("sh"):
        yield from block.splitlines()


@pytest.fixture
def server(ada: Api, settled: Match, one_connection: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have httpx call the site in this process, and the environment name Ada's token."""
    transport = httpx.WSGITransport(app=get_wsgi_application())
    monkeypatch.setattr(httpx, "Client", partial(httpx.Client, transport=transport))
    monkeypatch.setenv("SIXFOLD_SERVER", "http://testserver")
    monkeypatch.setenv("SIXFOLD_TOKEN", ada.token)
    ladder.ladders()


@pytest.mark.parametrize("command", [*curls()])
def test_a_call_by_curl_is_answered(server: None, command: str) -> None:
    program, *words = shlex.split(os.path.expandvars(command))
    assert program == "curl"
    options = list(zip(words[:-1:2], words[1:-1:2], strict=True))
    headers = dict(value.split(": ", 1) for option, value in options if option == "-H")
    form = dict(value.split("=", 1) for option, value in options if option == "-F")
    assert {option for option, _value in options} <= {"-H", "-F"}
    url = words[-1].replace("/matches/1/", f"/matches/{Match.objects.finished().get().pk}/")
    with httpx.Client() as client:
        if file := form.pop("file", ""):
            assert file.startswith("@")
            files = {"file": (file[1:], f"{GOOD}# anew".encode())}
            response = client.post(url, headers=headers, data=form, files=files)
        else:
            response = client.get(url, headers=headers)
    assert response.is_success, response.text


def test_a_version_is_submitted_and_followed_in_python(
    server: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def check(_seconds: float) -> None:
        claimed = bots.claim_check()
        assert claimed is not None
        assert claimed.token is not None
        claimed.steps.update(state="ok", message="fine")
        bots.conclude(claimed, claimed.token, passed=True)

    monkeypatch.setattr("time.sleep", check)
    submit, _records = blocks("python api")
    exec(submit, {})
    said = capsys.readouterr().out
    assert "http://testserver/bots/ada/swift/v2/ passed" in said
    assert said.count("ok fine") == 4


def test_records_are_read_in_python(server: None, capsys: pytest.CaptureFixture[str]) -> None:
    _submit, records = blocks("python api")
    exec(records, {})
    assert "best move:" in capsys.readouterr().out


def test_a_game_is_played_in_python(
    server: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(_seconds: float) -> None:
        bots_answer()
        sitting = Sitting.objects.get()
        if len(sitting.turns) > 3:
            play.resign(sitting)

    monkeypatch.setattr("time.sleep", answer)
    (game,) = blocks("python game")
    exec(game, {})
    assert f"http://testserver/games/{Sitting.objects.get().pk}/ [" in capsys.readouterr().out


def test_a_problem_looks_as_it_is_shown(anybody: Api) -> None:
    (shown,) = blocks("json problem")
    assert anybody.get("/matches?limit=1000", 422) == json.loads(shown)


def test_a_tournament_is_drawn_up_as_it_is_shown(organiser: Api) -> None:
    (shown,) = blocks("json tournament")
    made = organiser.post("/tournaments", json.loads(shown), 201)
    assert made["name"] == json.loads(shown)["name"]
