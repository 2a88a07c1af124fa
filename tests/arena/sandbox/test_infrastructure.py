"""What fails before a bot says READY, or by the machine, is nobody's forfeit."""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from arena.conversation import Conversation
from arena.limits import Limits
from arena.player import InfrastructureFailure
from arena.sandbox import Launcher, SandboxUnavailable, Tier, exactly, find, plain
from arena.sandbox.namespaces import Namespaces
from arena.sandbox.probe import Leak, probe
from arena.sandbox.workplace import Unreachable, find_home
from tests.arena.sandbox.conftest import LIMITS, running

ECHO = {"main.py": b"for line in open(0): print(line, end='', flush=True)\n"}
MARK = b"print('this ran', flush=True)\n"


@pytest.fixture(scope="session")
def jailed(cache: Path) -> Launcher:
    """In tier A."""
    return exactly(Tier.NAMESPACES, cache)


def namespaces(launcher: Launcher) -> Namespaces:
    assert isinstance(launcher.launch, Namespaces)
    return launcher.launch


def start_fails(launcher: Launcher, launch: Namespaces) -> str:
    """Start a bot in a damaged surrounding; what the operator reads."""
    folder = launcher.workplace.stage({"main.py": MARK})
    with pytest.raises(InfrastructureFailure) as failure:
        launch(folder, "main.py", LIMITS)
    with pytest.raises(Leak):
        probe(replace(launcher, launch=launch))
    return str(failure.value)


def test_a_missing_launcher_is_the_machines_fault(jailed: Launcher) -> None:
    broken = replace(namespaces(jailed), bwrap=Path("/nowhere/bwrap"))
    assert "No such file" in start_fails(jailed, broken)


def test_a_launcher_that_does_nothing_is_the_machines_fault(jailed: Launcher) -> None:
    broken = replace(namespaces(jailed), bwrap=Path("/bin/true"))
    assert "did not start" in start_fails(jailed, broken)


def test_a_root_without_interpreter_is_the_machines_fault(
    jailed: Launcher, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for folder in ("bot", "usr"):
        (jailed.workplace.folder / "empty" / folder).mkdir(parents=True)
    broken = replace(namespaces(jailed), root=jailed.workplace.folder / "empty")
    assert "execvp /usr/bin/python3: No such file" in start_fails(jailed, broken)


@pytest.mark.parametrize("kept", [0, 4, 1004])
def test_a_damaged_filter_keeps_every_bot_from_starting(jailed: Launcher, kept: int) -> None:
    intact = namespaces(jailed)
    broken = replace(intact, filter=intact.filter[:kept] + b"\1" * kept)
    assert "did not start" in start_fails(jailed, broken)


def test_a_sandbox_that_leaks_is_refused_and_says_what_leaked() -> None:
    with pytest.raises(Leak, match="read a file outside"):
        probe(plain())


def test_a_filter_that_allows_everything_is_refused(jailed: Launcher) -> None:
    allow_all = bytes.fromhex("06000000 0000ff7f")
    with pytest.raises(Leak, match="make a file in memory"):
        probe(replace(jailed, launch=replace(namespaces(jailed), filter=allow_all)))


def test_starts_at_the_same_moment_do_not_meet(launcher: Launcher) -> None:
    folders = [launcher.workplace.stage(ECHO) for _ in range(20)]
    children = [launcher.launch(folder, "main.py", LIMITS) for folder in folders]
    try:
        for child in children:
            reply = Conversation(child, LIMITS).ask(b"1\n", cpu_ms=2000, wall_ms=20_000, turn=0)
            assert reply.line == b"1\n"
    finally:
        for child in children:
            child.close()


def test_a_bot_is_started_by_the_main_thread_only(launcher: Launcher) -> None:
    said: list[str] = []

    def start() -> None:
        try:
            with running(launcher, launcher.workplace.stage(ECHO)):
                pass
        except InfrastructureFailure as failure:
            said.append(str(failure))

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert "main thread" in said[0]


def test_an_ignored_sigchld_hangs_nothing(launcher: Launcher) -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        with running(launcher, launcher.workplace.stage(ECHO)) as child:
            child.kill()
            assert child.dead()
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_a_bot_of_root_is_an_ordinary_user(launcher: Launcher) -> None:
    with running(launcher, launcher.workplace.stage(ECHO)) as child:
        status = Path(f"/proc/{child.pid}/status").read_text()
    (uids,) = (line.split()[1:] for line in status.splitlines() if line.startswith("Uid:"))
    assert "0" not in uids


def is_running(pid: str) -> bool:
    """Whether a process exists that is no zombie, which only init can remove."""
    try:
        return Path("/proc", pid, "stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


WORKER = """
import sys, time
from pathlib import Path
from arena.limits import Limits
from arena.sandbox import Tier, exactly
launcher = exactly(Tier(sys.argv[1]), Path(sys.argv[2]))
folder = launcher.workplace.stage({"main.py": b"while True: input()"})
children = [launcher.launch(folder, "main.py", Limits()) for _ in range(2)]
for child in children:
    child.pause()
time.sleep(0.2)  # Until they have stopped.
print(*(child.pid for child in children), flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("tier", Tier)
def test_bots_go_with_a_killed_worker(tier: Tier, tmp_path: Path, cache: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WORKER, tier, str(cache)],
        stdout=subprocess.PIPE,
        text=True,
        # What a killed author's run leaves behind shall be pytest's to remove.
        env=os.environ | ({"TMPDIR": str(tmp_path)} if tier is Tier.PLAIN else {}),
    ) as worker:
        assert worker.stdout
        pids = worker.stdout.readline().split()
        worker.kill()
    deadline = time.monotonic() + 1
    while alive := [pid for pid in pids if is_running(pid)]:
        assert time.monotonic() < deadline, f"{alive} outlived their worker"
        time.sleep(0.01)


def test_the_cpu_limit_of_the_system_is_above_every_match() -> None:
    from arena.sandbox.limiting import arguments

    assert "cpu=60" in arguments(Limits(), processes=True)
    endless = Limits(start_cpu_ms=float("inf"), bank_ms=float("inf"))
    assert not [text for text in arguments(endless, processes=True) if text.startswith("cpu")]


def test_a_sandbox_without_room_says_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SandboxUnavailable, match="may write to"):
        find(tmp_path / "file" / "cache")


def test_root_refuses_a_folder_that_others_can_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(Unreachable, match="ordinary user"):
        find_home(tmp_path / "cache")
