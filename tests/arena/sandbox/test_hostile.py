"""Every hostile bot at the table with a good one; the machine sees that nobody is harmed."""

import json
import platform
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arena.conversation import Conversation
from arena.player import Ending, Forfeit
from arena.printed import CUT
from tests.arena.sandbox.cases import CASES, refused
from tests.arena.sandbox.machine import LIMITS, Duel, Machine, running
from tests.arena.sandbox.table import HOSTILE
from tests.arena.sandbox.workers import another_worker, is_running

BOTS = Path(__file__).with_name("hostile")
ELSEWHERE = {"symlink_in_upload", "ponder", "no_read_stdin", "close_stdin"}
"""Bots with a test of their own below."""


def bot(name: str) -> dict[str, bytes]:
    return {"main.py": (BOTS / f"{name}.py").read_bytes()}


@pytest.mark.parametrize(
    "name", [name for name, case in CASES.items() if platform.machine() in case.machines]
)
def test_a_hostile_bot_harms_nobody(
    name: str, machine: Machine, record_property: Callable[[str, object], None]
) -> None:
    case = CASES[name].at(machine.launcher.tier)
    duel = machine.play(bot(name), case.limits)
    assert duel.seat.ending in case.endings, told(duel)
    assert re.search(case.said, duel.seat.detail), told(duel)
    if duel.finished or duel.reports:
        assert case.report(duel.reports[-1]), told(duel)
    record_property("ending", duel.seat.ending.value)


def test_every_hostile_bot_is_run() -> None:
    assert {path.stem for path in BOTS.glob("*.py")} == CASES.keys() | ELSEWHERE


def test_a_link_in_an_upload_leads_nowhere(machine: Machine) -> None:
    duel = machine.play(bot("symlink_in_upload"), link=Path(machine.baits["canary"]))
    assert refused(duel.reports[0]), told(duel)


def test_workers_of_one_user_keep_their_bots_apart(machine: Machine, cache: Path) -> None:
    with another_worker(machine.launcher.tier, cache) as pids:
        others = dict(zip(("victim", "opponent_pid"), map(int, pids), strict=True))
        duel = replace(machine, baits=machine.baits | others).play(bot("other_processes"))
        assert refused(duel.reports[0]), told(duel)
        assert all(is_running(pid) for pid in pids)


@pytest.mark.parametrize("name", ["no_read_stdin", "close_stdin"])
def test_who_answers_before_the_whole_question_is_out(name: str, machine: Machine) -> None:
    workplace = machine.launcher.workplace
    folder = workplace.stage(bot(name))
    more_than_a_pipe_holds = b"x" * (1 << 20) + b"\n"
    with running(machine.launcher, folder) as child:
        talk = Conversation(child, LIMITS)
        with pytest.raises(Forfeit) as verdict:
            talk.ask(more_than_a_pipe_holds, cpu_ms=2000, wall_ms=20_000, turn=0)
    workplace.clear(folder)
    assert verdict.value.ending is Ending.UNSOLICITED


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
    assert machine.play({"main.py": JOINING}).reports == [[0, 0]]


def test_thinking_on_the_opponents_time_is_stopped_and_charged(machine: Machine) -> None:
    duel = machine.play(bot("ponder"), pause=0.1)
    assert duel.finished, told(duel)
    # It tried all the time that the good bot took, and got next to nothing of it.
    assert duel.slipped_ms < 20 * len(duel.record.turns)
    assert duel.cpu_ms >= duel.slipped_ms


def test_an_answer_counts_though_the_bot_dies_right_after(machine: Machine) -> None:
    record = machine.play(bot("answer_and_die")).record
    mine = [turn for turn in record.turns if turn.seat == HOSTILE]
    assert [turn.move is not None for turn in mine] == [True, False]
    assert 0 <= mine[0].cpu_ms < LIMITS.bank_ms


def test_the_hash_of_a_text_is_the_same_in_every_match(machine: Machine) -> None:
    first, second = (machine.play(bot("surroundings")).reports[0]["hash"] for _ in range(2))
    assert first == second


def test_what_a_bot_prints_is_bounded_and_escaped(machine: Machine) -> None:
    duel = machine.play(bot("stderr_then_answer"))
    ((turn, text),) = duel.printed
    assert turn == 1
    assert text.startswith(CUT)
    assert "\\x1b[2J\\x00 the end\n" in text
    assert len(text) < LIMITS.log_bytes + 200


TRACEBACK = """Traceback (most recent call last):
  File "/bot/main.py", line 3, in <module>
    WEIGHTS = {"opening": 3}["endgame"]
              ~~~~~~~~~~~~~~^^^^^^^^^^^
KeyError: 'endgame'
"""


def test_the_author_reads_where_the_code_failed_and_nothing_of_ours(machine: Machine) -> None:
    duel = machine.play(bot("raise_at_import"))
    assert duel.seat.ending is Ending.EXITED
    assert duel.printed == [(-1, TRACEBACK)]


def test_a_file_that_is_no_python_is_the_bots_fault(machine: Machine) -> None:
    duel = machine.play({"main.py": b"def choose(:\n"})
    assert duel.seat.ending is Ending.EXITED
    ((_, text),) = duel.printed
    assert text.startswith('  File "/bot/main.py", line 1\n')
    assert text.endswith("SyntaxError: invalid syntax\n")


def told(duel: Duel) -> str:
    return f"{duel.seat}\n{json.dumps(duel.reports, indent=1)}\n{duel.printed}"
