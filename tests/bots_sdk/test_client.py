"""The kit's client and its commands on a server that says what a test wants."""

import json
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner, Result

from arena import protocol, record
from arena.ruleset import RULESETS
from bots_sdk.cli import app
from bots_sdk.cli.remote.connection import differences
from bots_sdk.client import Refused, Server, Unreachable, address_of, tokens

ADDRESS = "https://bots.example.org"
Handler = Callable[[httpx.Request], httpx.Response]
Serve = Callable[[Handler], None]

ABOUT = {
    "version": version("sixfold"),
    "protocol": protocol.VERSION,
    "record_format": record.FORMAT,
    "rulesets": [{"name": name} for name in RULESETS],
    "queue": {"running": 1, "queued": 4, "wait_s": 12.4},
}
ME = {"username": "ada", "token": {"name": "laptop", "scopes": ["read", "submit"]}}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An author's machine on which nobody has logged in yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("SIXFOLD_SERVER", "SIXFOLD_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Have every call answered by a function."""

    def serve(handler: Handler) -> None:
        transport = httpx.MockTransport(handler)
        monkeypatch.setattr(httpx, "Client", partial(httpx.Client, transport=transport))

    return serve


@pytest.fixture
def site(serve: Serve) -> dict[str, Any]:
    """What the server answers by path; everything else is not there."""
    answers: dict[str, Any] = {"/api/v1/server": ABOUT, "/api/v1/me": ME}

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path in answers:
            return httpx.Response(200, json=answers[request.url.path])
        return problem(404, "not-found", f"There is no {request.url.path}.")

    serve(answer)
    tokens.keep(ADDRESS, "sixfold_mine")
    return answers


def problem(status: int, code: str, detail: str) -> httpx.Response:
    return httpx.Response(status, json={"code": code, "detail": detail, "line": None, "errors": []})


def sixfold(*arguments: str, text: str | None = None) -> Result:
    result = CliRunner().invoke(app, arguments, input=text, env={"COLUMNS": "200"})
    assert "Traceback" not in result.stderr
    return result


def ended(result: Result) -> tuple[int, str]:
    """The exit status and what an author reads."""
    return result.exit_code, " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("bots.example.org", ADDRESS),
        ("https://bots.example.org/ladder/?q=x#top", ADDRESS),
        ("http://bots.example.org:8000", "http://bots.example.org:8000"),
        ("localhost:8000", "http://localhost:8000"),
        ("127.0.0.1:8000/", "http://127.0.0.1:8000"),
        ("https://ada:secret@bots.example.org", ADDRESS),
    ],
)
def test_an_address_may_be_typed_short_or_pasted_long(typed: str, address: str) -> None:
    assert address_of(typed) == address


@pytest.mark.parametrize(
    "typed", ["", "ftp://bots.example.org", "https://", "/ladder/", "bots example.org"]
)
def test_what_names_no_server_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="not the address of a server"):
        address_of(typed)


def test_tokens_are_kept_by_server_where_nobody_else_reads_them(home: Path) -> None:
    tokens.keep("https://one.example.org", "sixfold_1")
    tokens.keep("https://two.example.org", "sixfold_2")
    tokens.keep("https://one.example.org", "sixfold_3")
    assert list(tokens.saved().items()) == [
        ("https://one.example.org", "sixfold_3"),
        ("https://two.example.org", "sixfold_2"),
    ]
    assert tokens.file() == home / "sixfold" / "token"
    assert tokens.file().stat().st_mode & 0o777 == 0o600
    assert tokens.forget("https://one.example.org")
    assert not tokens.forget("https://one.example.org")
    assert list(tokens.saved()) == ["https://two.example.org"]


def refuse(_request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("[Errno 111] Connection refused")


@pytest.mark.parametrize(
    ("handler", "sentence"),
    [
        (refuse, "cannot be reached: .*refused"),
        (lambda _: httpx.Response(200, text="<html>"), "does not answer as a Sixfold server"),
        (lambda _: httpx.Response(404, text="<html>"), r"answer as a Sixfold server does\. Is the"),
        (lambda _: httpx.Response(502, json={}), "answers with 502 only"),
        (lambda _: problem(503, "unavailable", "Try again."), r"cannot answer now: Try again\."),
        (
            lambda _: httpx.Response(301, headers={"Location": "https://new.example.org/api"}),
            "sends to https://new.example.org: name that",
        ),
    ],
)
def test_a_server_that_fails_is_told_from_one_that_refuses(
    serve: Serve, handler: Handler, sentence: str
) -> None:
    serve(handler)
    with Server(ADDRESS) as server, pytest.raises(Unreachable, match=sentence):
        server.get("/server")


def test_a_refusal_has_the_servers_own_words(serve: Serve) -> None:
    serve(lambda _: problem(409, "refused", "You have 3 bots."))
    with Server(ADDRESS) as server, pytest.raises(Refused, match="You have 3 bots") as refusal:
        server.get("/me")
    assert (refusal.value.status, refusal.value.code) == (409, "refused")


def test_a_token_goes_to_its_own_server_only(serve: Serve) -> None:
    seen: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(f"{request.url.host} {request.headers.get('Authorization')}")
        return httpx.Response(200, json=[])

    serve(answer)
    tokens.keep(ADDRESS, "sixfold_mine")
    sixfold("leaderboard", "--server", "other.example.org")
    sixfold("leaderboard")
    assert seen == ["other.example.org None", "bots.example.org Bearer sixfold_mine"]


def test_a_command_says_which_server_it_lacks() -> None:
    status, message = ended(sixfold("status"))
    assert status == 2
    assert "Which server?" in message


def test_a_command_says_how_to_log_in() -> None:
    status, message = ended(sixfold("status", "--server", "bots.example.org"))
    assert status == 2
    assert f"sixfold login --server {ADDRESS}" in message


@pytest.mark.parametrize(
    ("response", "status"),
    [
        (problem(401, "unauthenticated", "This token is unknown."), 2),
        (problem(403, "forbidden", "This token may not submit."), 2),
        (problem(422, "invalid", "That is no bot."), 2),
        (problem(429, "too-many-requests", "Wait 20 seconds."), 3),
        (problem(500, "fault", "It is logged."), 3),
    ],
)
def test_an_exit_status_tells_whose_turn_it_is(
    serve: Serve, response: httpx.Response, status: int
) -> None:
    serve(lambda _: response)
    tokens.keep(ADDRESS, "sixfold_mine")
    found, message = ended(sixfold("status"))
    assert found == status
    assert response.json()["detail"] in message


def test_a_refused_token_is_told_where_to_get_another(serve: Serve) -> None:
    serve(lambda _: problem(401, "unauthenticated", "This token is unknown. Make a new one."))
    tokens.keep(ADDRESS, "sixfold_old")
    assert f"{ADDRESS}/account/tokens/" in ended(sixfold("status"))[1]


def test_logging_in_keeps_a_token_only_if_it_is_good(site: dict[str, Any], serve: Serve) -> None:
    done = sixfold("login", "--server", "new.example.org", text="sixfold_new\n")
    assert done.exit_code == 0, done.stderr
    assert "Logged in to https://new.example.org as ada" in done.stdout
    assert next(iter(tokens.saved())) == "https://new.example.org"
    for text in ("", "two words\n"):
        assert ended(sixfold("login", text=text))[0] == 2
    serve(lambda _: problem(401, "unauthenticated", "This token is unknown."))
    assert sixfold("login", text="sixfold_bad\n").exit_code == 2
    assert tokens.saved()["https://new.example.org"] == "sixfold_new"
    assert sixfold("login", "--forget").exit_code == 0
    assert "https://new.example.org" not in tokens.saved()


def test_a_server_of_another_version_is_warned_of(site: dict[str, Any]) -> None:
    assert differences(ABOUT) == []
    other = ABOUT | {"version": "9.9", "rulesets": [{"name": "new"}]}
    site["/api/v1/server"] = other
    _status, message = ended(sixfold("login", text="sixfold_new\n"))
    assert "Sixfold 9.9 runs there" in message
    assert "rules that this kit has not: new." in message


BOTS = "/api/v1/bots"


def a_bot(slug: str) -> dict[str, Any]:
    return {"id": slug if "/" in slug else f"ada/{slug}", "slug": slug, "playing": 1}


@pytest.mark.parametrize(
    ("bots", "options", "sentence"),
    [
        (["one", "two"], [], "Of which bot is this a version? Say --bot NAME (one, two)"),
        (["one"], ["--bot", "three"], "You have no bot three (one)."),
        ([], ["--bot", "three"], "You have no bot three. A new one is entered with --new three."),
        (["one"], ["--bot", "one", "--new", "two"], "--bot is for a bot that you have"),
    ],
)
def test_submit_asks_of_which_bot_rather_than_guess(
    site: dict[str, Any], home: Path, bots: list[str], options: list[str], sentence: str
) -> None:
    (home / "mine.py").write_text("def choose(game):\n    return game.legal_moves()[0]\n")
    site[BOTS] = {"items": [a_bot(slug) for slug in bots]}
    status, message = ended(sixfold("submit", "mine.py", *options))
    assert status == 2
    assert sentence in message


@pytest.mark.parametrize(
    ("bots", "options", "path"),
    [
        (["mine", "other"], [], "/bots/ada/mine/versions"),
        (["other"], [], "/bots/ada/other/versions"),
        (["one", "two"], ["--bot", "ada/two"], "/bots/ada/two/versions"),
        (["two", "bob/two"], ["--bot", "bob/two"], "/bots/bob/two/versions"),
        ([], [], "/bots"),
        (["mine"], ["--new", "Third"], "/bots"),
    ],
)
def test_submit_makes_a_version_of_what_must_be_meant(
    serve: Serve, home: Path, bots: list[str], options: list[str], path: str
) -> None:
    sent: list[tuple[str, bytes]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "POST":
            sent.append((request.url.path.removeprefix("/api/v1"), request.read()))
            made = {"bot": "ada/mine", "number": 2, "verdict": "checking", "playing": False}
            return httpx.Response(201, json=made | {"url": f"{ADDRESS}/v2/"})
        items = {"items": [a_bot(slug) for slug in bots]}
        answers = {"/api/v1/server": ABOUT, "/api/v1/me": ME, BOTS: items}
        return httpx.Response(200, json=answers[request.url.path])

    serve(answer)
    tokens.keep(ADDRESS, "sixfold_mine")
    (home / "mine.py").write_text("def choose(game):\n    return game.legal_moves()[0]\n")
    command = ("submit", "mine.py", "-m", "a note", "--test-first", "--no-check", "--no-wait")
    result = sixfold(*command, *options, "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["number"] == 2
    ((sent_to, body),) = sent
    assert sent_to == path
    for part in (b"def choose", b"a note", b"test first"):
        assert part in body


def test_what_fails_the_check_here_is_not_submitted(
    site: dict[str, Any],
    home: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))
    (home / "bad.py").write_text("def choose(game:\n")
    site[BOTS] = {"items": []}
    status, message = ended(sixfold("submit", "bad.py"))
    assert status == 1
    assert "Nothing was submitted" in message


def test_whoever_stops_watching_stops_nothing(
    serve: Serve, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_seconds: float) -> None:
        raise KeyboardInterrupt

    made = {"bot": "ada/mine", "number": 1, "verdict": "checking", "url": f"{ADDRESS}/v1/"}
    waiting = made | {"progress": "queued", "steps": [], "queue": {"place": 2, "wait_s": 6.0}}

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "POST":
            return httpx.Response(201, json=made)
        answers = {"/api/v1/server": ABOUT, "/api/v1/me": ME, BOTS: {"items": []}}
        return httpx.Response(200, json=answers.get(request.url.path, waiting))

    serve(answer)
    monkeypatch.setattr("time.sleep", interrupt)
    tokens.keep(ADDRESS, "sixfold_mine")
    (home / "mine.py").write_text("def choose(game):\n    return game.legal_moves()[0]\n")
    status, message = ended(sixfold("submit", "mine.py", "--no-check"))
    assert status == 0
    assert "it goes on all the same" in message


def test_no_errors_are_good_news(site: dict[str, Any]) -> None:
    site[BOTS] = {"items": []}
    assert "No errors since the last upload." in sixfold("logs").stdout


def test_status_never_calls_waiting_failed(site: dict[str, Any]) -> None:
    site[BOTS] = {"items": [a_bot("mine")]}
    newest = {"number": 2, "progress": "queued", "queue": {"place": 3, "wait_s": 9.0}}
    site[f"{BOTS}/ada/mine/versions"] = {"items": [newest]}
    site[f"{BOTS}/ada/mine/versions/2"] = newest
    site[f"{BOTS}/ada/mine/standings"] = []
    shown = sixfold("status").stdout
    assert "waits for its check, place 3, about 9 s" in shown
    assert "1 matches are being played, 4 wait, about 12 s." in shown
    assert json.loads(sixfold("status", "--json").stdout)["queue"]["queued"] == 4


@pytest.mark.parametrize(
    ("what", "page"),
    [
        ([], "/"),
        (["8123"], "/matches/8123/"),
        (["#8123"], "/matches/8123/"),
        (["ada/swift"], "/bots/ada/swift/"),
        ([f"{ADDRESS}/matches/8123/#t31"], "/matches/8123/#t31"),
    ],
)
def test_open_knows_the_address_of_a_page(what: list[str], page: str) -> None:
    tokens.keep(ADDRESS, "sixfold_mine")
    assert sixfold("open", "--print", *what).stdout == f"{ADDRESS}{page}\n"


def test_open_refuses_what_is_no_page() -> None:
    tokens.keep(ADDRESS, "sixfold_mine")
    assert ended(sixfold("open", "--print", "swift"))[0] == 2


def test_a_match_that_is_not_there_is_no_file_either(site: dict[str, Any]) -> None:
    status, message = ended(sixfold("replay", "8123"))
    assert status == 2
    assert "There is no /api/v1/matches/8123/record." in message


def test_debug_asks_which_turn(site: dict[str, Any]) -> None:
    status, message = ended(sixfold("debug", "8123", "--bot", "greedy"))
    assert status == 2
    assert "Which turn?" in message
