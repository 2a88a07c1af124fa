"""A machine full of baits: what no bot may reach, and an opponent that none may harm.

Runs in the tiers that SANDBOX_TIERS names (comma-separated), by default in A, and in B where the
kernel has Landlock.
"""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import pytest

from arena.child import Child
from arena.conversation import Conversation
from arena.limits import Limits
from arena.player import Forfeit
from arena.sandbox import Launcher, Tier, exactly
from arena.sandbox.landlock import NoLandlock, abi

HERE = Path(__file__).parent
SHARED = {"tests/arena/sandbox/attempts.py": (HERE / "attempts.py").read_bytes()}
LIMITS = Limits()


def tiers_here() -> list[Tier]:
    """Where the hostile bots run."""
    if named := os.environ.get("SANDBOX_TIERS"):
        return [Tier(name) for name in named.split(",")]
    try:
        abi()
    except NoLandlock:
        return [Tier.NAMESPACES]
    return [Tier.NAMESPACES, Tier.LANDLOCK]


@dataclass
class Duel:
    """What came of a bot's run."""

    answers: list[Any] = field(default_factory=list)
    """Its lines, read as JSON, or as bytes where they are none."""
    cpu_ms: list[float] = field(default_factory=list)
    slipped_ms: float = 0
    """CPU time that it used while it was paused."""
    verdict: Forfeit | None = None
    printed: list[tuple[int, str]] = field(default_factory=list)

    @property
    def ending(self) -> str:
        """The verdict, or "ok"."""
        return str(self.verdict.ending) if self.verdict else "ok"


@dataclass
class Machine:
    """Where bots run: the baits, and the opponent in a sandbox of its own."""

    launcher: Launcher
    victim: "subprocess.Popen[bytes]"
    listeners: list[socket.socket]
    opponent: Conversation
    baits: dict[str, Any]

    def run(
        self,
        files: Mapping[str, bytes],
        *,
        cpu_ms: float = 2000,
        wall_ms: float = 20_000,
        requests: int = 1,
        padding: int = 0,
        link: Path | None = None,
        pause: float = 0,
    ) -> Duel:
        """Run a bot for some requests, and see to it that nobody else came to harm."""
        duel = Duel()
        folder = self.launcher.workplace.stage({**files, **SHARED})
        if link:
            (folder / "link").symlink_to(link)
        before = _contents(folder)
        with running(self.launcher, folder) as child:
            family = Family.of(self.launcher.tier, child.pid)
            conversation = Conversation(child, LIMITS)
            request = json.dumps(self.baits | {"padding": "x" * padding}).encode() + b"\n"
            try:
                for turn in range(requests):
                    if turn and pause:
                        paused_at = child.cpu_ms()
                        time.sleep(pause)
                        duel.slipped_ms += child.cpu_ms() - paused_at
                    reply = conversation.ask(request, cpu_ms=cpu_ms, wall_ms=wall_ms, turn=turn)
                    duel.answers.append(_read(reply.line))
                    duel.cpu_ms.append(reply.cpu_ms)
            except Forfeit as verdict:
                duel.verdict = verdict
            self._opponent_answers()
            duel.printed = conversation.printed.entries()
        assert _contents(folder) == before
        assert not family.members()
        self.launcher.workplace.clear(folder)
        self._baits_are_untouched()
        return duel

    def _opponent_answers(self) -> None:
        reply = self.opponent.ask(b'"still there?"\n', cpu_ms=1000, wall_ms=20_000, turn=0)
        assert _read(reply.line) == {"echo": "still there?"}
        assert reply.cpu_ms < 50, "it was charged for somebody else's work"

    def _baits_are_untouched(self) -> None:
        assert self.victim.poll() is None
        for listener in self.listeners:
            with pytest.raises(BlockingIOError):
                listener.accept()


@contextmanager
def running(launcher: Launcher, folder: Path, limits: Limits = LIMITS) -> Iterator[Child]:
    """The main.py in a staged folder."""
    child = launcher.launch(folder, "main.py", limits)
    try:
        yield child
    finally:
        child.close()


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sandbox")


@pytest.fixture(scope="session", params=tiers_here())
def launcher(request: pytest.FixtureRequest, cache: Path) -> Launcher:
    return exactly(request.param, cache)


@pytest.fixture(scope="session")
def namespaced(cache: Path) -> Launcher:
    """In the strongest tier: what is the matter with bubblewrap is tried in no other."""
    return exactly(tiers_here()[0], cache)


@pytest.fixture(scope="session")
def machine(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    canary = tmp_path_factory.mktemp("baits") / "canary"
    canary.write_text("a secret")
    abstract = f"sixfold-bait-{os.getpid()}"
    files = {"main.py": (HERE / "opponent.py").read_bytes(), **SHARED}
    folder = launcher.workplace.stage(files)
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
            yield Machine(
                launcher,
                victim,
                [port, unix],
                Conversation(opponent, LIMITS),
                {
                    "canary": str(canary),
                    "victim": victim.pid,
                    "worker": os.getpid(),
                    "port": port.getsockname()[1],
                    "abstract": abstract,
                    "opponent": str(folder),
                    "opponent_pid": opponent.pid,
                },
            )
        victim.kill()


def _read(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return line


def _contents(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file with its mode and content."""
    return {
        str(path): (path.lstat().st_mode, b"" if path.is_symlink() else path.read_bytes())
        for path in folder.rglob("*")
        if not path.is_dir()
    }


@dataclass(frozen=True)
class Family:
    """The processes of one sandbox: those in its namespace or, where it has none, its session."""

    mark: Callable[[Path], str]
    own: str

    @classmethod
    def of(cls, tier: Tier, pid: int) -> Self:
        """The family of a bot."""
        mark = _session if tier is Tier.LANDLOCK else _namespace
        return cls(mark, mark(Path("/proc", str(pid))))

    def members(self) -> list[str]:
        """Who is still there, zombies included."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if self.mark(process) == self.own:
                    found.append(process.name)
            except OSError:
                continue
        return found


def _namespace(process: Path) -> str:
    return str((process / "ns/pid").readlink())


def _session(process: Path) -> str:
    return (process / "stat").read_text().rpartition(")")[2].split()[3]
