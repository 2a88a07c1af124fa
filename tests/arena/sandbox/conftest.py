"""The machine that the hostile bots share, in one tier after the other.

Runs in the tiers that SANDBOX_TIERS names (comma-separated), by default in A, and in B where the
kernel has Landlock.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.conversation import Conversation
from arena.sandbox import Launcher, Tier, exactly
from arena.sandbox.landlock import NoLandlock, abi
from tests.arena.sandbox.machine import HERE, LIMITS, Machine, contents, running


def tiers_here() -> list[Tier]:
    """Where the hostile bots run."""
    if named := os.environ.get("SANDBOX_TIERS"):
        return [Tier(name) for name in named.split(",")]
    try:
        abi()
    except NoLandlock:
        return [Tier.NAMESPACES]
    return [Tier.NAMESPACES, Tier.LANDLOCK]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sandbox")


@pytest.fixture(scope="session", params=tiers_here())
def launcher(request: pytest.FixtureRequest, cache: Path) -> Launcher:
    return exactly(request.param, cache)


@pytest.fixture(scope="session")
def namespaced(cache: Path) -> Launcher:
    """With bubblewrap: what is the matter with it is tried in no other tier."""
    tiers = [tier for tier in tiers_here() if tier in (Tier.NAMESPACES, Tier.NESTED)]
    return exactly(tiers[0], cache)


@pytest.fixture(scope="session")
def machine(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    canary = tmp_path_factory.mktemp("baits") / "canary"
    canary.write_text("a secret")
    link = canary.with_name("link")
    link.symlink_to("a secret")
    abstract = f"sixfold-bait-{os.getpid()}"
    folder = launcher.workplace.stage({"main.py": (HERE / "neighbour.py").read_bytes()})
    root: Path = launcher.launch.root  # type: ignore[attr-defined]
    before = contents(root)
    with (
        socket.create_server(("127.0.0.1", 0)) as port,
        socket.socket(socket.AF_UNIX) as unix,
        canary.open() as inheritable,
        subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as victim,
        pytest.MonkeyPatch.context() as patch,
    ):
        os.set_inheritable(inheritable.fileno(), True)
        patch.setenv("DB_PASSWORD", "secret")
        unix.bind("\0" + abstract)
        unix.listen()
        for listener in (port, unix):
            listener.setblocking(False)
        with running(launcher, folder) as opponent:
            neighbour = Conversation(opponent, LIMITS)
            # Its own start is over before anybody does anything.
            neighbour.ask(b'"there?"\n', cpu_ms=5000, wall_ms=20_000, turn=0)
            machine = Machine(
                launcher,
                victim,
                [port, unix],
                neighbour,
                {
                    "canary": str(canary),
                    "link": str(link),
                    "victim": victim.pid,
                    "worker": os.getpid(),
                    "port": port.getsockname()[1],
                    "abstract": abstract,
                    "opponent": str(folder),
                    "opponent_pid": opponent.pid,
                },
            )
            yield machine
            machine.plays_on()
        victim.kill()
    assert contents(root) == before
