"""What fails before a bot says READY, or by the machine, is nobody's forfeit."""

import os
import shutil
import signal
import subprocess
import threading
import time
from dataclasses import replace
from errno import EAGAIN
from pathlib import Path
from typing import Any

import pytest

from arena.child import Child
from arena.conversation import Conversation
from arena.limits import Limits
from arena.player import InfrastructureFailure
from arena.sandbox import Launcher, SandboxUnavailable, Tier, exactly, find, plain, tiers
from arena.sandbox.gvisor import Gvisor
from arena.sandbox.landlock import Landlock
from arena.sandbox.launcher import Launch
from arena.sandbox.namespaces import Namespaces
from arena.sandbox.probe import Leak, probe
from arena.sandbox.starting import spawn
from arena.sandbox.workplace import Unreachable, find_home
from tests.arena.sandbox.conftest import tiers_here
from tests.arena.sandbox.machine import LIMITS, descendants, running
from tests.arena.sandbox.workers import another_worker, is_running

ECHO = {"main.py": b"for line in open(0): print(line, end='', flush=True)\n"}
MARK = b"print('this ran', flush=True)\n"


def confined(launcher: Launcher) -> Namespaces | Landlock | Gvisor:
    assert isinstance(launcher.launch, Namespaces | Landlock | Gvisor)
    return launcher.launch


def start_fails(launcher: Launcher, launch: Launch) -> str:
    """Start a bot in a damaged surrounding; what the operator reads."""
    folder = launcher.workplace.stage({"main.py": MARK})
    with pytest.raises(InfrastructureFailure) as failure:
        launch(folder, "main.py", LIMITS)
    with pytest.raises(Leak):
        probe(replace(launcher, launch=launch))
    return str(failure.value)


def test_a_machine_that_is_crowded_for_a_moment_starts_its_bots(
    launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals = [BlockingIOError(EAGAIN, "full")] * 2
    start = subprocess.Popen

    def crowded(*given: Any, **options: Any) -> "subprocess.Popen[bytes]":
        if refusals:
            raise refusals.pop()
        return start(*given, **options)

    monkeypatch.setattr(subprocess, "Popen", crowded)
    folder = launcher.workplace.stage(ECHO)
    with running(launcher, folder) as child:
        assert not refusals
        assert not child.dead()
    launcher.workplace.clear(folder)


def test_root_without_a_way_to_become_the_bots_user_starts_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(InfrastructureFailure, match="setpriv, which is missing"):
        spawn(["/bin/true"], environment={}, user=4711)


@pytest.mark.parametrize(
    ("bwrap", "said"), [("/nowhere/bwrap", "No such file"), ("/bin/true", "did not start")]
)
def test_a_bubblewrap_that_does_nothing_is_the_machines_fault(
    bwrap: str, said: str, namespaced: Launcher
) -> None:
    assert isinstance(namespaced.launch, Namespaces)
    assert said in start_fails(namespaced, replace(namespaced.launch, bwrap=Path(bwrap)))


def test_a_root_without_interpreter_is_the_machines_fault(
    launcher: Launcher, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for folder in ("bot", "usr"):
        (launcher.workplace.folder / "empty" / folder).mkdir(parents=True)
    broken = replace(confined(launcher), root=launcher.workplace.folder / "empty")
    assert "no such file" in start_fails(launcher, broken).lower()


@pytest.mark.parametrize("kept", [0, 4, 1004])
def test_a_damaged_filter_keeps_every_bot_from_starting(launcher: Launcher, kept: int) -> None:
    intact = confined(launcher)
    broken = replace(intact, filter=intact.filter[:kept] + b"\1" * kept)
    assert "did not start" in start_fails(launcher, broken)


def test_a_root_without_the_kit_refuses_the_tier_and_blames_no_bot(launcher: Launcher) -> None:
    intact, crippled = confined(launcher), launcher.workplace.folder / "crippled"
    without_kit = shutil.ignore_patterns("bots_sdk")
    shutil.copytree(intact.root, crippled, symlinks=True, ignore=without_kit, copy_function=os.link)
    broken = replace(launcher, launch=replace(intact, root=crippled))
    with pytest.raises(Leak, match=r"the kit does not run in it.*No module named 'bots_sdk'"):
        probe(broken)
    shutil.rmtree(crippled)


def test_where_no_tier_holds_the_operator_reads_what_each_takes(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaks(launcher: Launcher) -> None:
        raise Leak(f"a bot in it could fly in {launcher.tier}")

    monkeypatch.setattr(tiers, "probe", leaks)
    with pytest.raises(SandboxUnavailable) as refusal:
        find(cache)
    for tier in (Tier.NAMESPACES, Tier.NESTED, Tier.LANDLOCK):
        assert f"Tier {tier}: a bot in it could fly in {tier}. {tiers.ADVICE[tier]}" in str(
            refusal.value
        )


def test_a_tier_below_what_the_operator_accepts_is_not_taken(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaks(launcher: Launcher) -> None:
        if launcher.tier is Tier.NAMESPACES:
            raise Leak("a bot in it could fly")

    monkeypatch.setattr(tiers, "probe", leaks)
    assert find(cache).tier is Tier.NESTED
    with pytest.raises(SandboxUnavailable, match="Tier A: a bot in it could fly"):
        find(cache, weakest=Tier.NAMESPACES)


def test_without_landlock_tier_b_is_refused(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.sandbox.landlock.CREATE_RULESET", 2000)
    with pytest.raises(SandboxUnavailable, match="built without it"):
        exactly(Tier.LANDLOCK, cache)


def test_a_sandbox_that_leaks_is_refused_and_says_what_leaked() -> None:
    with pytest.raises(Leak, match="read a file outside"):
        probe(plain())


def test_a_filter_that_allows_everything_is_refused(launcher: Launcher) -> None:
    allow_all = bytes.fromhex("06000000 0000ff7f")
    with pytest.raises(Leak, match="make a file in memory"):
        probe(replace(launcher, launch=replace(confined(launcher), filter=allow_all)))


def test_starts_at_the_same_moment_do_not_meet(launcher: Launcher) -> None:
    folders = [launcher.workplace.stage(ECHO) for _ in range(20)]
    children = [launcher.start(folder, "main.py", LIMITS) for folder in folders]
    try:
        for child in children:
            reply = Conversation(child, LIMITS).ask(b"1\n", cpu_ms=2000, wall_ms=20_000, turn=0)
            assert reply.line == b"1\n"
    finally:
        for child in children:
            child.close()


def test_nothing_of_a_bot_runs_before_the_referee_has_got_hold_of_it(launcher: Launcher) -> None:
    folder = launcher.workplace.stage({"main.py": b"import os; os._exit(3)"})
    child = launcher.launch(folder, "main.py", LIMITS)
    try:
        assert not child.dead(within_ms=50)
        child.begin()
        assert child.dead(within_ms=5000)
        assert child.status() == 3
    finally:
        child.close()


def test_who_is_gone_before_it_was_a_bot_is_the_machines_fault(launcher: Launcher) -> None:
    folder = launcher.workplace.stage({"main.py": MARK})

    def dying(folder: Path, entry: str, limits: Limits) -> Child:
        child = launcher.launch(folder, entry, limits)
        child.kill()
        return child

    with pytest.raises(InfrastructureFailure, match="was gone"):
        replace(launcher, launch=dying).start(folder, "main.py", LIMITS)


def test_a_process_that_is_left_behind_is_found() -> None:
    before = descendants()
    said = subprocess.run(
        ["sh", "-c", "exec sleep 9 >/dev/null 2>&1 & echo $!"], capture_output=True, text=True
    )
    assert descendants() - before == {int(said.stdout)}
    os.kill(int(said.stdout), signal.SIGKILL)
    assert descendants() > before, "nobody has collected it yet"
    os.waitpid(int(said.stdout), 0)
    assert descendants() == before


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


@pytest.mark.parametrize("tier", [*tiers_here(), Tier.PLAIN])
def test_bots_go_with_a_killed_worker(tier: Tier, tmp_path: Path, cache: Path) -> None:
    # What a killed author's run leaves behind shall be pytest's to remove.
    environment = {"TMPDIR": str(tmp_path)} if tier is Tier.PLAIN else {}
    with another_worker(tier, cache, **environment) as pids:
        assert all(map(is_running, pids))
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
