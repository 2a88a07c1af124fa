"""Every hostile bot beside what must become of it; the machine sees that nobody is harmed."""

import json
import platform
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from arena.printed import CUT
from arena.sandbox import Tier
from tests.arena.sandbox.attempts import DONE
from tests.arena.sandbox.conftest import LIMITS, Duel, Machine
from tests.arena.sandbox.workers import another_worker, is_running

HOSTILE = Path(__file__).with_name("hostile")


@dataclass(frozen=True)
class Case:
    """How a bot ends, what it may have answered, and how it is run.

    ``in_the_open`` says what is accepted instead where there are no namespaces (tier B).
    """

    ending: str | tuple[str, ...] = "ok"
    answer: Callable[[Any], bool] = lambda answer: True
    run: dict[str, Any] = field(default_factory=dict)
    machines: tuple[str, ...] = ("x86_64", "aarch64")
    in_the_open: "Case | None" = None

    def at(self, tier: Tier) -> "Case":
        """What is expected in a tier."""
        return self.in_the_open or self if tier is Tier.LANDLOCK else self


def refused(answer: dict[str, Any]) -> bool:
    """Every attempt ended in an error."""
    return bool(answer) and not [
        name for name, result in answer.items() if str(result).startswith(DONE)
    ]


def is_(expected: object) -> Callable[[Any], bool]:
    """That and nothing else."""
    return lambda answer: bool(answer == expected)


def all_errors(number: int) -> Callable[[Any], bool]:
    """Refused with one error number."""
    return lambda answer: all(result.endswith(f" {number}") for result in answer.values())


def but_for(*accepted: str) -> Callable[[dict[str, Any]], bool]:
    """Every attempt ended in an error, except perhaps those whose names begin like this."""
    return lambda answer: refused(
        {name: result for name, result in answer.items() if not name.startswith(accepted)}
    )


def no_other_bot(answer: dict[str, Any]) -> bool:
    """What a bot finds beside and above itself is what is in its own root."""
    return refused(answer) and set(answer["names"]) <= {
        "bin", "boot.pyc", "bot", "lib", "lib64", "site", "usr"
    }  # fmt: skip


def nothing_inherited(answer: dict[str, Any]) -> bool:
    """What a bot may see without namespaces: the user and the name of the host are real."""
    return (
        answer["descriptors"] == []
        and set(answer["environment"]) <= ENVIRONMENT
        and 0 not in answer["ids"]
        and answer["bin"] == ["python3"]
    )


def only_its_own_world(answer: dict[str, Any]) -> bool:
    """What a bot may see of its surroundings."""
    return (
        answer["descriptors"] == []
        and set(answer["environment"]) <= ENVIRONMENT
        and set(answer["ids"]) == {65534}
        and answer["pid"] == 1
        and answer["host"] == "bot"
        and answer["programs"] == []
        and answer["bin"] == ["python3"]
    )


ENVIRONMENT = {
    "PATH", "LANG", "PYTHONHASHSEED", "MALLOC_ARENA_MAX", "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS", "PWD", "LC_CTYPE",
}  # fmt: skip
SHORT = {"wall_ms": 1500}
HURRIED = {"cpu_ms": 400}
ENOSYS, ENOTTY = 38, 25

CASES = {
    # Processes and signals.
    "fork": Case(answer=refused),
    "fork_bomb": Case(answer=is_(0)),
    "thread_bomb": Case(answer=is_(7), in_the_open=Case(answer=lambda started: started < 64)),
    "subprocess_sh": Case(answer=refused),
    "exec_self": Case(answer=refused, in_the_open=Case("exited")),
    "multiprocessing_pool": Case(answer=refused),
    "daemonize": Case(answer=refused),
    "other_processes": Case(answer=refused),
    "kill_minus1": Case(answer=refused),
    # The first process of a namespace does not get a SIGSTOP from inside.
    "sigstop_self": Case(answer=is_("went on"), in_the_open=Case("wall time", run=SHORT)),
    "ignore_signals": Case("cpu time", run=HURRIED),
    "raise_priority": Case(answer=refused),
    # Files.
    "read_outside": Case(answer=refused, in_the_open=Case(answer=but_for("stat_"))),
    "proc": Case(answer=refused),
    "write_anywhere": Case(answer=refused),
    "neighbours": Case(answer=no_other_bot),
    "dev_nodes": Case(answer=refused),
    "mount": Case(answer=refused),
    # Network, and communication between processes.
    "network": Case(answer=refused),
    "ipc": Case(answer=refused),
    # Kernel surface, identity, leaks.
    "namespaces": Case(answer=refused),
    "clone3": Case(answer=all_errors(ENOSYS)),
    "kernel_surface": Case(answer=refused),
    "x32": Case("exited", machines=("x86_64",)),
    "int80": Case("exited", machines=("x86_64",)),
    "loosen_filter": Case(answer=refused),
    "terminal": Case(answer=all_errors(ENOTTY)),
    "surroundings": Case(answer=only_its_own_world, in_the_open=Case(answer=nothing_inherited)),
    # Channels between bots that do not see each other.
    "shared_futex": Case(answer=refused),
    "foreign_clocks": Case(answer=refused),
    "page_cache": Case(answer=refused),
    "marks_in_metadata": Case(answer=is_([4, True])),
    "host_load": Case(answer=refused),
    # Memory, CPU time, descriptors.
    "mem_4g": Case(answer=is_({"memory": "MemoryError"})),
    "mem_slow": Case(answer=lambda megabytes: megabytes < 560, run={"cpu_ms": 6000}),
    "mem_shared": Case(answer=lambda megabytes: megabytes <= 560, run={"cpu_ms": 8000}),
    "cpu_loop": Case("cpu time", run=HURRIED),
    "cpu_c_loop": Case("cpu time", run=HURRIED),
    "multi_thread_cpu": Case("cpu time", run=HURRIED),
    "leader_exits": Case("cpu time", run=HURRIED),
    "thread_churn": Case("cpu time", run=HURRIED),
    "sleep_forever": Case("wall time", run=SHORT),
    "fd_exhaust": Case(answer=is_(29)),
    "recursion": Case(("exited", "cpu time"), run={"cpu_ms": 6000}),
    # Protocol, output, dying.
    "stdout_flood_line": Case("line too long"),
    "stdout_flood_lines": Case("unsolicited output"),
    "stderr_flood": Case("stderr limit"),
    "stderr_then_answer": Case(answer=is_("here")),
    "no_read_stdin": Case("unsolicited output", run={"padding": 1 << 20}),
    "close_stdin": Case("unsolicited output", run={"padding": 1 << 20}),
    "slowloris": Case("wall time", run=SHORT),
    "late_line": Case("unsolicited output", run={"requests": 4}),
    "close_stdout": Case(("wall time", "exited"), run=SHORT),
    "bad_utf8": Case(answer=is_(b'"\xff\xfe\0"\n')),
    "exit0": Case("exited"),
    "exit_at_import": Case("exited"),
    "exit_137": Case("exited"),
    "raise_at_import": Case("exited"),
    "segfault": Case("exited"),
    "abort": Case("exited"),
}

ELSEWHERE = {"symlink_in_upload", "ponder", "answer_and_die"}
"""Bots with a test of their own below."""


TRACEBACK = """Traceback (most recent call last):
  File "/bot/main.py", line 3, in <module>
    WEIGHTS = {"opening": 3}["endgame"]
              ~~~~~~~~~~~~~~^^^^^^^^^^^
KeyError: 'endgame'
"""

SENTENCES = {
    "exit0": "Its process ended without an answer, with exit status 0.",
    "segfault": "Its process ended without an answer, by signal SIGSEGV.",
    "stdout_flood_line": "Its answer was longer than 4,096 bytes.",
    "stderr_flood": "It printed more than 8,388,608 bytes in one match.",
}


def bot(name: str) -> dict[str, bytes]:
    return {"main.py": (HOSTILE / f"{name}.py").read_bytes()}


@pytest.mark.parametrize(
    "name", [name for name, case in CASES.items() if platform.machine() in case.machines]
)
def test_a_hostile_bot_harms_nobody(name: str, machine: Machine) -> None:
    case = CASES[name].at(machine.launcher.tier)
    duel = machine.run(bot(name), **case.run)
    endings = (case.ending,) if isinstance(case.ending, str) else case.ending
    assert duel.ending in endings, _told(duel)
    if duel.ending == "ok":
        assert case.answer(duel.answers[-1]), _told(duel)


def test_a_link_in_an_upload_leads_nowhere(machine: Machine) -> None:
    duel = machine.run(bot("symlink_in_upload"), link=Path(machine.baits["canary"]))
    assert refused(duel.answers[0]), duel.answers


def test_workers_of_one_user_keep_their_bots_apart(machine: Machine, cache: Path) -> None:
    tier = machine.launcher.tier
    with another_worker(tier, cache) as pids:
        others = dict(zip(("victim", "opponent_pid"), map(int, pids), strict=True))
        duel = replace(machine, baits=machine.baits | others).run(bot("other_processes"))
        assert refused(duel.answers[0]), duel.answers
        assert all(is_running(pid) for pid in pids)


JOINING = b"""
import ctypes
from tests.arena.sandbox.attempts import LIBC, answer, told

told()
thread = ctypes.c_ulong()
started = LIBC.pthread_create(ctypes.byref(thread), None, LIBC.usleep, ctypes.c_void_p(100_000))
answer([started, LIBC.pthread_join(thread, None)])
"""


def test_a_bot_may_wait_for_its_own_threads(machine: Machine) -> None:
    # The C library waits with the one kind of lock that others could share.
    assert machine.run({"main.py": JOINING}).answers == [[0, 0]]


def test_thinking_on_the_opponents_time_is_stopped_and_charged(machine: Machine) -> None:
    duel = machine.run(bot("ponder"), requests=3, pause=0.3)
    assert duel.answers == ["thinking", "still thinking", "still thinking"]
    assert duel.slipped_ms < 50
    assert sum(duel.cpu_ms) >= duel.slipped_ms


def test_an_answer_counts_though_the_bot_dies_right_after(machine: Machine) -> None:
    duel = machine.run(bot("answer_and_die"), requests=2)
    assert duel.answers == ["farewell"]
    assert 0 <= duel.cpu_ms[0] < 2000
    assert duel.ending == "exited"


def test_the_hash_of_a_text_is_the_same_in_every_match(machine: Machine) -> None:
    first, second = (machine.run(bot("surroundings")).answers[0]["hash"] for _ in range(2))
    assert first == second


def test_what_a_bot_prints_is_bounded_and_escaped(machine: Machine) -> None:
    duel = machine.run(bot("stderr_then_answer"))
    ((turn, text),) = duel.printed
    assert turn == 0
    assert text.startswith(CUT)
    assert text.endswith("\\x1b[2J\\x00 the end\n")
    assert len(text) < LIMITS.log_bytes + 200


def test_the_author_reads_where_the_code_failed_and_nothing_of_ours(machine: Machine) -> None:
    duel = machine.run(bot("raise_at_import"))
    assert duel.ending == "exited"
    assert duel.printed == [(0, TRACEBACK)]


def test_a_file_that_is_no_python_is_the_bots_fault(machine: Machine) -> None:
    duel = machine.run({"main.py": b"def choose(:\n"})
    assert duel.ending == "exited"
    ((_, text),) = duel.printed
    assert text.startswith('  File "/bot/main.py", line 1\n')
    assert text.endswith("SyntaxError: invalid syntax\n")


def test_every_verdict_is_a_sentence_for_the_author(machine: Machine) -> None:
    said = {name: machine.run(bot(name), **CASES[name].run).verdict for name in SENTENCES}
    assert {name: verdict and verdict.detail for name, verdict in said.items()} == SENTENCES


def test_every_hostile_bot_is_run() -> None:
    assert {path.stem for path in HOSTILE.glob("*.py")} == CASES.keys() | ELSEWHERE


def _told(duel: Duel) -> str:
    return f"{duel.verdict or json.dumps(duel.answers, indent=1, default=repr)}\n{duel.printed}"
