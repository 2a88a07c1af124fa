"""The demo plays a first round through the real thing, ends well, and goes on with its data."""

import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import override_settings

from arena.sandbox import SandboxUnavailable
from sixfold.children import valkey
from sixfold.ladder.management.commands import demo
from sixfold.processes import TreeError
from tests.platform.waiting import eventually


@pytest.fixture(autouse=True)
def out_of_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the other tests run on: the demo has its own database and queue in its folder."""
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def port() -> int:
    """A port that is free."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def manage(*arguments: str | Path | int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=settings.ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def processes(folder: Path) -> list[str]:
    """What still runs on this data folder."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if str(folder).encode() in (entry / "environ").read_bytes():
                found.append((entry / "cmdline").read_text())
        except OSError:
            continue
    return found


def counted(folder: Path, query: str) -> int:
    with closing(sqlite3.connect(folder / "db.sqlite3")) as database:
        return int(database.execute(f"SELECT count(*) FROM {query}").fetchone()[0])


def matches(folder: Path) -> int:
    return counted(folder, "matches_match WHERE progress = 'finished'")


def test_the_demo_plays_rates_and_ends_and_goes_on_with_its_data(tmp_path: Path, port: int) -> None:
    first = manage("demo", "--exit", "--matches", 2, "--port", port, "--data", tmp_path)
    assert first.returncode == 0, first.stdout + first.stderr
    assert "2/2" in first.stdout
    assert len(re.findall(r"house/\w+ v1 +│ +\d+ ± \d+ ", first.stdout)) >= 2
    assert not processes(tmp_path)

    played, submitted = matches(tmp_path), counted(tmp_path, "bots_submission")
    arguments = ["--exit", "--matches", "1000", "--port", str(port), "--data", str(tmp_path)]
    second = subprocess.Popen(
        [sys.executable, "manage.py", "demo", *arguments],
        cwd=settings.ROOT,
        stdout=subprocess.DEVNULL,
    )
    try:
        eventually(lambda: matches(tmp_path) >= played + 2, seconds=300)
    finally:
        second.send_signal(signal.SIGINT)
    assert second.wait(timeout=60) == 130, "stopped before its results, it has failed"
    assert counted(tmp_path, "bots_submission") == submitted
    assert not processes(tmp_path)


def test_a_port_that_is_taken_is_refused_at_once(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        served = manage("serve", "--port", port, "--data", tmp_path)
    assert served.returncode == 1
    assert f"Port {port} cannot be used (Address already in use)" in served.stderr


def test_a_folder_too_deep_for_a_socket_is_refused(tmp_path: Path) -> None:
    with (
        override_settings(VALKEY_SOCKET=tmp_path / ("deep" * 25) / "valkey.sock"),
        pytest.raises(TreeError, match=r"too long a path for a socket .* with --data"),
    ):
        list(valkey())


def test_the_demo_says_why_there_is_no_sandbox(
    monkeypatch: pytest.MonkeyPatch, data: Path, port: int
) -> None:
    def unavailable() -> None:
        raise SandboxUnavailable("User namespaces are off: ask for them.")

    monkeypatch.setattr(demo, "jail", unavailable)
    with pytest.raises(CommandError, match="User namespaces are off"):
        call_command("demo", "--exit", "--port", str(port))
