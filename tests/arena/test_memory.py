"""Who is to blame where the machine has no memory left."""

from pathlib import Path

import pytest

from arena import memory
from arena.limits import Limits
from arena.player import Ending, Forfeit, Greeting, InfrastructureFailure
from arena.ruleset import CLASSIC
from arena.sandbox import plain

KILLED = {"main.py": b"import os; os.kill(os.getpid(), 9)\n"}
GREETING = Greeting(CLASSIC, players=2, me=0, rng_seed="00", limits=Limits())


def test_a_bot_that_the_machine_killed_for_memory_does_not_forfeit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = iter((3, 4))
    monkeypatch.setattr(memory, "kills", lambda: next(counted))
    with (
        plain().player(KILLED, "swift") as bot,
        pytest.raises(InfrastructureFailure, match="killed swift: give this worker more"),
    ):
        bot.start(GREETING)


def test_a_bot_that_kills_itself_earns_no_repeat() -> None:
    with plain().player(KILLED) as bot, pytest.raises(Forfeit) as forfeit:
        bot.start(GREETING)
    assert forfeit.value.ending is Ending.EXITED


@pytest.mark.parametrize(
    ("groups", "counter"),
    [
        ("0::/system.slice/worker.service", "system.slice/worker.service/memory.events"),
        ("0::/", "memory.events"),
        ("4:cpu:/x\n3:hugetlb,memory:/docker/abc", "memory/docker/abc/memory.oom_control"),
        ("3:memory:/docker/abc\n0::/", "memory/memory.oom_control"),
    ],
)
def test_kills_are_counted_in_either_version_of_control_groups(
    groups: str, counter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cgroup").write_text(groups)
    monkeypatch.setattr(memory, "GROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(memory, "MOUNTED", tmp_path)
    assert memory.kills() == 0
    (tmp_path / counter).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / counter).write_text("oom_kill_disable 0\nunder_oom 0\noom 9\noom_kill 7\n")
    assert memory.kills() == 7
