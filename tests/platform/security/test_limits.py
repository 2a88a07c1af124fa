"""What is asked too often is refused: by all processes together, and without the queue's server."""

import json
import re
import socket
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import redis
from django.conf import settings as site
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from sixfold.accounts.models import User

PASSWORD = "correct horse battery"


worked: list[str] = []
"""The passwords that a hasher has worked through, which is what takes time."""


@pytest.fixture(autouse=True)
def unlimited() -> None:
    cache.clear()


@pytest.fixture
def shared(valkey: None, settings: Settings) -> Iterator[redis.Redis]:
    """The limits in a real server, as between the processes of a site."""
    caches: dict[str, Any] = settings.CACHES
    limits = {**caches["default"], "LOCATION": site.REDIS_URL, "KEY_PREFIX": uuid4().hex}
    settings.CACHES = {**caches, "default": limits}
    with redis.Redis.from_url(site.REDIS_URL) as server:
        yield server


@pytest.fixture
def silent(tmp_path: Path, settings: Settings) -> Iterator[socket.socket]:
    """A server that takes connections and says nothing, as one that is frozen."""
    address = str(tmp_path / "s")
    caches: dict[str, Any] = settings.CACHES
    settings.CACHES = {**caches, "default": {**caches["default"], "LOCATION": f"unix://{address}"}}
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(address)
        server.listen()
        server.setblocking(False)
        yield server


def test_calls_of_the_api_are_counted_by_all_processes_together(
    db: None, client: Client, shared: redis.Redis, settings: Settings
) -> None:
    settings.API_PER_MINUTE = 2
    for status in (HTTPStatus.OK, HTTPStatus.OK, HTTPStatus.TOO_MANY_REQUESTS):
        cache.clear()  # what this process itself remembers, so that it knows as much as another
        assert client.get("/api/v1/server").status_code == status


def test_tries_to_log_in_are_counted_by_all_processes_together(
    user: User, client: Client, shared: redis.Redis
) -> None:
    for _ in range(5):
        client.post("/accounts/login/", {"login": "ada", "password": "wrong"})
        cache.clear()
    refused = client.post("/accounts/login/", {"login": "ada", "password": PASSWORD})
    assert "Too many failed login attempts" in refused.text


def test_the_server_is_given_no_pickle_and_gives_none_back(
    client: Client, user: User, shared: redis.Redis
) -> None:
    client.post("/accounts/login/", {"login": "ada", "password": "wrong"})
    keys = list(shared.scan_iter("*login_failed*"))
    assert keys
    for key in keys:
        assert json.loads(shared.get(key) or "")


def test_without_a_server_each_process_counts_for_itself(
    db: None, client: Client, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.API_PER_MINUTE = 2
    told = [client.get("/api/v1/server").status_code for _ in range(3)]
    assert told == [HTTPStatus.OK, HTTPStatus.OK, HTTPStatus.TOO_MANY_REQUESTS]


def test_a_server_that_is_silent_is_waited_for_once_and_then_left_alone(
    db: None, client: Client, silent: socket.socket, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        assert client.get("/api/v1/server").status_code == HTTPStatus.OK
    assert caplog.text.count("Limits are counted by each process for itself") == 1
    connections = 0
    while connections < 10:
        try:
            silent.accept()[0].close()
        except BlockingIOError:
            break
        connections += 1
    assert connections == 1


def test_eleven_wrong_passwords_say_as_much_of_a_name_that_nobody_has(
    user: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        worked.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    told = {name: list(guesses(client, name)) for name in ("ada", "eve")}
    assert told["ada"] == told["eve"]
    locked, _worked = told["ada"][-1]
    assert "Too many failed login attempts" in locked
    assert [number for _page, number in told["ada"]] == 5 * [1] + 6 * [0]
    assert "_auth_user_id" not in client.session
    cache.clear()
    client.post("/accounts/login/", {"login": "ada", "password": PASSWORD})
    assert "_auth_user_id" in client.session


def guesses(client: Client, name: str) -> Iterator[tuple[str, int]]:
    """What a guesser is told, and how many passwords were worked through for it."""
    cache.clear()
    for number in range(11):
        worked.clear()
        page = client.post("/accounts/login/", {"login": name, "password": f"guess {number}"})
        told = re.sub(r'nonce="[^"]+"|name="csrfmiddlewaretoken" value="\w+"', "", page.text)
        yield told.replace(f'value="{name}"', ""), len(worked)


def test_nobody_signs_up_without_end(db: None, client: Client) -> None:
    for _ in range(20):
        client.post("/accounts/signup/", {"username": "x", "password1": PASSWORD})
    refused = client.post("/accounts/signup/", {"username": "grace", "password1": PASSWORD})
    assert refused.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert not User.objects.exists()
