"""Whether the worker may divide its control group, and whose fault it is where the kernel kills.

The files here are ordinary ones; `python -m tests.soak.cgroups` tries the kernel's.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cgroup import ControlGroup
from arena.child import Child
from arena.limits import Limits
from arena.player import Forfeit, Greeting, InfrastructureFailure
from arena.process import BotProcess
from arena.ruleset import CLASSIC
from arena.sandbox import groups, plain
from arena.sandbox.groups import BOTS, WORKERS, Groups, NotDelegated, find

MB = 1 << 20
GREETING = Greeting(CLASSIC, players=2, me=0, rng_seed="00", limits=Limits())
DIES = b"import os, signal\ninput()\nos.kill(os.getpid(), signal.SIGKILL)\n"

Offer = Callable[..., Path]


@pytest.fixture
def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Offer:
    """A tree of control groups in which this process is in the group "service"."""

    def offer(controllers: str = "cpu memory pids", own: str = "0::/service\n") -> Path:
        group = tmp_path / "cgroup/service"
        group.mkdir(parents=True)
        (group.parent / "cgroup.controllers").write_text("cpu memory pids\n")
        (group / "cgroup.controllers").write_text(controllers)
        (group / "cgroup.type").write_text("domain\n")
        (group / "cgroup.subtree_control").write_text("")
        (group / "cgroup.procs").write_text("17\n")
        (tmp_path / "own").write_text(own)
        monkeypatch.setattr(groups, "MOUNTED", (tmp_path / "cgroup", tmp_path / "nowhere"))
        monkeypatch.setattr(groups, "OWN", tmp_path / "own")
        monkeypatch.setattr("os.geteuid", lambda: 1000)
        # The kernel's directories go though their files are there.
        monkeypatch.setattr(ControlGroup, "remove", lambda self: remove(self.path))
        return group

    return offer


def remove(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()


def test_the_workers_group_is_divided_once_it_is_empty(offer: Offer, tmp_path: Path) -> None:
    group = offer()
    assert find(tmp_path) == Groups(group)
    assert (group / WORKERS / "cgroup.procs").read_text() == "17"
    assert (group / "cgroup.subtree_control").read_text() == "+memory +pids"
    assert not list(group.glob(f"{BOTS}*"))


def test_a_worker_that_has_moved_finds_the_group_that_it_was_given(
    offer: Offer, tmp_path: Path
) -> None:
    group = offer(own=f"0::/service/{WORKERS}\n")
    (group / "cgroup.subtree_control").write_text("memory pids\n")
    assert find(tmp_path).parent == group
    assert (group / "cgroup.procs").read_text() == "17\n"


def test_groups_that_a_dead_worker_left_are_removed(offer: Offer, tmp_path: Path) -> None:
    group = offer()
    for left in (f"{BOTS}999999999-aa", f"{BOTS}1-bb"):
        (group / left).mkdir()
    find(tmp_path)
    assert [path.name for path in group.glob(f"{BOTS}*")] == [f"{BOTS}1-bb"]


def test_where_nothing_can_be_divided_the_operator_reads_why(
    offer: Offer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(controllers="cpu pids")
    with pytest.raises(NotDelegated, match="does not offer the controllers memory"):
        find(tmp_path)
    (tmp_path / "cgroup/service/cgroup.controllers").write_text("memory pids")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    with pytest.raises(NotDelegated, match="is not delegated to user 0"):
        find(tmp_path)
    monkeypatch.setattr(groups, "MOUNTED", (tmp_path / "nowhere",))
    with pytest.raises(NotDelegated, match="no control groups of version 2"):
        find(tmp_path)


def test_a_bots_group_has_room_for_its_memory_and_its_threads(tmp_path: Path) -> None:
    group = Groups(tmp_path).admit([11, 12], Limits(memory_bytes=100 * MB))
    read = {path.name: path.read_text() for path in group.path.iterdir()}
    assert read == {
        "memory.max": str(164 * MB),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": "8",
        "cgroup.procs": "12",
    }


@pytest.mark.parametrize(
    ("events", "blamed", "said"),
    [
        ("oom 0\noom_kill 0\n", Forfeit, "by signal SIGKILL"),
        ("oom 3\noom_kill 1\n", Forfeit, "It used more memory than one bot may"),
        ("oom 0\noom_kill 1\n", InfrastructureFailure, "The machine ran out of memory"),
    ],
)
def test_the_group_tells_who_is_to_blame_for_a_killed_bot(
    events: str, blamed: type[Exception], said: str, tmp_path: Path
) -> None:
    launcher = plain()
    folder = launcher.workplace.stage({"main.py": DIES})

    def launch(limits: Limits) -> Child:
        child = launcher.start(folder, "main.py", limits)
        (tmp_path / "memory.events").write_text(events)
        child.group = ControlGroup(tmp_path)
        return child

    bot = BotProcess("bot", launch)
    with pytest.raises(blamed, match=said):
        bot.start(GREETING)
    (tmp_path / "memory.events").unlink()
    bot.close()
    assert not tmp_path.exists(), "its group goes with a bot"
