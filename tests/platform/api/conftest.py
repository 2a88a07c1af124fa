"""The API's world: Ada with a token and a bot, Bob with another, and a match between them."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client

from arena import referee
from arena.moves import Move
from arena.player import InProcess
from arena.record import Record
from arena.view import View
from sixfold.accounts import services as accounts
from sixfold.accounts.models import Scope, User
from sixfold.bots import services as bots
from sixfold.bots.models import Submission, Succession
from sixfold.matches import services as matches
from sixfold.matches.models import Match
from sixfold.matches.playing import Played
from sixfold.play import services as play
from sixfold.play.asking import ask
from sixfold.play.models import Sitting
from sixfold.play.table import Act

GOOD = "def choose(game):\n    return game.legal_moves()[0]\n"
SEED = bytes(range(32))


@dataclass(frozen=True, slots=True)
class Api:
    """A program that calls the API, with a token or without."""

    token: str = ""
    client: Client = field(default_factory=Client)

    def __call__(self, method: str, path: str, **options: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= options.pop("headers", {})
        return self.client.generic(method, f"/api/v1{path}", headers=headers, **options)

    def get(self, path: str, status: int = 200, **options: Any) -> Any:
        return self._json(self("GET", path, **options), status)

    def post(self, path: str, body: object = None, status: int = 200) -> Any:
        return self._send("POST", path, body, status)

    def put(self, path: str, body: object, status: int = 200) -> Any:
        return self._send("PUT", path, body, status)

    def patch(self, path: str, body: object, status: int = 200) -> Any:
        return self._send("PATCH", path, body, status)

    def send_file(self, path: str, status: int = 201, **fields: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"}
        sent = self.client.post(f"/api/v1{path}", fields, headers=headers)
        return self._json(sent, status)

    def _send(self, method: str, path: str, body: object, status: int) -> Any:
        data = json.dumps(body) if body is not None else ""
        return self._json(self(method, path, data=data, content_type="application/json"), status)

    @staticmethod
    def _json(response: Any, status: int) -> Any:
        assert response.status_code == status, response.content
        return response.json() if response.content else None


@pytest.fixture(autouse=True)
def unlimited() -> None:
    """Forget the calls of earlier tests, which count against the rates."""
    cache.clear()


@pytest.fixture
def anybody(db: None) -> Api:
    return Api()


@pytest.fixture
def ada(user: User) -> Api:
    """Ada's program, whose token may submit."""
    scopes = [Scope.READ, Scope.SUBMIT]
    return Api(accounts.issue(user=user, name="laptop", scopes=scopes)[1])


@pytest.fixture
def reader(user: User) -> Api:
    """Another of Ada's, whose token may only read."""
    return Api(accounts.issue(user=user, name="dashboard", scopes=[Scope.READ])[1])


@pytest.fixture
def organiser(ada: Api, user: User) -> Api:
    """Ada's program, once she may organise."""
    user.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    return ada


@pytest.fixture
def bob(db: None) -> Api:
    user = User.objects.create_user("bob")
    return Api(accounts.issue(user=user, name="laptop", scopes=[Scope.READ, Scope.SUBMIT])[1])


Enter = Callable[..., Submission]


@pytest.fixture
def enter(db: None) -> Enter:
    """Enter a bot, or its next version, and let it pass its check or not, unplayed."""

    def enter(
        owner: str,
        name: str,
        source: str = GOOD,
        *,
        passed: bool = True,
        succession: Succession | None = None,
    ) -> Submission:
        user, _created = User.objects.get_or_create(username=owner)
        bot = user.bots.filter(slug=name).first() or bots.create_bot(owner=user, name=name)
        data = f"{source}# {bot}".encode()
        made = bots.submit(
            bot=bot, filename="bot.py", data=data, note="a try", succession=succession
        )
        claimed = bots.claim_check()
        assert claimed == made
        assert claimed.token is not None
        assert bots.conclude(claimed, claimed.token, passed=passed)
        made.refresh_from_db()
        return made

    return enter


def a_move(view: View) -> Move:
    return random.Random(view.turn).choice(view.legal_moves())


def bots_answer() -> None:
    """Have the bots of all games against people answer until it is the persons' turn."""
    while turn := play.claim():
        sitting = Sitting.objects.with_chairs().get(pk=turn.sitting_id)
        said = ask(InProcess(a_move), sitting.table, free=sitting.source_turns, stop=bool)
        seat = sitting.table.game.to_move
        assert seat is not None
        play.keep(turn, Act(seat, said.move, 1.0, 2.0))


@pytest.fixture(scope="session")
def record() -> Record:
    """A game of Ada's swift and Bob's slow, played in this process."""
    dealt = referee.Deal(seed=SEED, names=("ada/swift", "bob/slow"))
    return referee.play([InProcess(a_move), InProcess(a_move)], dealt)


@pytest.fixture
def match(records: None, enter: Enter, record: Record) -> Match:
    """A finished match of Ada's swift and Bob's slow; another of the same cluster waits."""
    table = [enter("ada", "swift"), enter("bob", "slow")]
    cluster = matches.schedule(submissions=table, seed=SEED)
    attempt = matches.claim()
    assert attempt is not None
    logs = (((-1, "hello"), (2, "thinking")), ((0, "bob's own"),))
    assert matches.finish(attempt, Played(record, logs, tier="none"))
    return cluster.matches.get(order=attempt.match.order)


@pytest.fixture
def settled(match: Match) -> Match:
    """The match, with no other to come on its seed."""
    match.cluster.matches.exclude(pk=match.pk).void()  # type: ignore[attr-defined]
    return match


@pytest.fixture
def one_connection(db: None) -> Iterator[None]:
    """Keep a request from closing the connection in whose transaction the test runs."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
