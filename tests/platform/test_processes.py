"""The process tree stops in order, restarts what dies, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.platform.waiting import eventually

SLEEPS = "import time; time.sleep(60)"
FALLS = "import sys; sys.exit('out of luck')"
NOTES_ITS_END = """
import signal, time
signal.signal(signal.SIGTERM, lambda *_: exit(print(time.monotonic())))
print("listens", flush=True)
time.sleep(60)
"""
SAYS_SO = 'print("begun", flush=True); import time; time.sleep(60)'
# Deaf to SIGTERM, and with a process of its own.
STUBBORN = """
import signal, subprocess, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen(["sleep", "60"])
time.sleep(60)
"""


@dataclass
class Tree:
    """A process tree under test; all its processes carry its mark in their environment."""

    folder: Path
    mark: str = field(default_factory=lambda: f"TREE={uuid.uuid4()}")
    ready: bool = True

    def start(self, program: str) -> None:
        if self.ready:
            (self.folder / "ready").touch()
        self.process = self.spawn(program)

    def spawn(self, program: str) -> subprocess.Popen[str]:
        name, value = self.mark.split("=")
        script = Path(__file__).with_name("tree.py")
        return subprocess.Popen(
            [sys.executable, script, self.folder, sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, name: value},
        )

    def serve(self, program: str = SLEEPS) -> None:
        """Start and wait until everything runs."""
        self.start(program)
        eventually((self.folder / "serving").exists)
        # One that is just becoming its command has no environment to be seen.
        eventually(lambda: len(self.pids()) >= 2)

    def pids(self) -> list[int]:
        """The processes that are alive, the parent aside."""
        return [
            int(entry.name)
            for entry in Path("/proc").iterdir()
            if entry.name.isdigit() and int(entry.name) != self.process.pid and self.owns(entry)
        ]

    def owns(self, entry: Path) -> bool:
        try:
            return self.mark.encode() in (entry / "environ").read_bytes()
        except OSError:
            return False

    def end(self) -> tuple[int, str]:
        """The parent's status and output, once it is over."""
        output, _ = self.process.communicate(timeout=20)
        return self.process.returncode, output


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[Tree]:
    tree = Tree(tmp_path)
    yield tree
    for pid in [*tree.pids(), tree.process.pid]:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    tree.process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_every_child(tree: Tree, number: signal.Signals) -> None:
    tree.serve()
    tree.process.send_signal(number)
    assert tree.end()[0] == 0
    assert not tree.pids()


def test_the_work_ends_the_tree_with_its_status(tree: Tree) -> None:
    tree.serve()
    (tree.folder / "finish").touch()
    assert tree.end()[0] == 7
    assert not tree.pids()


def test_children_stop_in_reverse_order(tree: Tree) -> None:
    tree.serve(NOTES_ITS_END)
    logs = [tree.folder / "logs/first.log", tree.folder / "logs/second.log"]
    eventually(lambda: all("listens" in log.read_text() for log in logs))
    tree.process.terminate()
    assert tree.end()[0] == 0
    first, second = (float(log.read_text().split()[-1]) for log in logs)
    assert second < first


def test_a_signal_during_the_start_stops_what_runs_already(tree: Tree) -> None:
    tree.ready = False
    tree.start(SLEEPS)
    eventually(lambda: len(tree.pids()) == 1)
    tree.process.terminate()
    assert tree.end()[0] == 0
    assert not tree.pids()


def test_a_killed_parent_takes_its_children_along(tree: Tree) -> None:
    tree.serve()
    tree.process.kill()
    eventually(lambda: not tree.pids())


def test_a_second_interrupt_kills_what_does_not_stop(tree: Tree) -> None:
    tree.serve(STUBBORN)
    eventually(lambda: len(tree.pids()) == 4)
    tree.process.send_signal(signal.SIGINT)
    time.sleep(0.2)
    assert len(tree.pids()) == 4
    tree.process.send_signal(signal.SIGINT)
    assert tree.end()[0] == 0
    assert not tree.pids()


def test_a_child_that_dies_is_started_again(tree: Tree) -> None:
    tree.serve()
    victim, other = sorted(tree.pids())
    os.kill(victim, signal.SIGKILL)
    eventually(lambda: len(set(tree.pids()) - {victim}) == 2)
    assert other in tree.pids()
    tree.process.terminate()
    status, output = tree.end()
    assert status == 0
    assert "The first died with status -9; starting it again." in output


def test_a_child_that_does_nothing_any_more_is_started_again(tree: Tree) -> None:
    tree.serve(SAYS_SO)
    (tree.folder / "second-idle").touch()
    log = tree.folder / "logs" / "second.log"
    eventually(lambda: log.read_text().count("begun") > 1)
    (tree.folder / "second-idle").unlink()
    tree.process.terminate()
    status, output = tree.end()
    assert status == 0
    assert "The second runs but does nothing; ending it." in output


def test_children_that_keep_dying_end_the_tree_with_the_reason(tree: Tree) -> None:
    tree.ready = False
    tree.start(FALLS)
    status, output = tree.end()
    assert status == 1
    assert "Processes keep dying, the last one was the first with status 1." in output
    assert "out of luck" in output.rpartition("ends with:")[2]


def test_a_data_folder_serves_one_tree_at_a_time(tree: Tree) -> None:
    tree.serve()
    second = tree.spawn(SLEEPS)
    output, _ = second.communicate(timeout=20)
    assert second.returncode == 1
    assert f"Another Sixfold (process {tree.process.pid}) is using {tree.folder}." in output
    assert len(tree.pids()) == 2
