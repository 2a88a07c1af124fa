"""A Valkey of its own that may be stopped, and matches that are told of without being played."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import redis
from pytest_django import Settings

from sixfold import children
from sixfold.matches.live import reporting
from tests.platform.waiting import eventually


@dataclass
class Broker:
    """A Valkey in a folder of the test's."""

    folder: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.folder}/live.sock"

    def start(self) -> None:
        command = [
            children.valkey_binary(),
            *("--port", "0", "--unixsocket", f"{self.folder}/live.sock"),
            *("--save", "", "--dir", str(self.folder)),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        eventually(self.answers)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def answers(self) -> bool:
        with redis.Redis.from_url(self.url) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False

    def kept(self, match: int) -> list[str]:
        """The log of a match as it stands."""
        with redis.Redis.from_url(self.url, decode_responses=True) as client:
            return [str(entry) for entry in client.lrange(f"match:{match}:log", 0, -1)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    broker = Broker(tmp_path_factory.mktemp("live"))
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


@pytest.fixture
def broker(server: Broker, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Broker:
    """The Valkey that reports go to, up and empty."""
    if not server.answers():
        server.start()
    with redis.Redis.from_url(server.url) as client:
        client.flushall()
    settings.REDIS_URL = server.url
    monkeypatch.setattr(reporting, "_quiet_until", 0.0)
    return server
