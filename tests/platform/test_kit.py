"""The author's command against a real server, queue, worker and sandbox."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest
from django.utils import timezone

from sixfold import children
from sixfold.accounts import services as accounts
from sixfold.accounts.models import Scope, User
from sixfold.bots.models import Submission
from sixfold.ladder import tasks as ladder
from sixfold.leases import Progress
from sixfold.matches import tasks as matches
from sixfold.matches.models import Match
from tests.platform.conftest import running
from tests.platform.waiting import eventually

PATIENCE_S = 300
"""For a command, on however busy a machine."""


@pytest.fixture
def address(here: dict[str, str], worker: Popen[bytes]) -> Iterator[str]:
    """A real server, on the database and the queue of the worker."""
    with socket.socket() as free:
        free.bind((children.HOST, 0))
        port = free.getsockname()[1]
    with running(children.web(port), **here):
        yield f"http://{children.HOST}:{port}"


class Author:
    """Somebody at a terminal of their own."""

    def __init__(self, home: Path, cache: Path, token: str) -> None:
        self.home = home
        self.token = token
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        self.environment = {
            "PATH": path, "HOME": str(home), "XDG_CACHE_HOME": str(cache), "COLUMNS": "160",
        }  # fmt: skip

    def start(self, *arguments: str, **environment: str) -> Popen[str]:
        return Popen(
            ["sixfold", *arguments],
            cwd=self.home,
            env={**self.environment, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, text: str = "", status: int = 0, **environment: str) -> str:
        """What a command prints to standard output, and where it fails to standard error."""
        with self.start(*arguments, **environment) as command:
            out, err = command.communicate(text, timeout=PATIENCE_S)
        assert command.returncode == status, (arguments, out, err)
        assert "bots_sdk/cli" not in err, "it ended with a traceback of ours"
        return err if status else out

    def json(self, *arguments: str) -> Any:
        return json.loads(self.run(*arguments, "--json"))


Sign = Callable[[str], Author]


@pytest.fixture
def sign_up(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, transactional_db: None
) -> Sign:
    """Somebody who has signed up and made a token on the site."""

    def sign_up(name: str) -> Author:
        user = User.objects.create_user(name)
        scopes = [Scope.READ, Scope.SUBMIT]
        _token, secret = accounts.issue(user=user, name="laptop", scopes=scopes)
        (tmp_path / name).mkdir()
        return Author(tmp_path / name, tmp_path_factory.getbasetemp() / "cache", secret)

    return sign_up


def finish(command: Popen[str]) -> tuple[str, str]:
    """Do what beat asks for until a command ends; its outputs."""
    until = time.monotonic() + PATIENCE_S
    while command.poll() is None:
        if time.monotonic() > until:
            command.kill()
            pytest.fail("the command did not end")
        matches.tick()
        ladder.pair()
        ladder.settle()
        time.sleep(0.2)
    return command.communicate()


def test_an_author_does_everything_from_the_command_line(address: str, sign_up: Sign) -> None:
    ada, bob = sign_up("ada"), sign_up("bob")

    # Without a terminal nothing is asked for: the token comes on standard input.
    said = ada.run("login", "--server", address, text=f"{ada.token}\n")
    assert "as ada" in said
    token = ada.home / ".config" / "sixfold" / "token"
    assert token.stat().st_mode & 0o777 == 0o600
    bob_there = {"SIXFOLD_SERVER": address, "SIXFOLD_TOKEN": bob.token}

    ada.run("new", "mybot")
    with bob.start("submit", "random", "--new", "Rival", "--no-check", **bob_there) as rival:
        with ada.start("submit", "mybot", "-m", "my first") as mine:
            out, err = finish(mine)
        assert mine.returncode == 0, err
        assert "ada/mybot v1 has passed and plays." in out
        assert err.count("✔") == 4 + 1 + 4  # checked here, submitted, checked there
        first = re.search(r"first match: (\S+/matches/(\d+)/)", out)
        assert first, out
        _out, err = finish(rival)
        assert rival.returncode == 0, err

    number = int(first[2])
    eventually(lambda: _is_over(number), PATIENCE_S)

    (bot,) = ada.json("status")["bots"]
    assert (bot["id"], bot["playing"], bot["newest"]["verdict"]) == ("ada/mybot", 1, "passed")
    listed = ada.run("matches", "--status", "finished")
    assert f" {number} " in f" {listed}"
    assert "bob/rival v1" in listed
    assert "turn" in ada.run("logs", str(number))
    ladder.settle()
    assert {row["bot"] for row in ada.json("leaderboard")["items"]} == {"ada/mybot", "bob/rival"}
    assert ada.run("open", str(number), "--print") == f"{address}/matches/{number}/\n"

    # A match of the server is as good as a file.
    assert "is to this seed" in ada.run("verify", str(number))
    seen = ada.json("replay", str(number))
    mine_at = [player["name"] for player in seen["players"]].index("ada/mybot")
    turn = [move["p"] for move in seen["moves"]].index(mine_at)
    page = f"{address}/matches/{number}/#t{turn + 1}"
    again = ada.json("debug", page, "--bot", "mybot")
    assert again["repeats"] is True
    assert re.match(r"\d+ moves, the best scores \d+\n", again["printed_then"])

    # The same files later are no new version; others are, of the same bot without being told.
    Submission.objects.update(created_at=timezone.now() - timedelta(minutes=5))
    assert "already v1" in ada.run("submit", "mybot", "--no-check", status=2)
    (ada.home / "bad.py").write_text("def choose(game):\n    return game.hand[99]\n")
    said = ada.run("submit", "bad.py", "--no-check", status=1)
    assert "Submitted as ada/mybot v2" in said
    assert "IndexError" in said
    assert "ada/mybot in its check" in ada.run("logs")


def _is_over(number: int) -> bool:
    """Whether a match and the others on its seed are over; wakes a worker where they are not."""
    matches.tick()
    cluster = Match.objects.get(pk=number).cluster
    return not cluster.matches.exclude(progress=Progress.FINISHED).exists()
