"""Bots in processes of their own, as players of real matches."""

import errno
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from arena import conversation
from arena.game import deal
from arena.limits import Limits
from arena.player import Ending, Forfeit, Greeting, InfrastructureFailure
from arena.process import BotProcess
from arena.referee import Deal, play
from arena.ruleset import CLASSIC
from arena.sandbox import Launcher, Tier, entry, exactly, workplace
from tests.arena.sandbox.conftest import tiers_here

LIMITS = Limits()
GREETING = Greeting(CLASSIC, players=2, me=0, rng_seed="00", limits=LIMITS)
SEED = b"thirty-two bytes make one match."

GREEDY = b"""
from bots_sdk import Bot

class Greedy(Bot):
    def choose(self, game):
        print("turn", game.turn)
        return max(game.legal_moves(), key=lambda move: move.points)
"""

READY = '{"type": "ready"}'


@pytest.fixture(scope="module", params=[*tiers_here(), Tier.PLAIN])
def launcher(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Launcher:
    return exactly(request.param, tmp_path_factory.mktemp("sandbox"))


@pytest.fixture
def greedy(launcher: Launcher) -> Iterator[BotProcess]:
    with launcher.player({"bot.py": GREEDY}, "greedy") as bot:
        yield bot


def speaking(*answers: str) -> Mapping[str, bytes]:
    """A bot that speaks the protocol itself, and says these lines one after another."""
    text = f"""
import sys
for answer in {answers!r}:
    sys.stdin.readline()
    print(answer, flush=True)
sys.stdin.readline()
"""
    return {"main.py": text.encode()}


def forfeit_of(bot: BotProcess) -> Forfeit:
    """Start the bot, ask it for its first move, and catch its verdict."""
    try:
        bot.start(GREETING)
        answer = bot.choose(deal(SEED, 2).view(0))
    except Forfeit as verdict:
        return verdict
    raise AssertionError(f"it answered {answer}")


def test_a_match_is_played_to_its_end(launcher: Launcher, greedy: BotProcess) -> None:
    with launcher.player({"other.py": GREEDY}) as other:
        record = play([greedy, other], Deal(SEED, ("greedy", "other")))
        log = other.log
    assert {seat.ending for seat in record.seats} == {Ending.FINISHED}
    assert all(turn.cpu_ms > 0 and turn.wall_ms > 0 for turn in record.turns)
    # print() went to the log, each line under its own turn.
    assert log
    assert all(text == f"turn {turn}\n" for turn, text in log)


def test_a_bot_that_fails_in_a_match_forfeits_and_says_where(
    launcher: Launcher, greedy: BotProcess
) -> None:
    broken = b"def choose(game):\n    return game.hand[99]\n"
    with launcher.player({"bot.py": broken}) as bot:
        record = play([bot, greedy], Deal(SEED, ("broken", "greedy")))
        log = bot.log
    assert [seat.ending for seat in record.seats] == [Ending.EXITED, Ending.FINISHED]
    text = "".join(text for _, text in log)
    assert 'bot.py", line 2, in choose' in text
    assert "IndexError" in text


INSPECTING = b"""
import inspect
from dataclasses import dataclass
from inspect import signature

@dataclass
class Plan:
    moves: int

def choose(game):
    print(Plan.__doc__, signature(choose), inspect.isfunction(choose))
    return game.legal_moves()[0]
"""


def test_what_a_start_puts_off_is_there_for_a_bot_that_wants_it(launcher: Launcher) -> None:
    with launcher.player({"bot.py": INSPECTING}) as bot:
        bot.start(GREETING)
        bot.choose(deal(SEED, 2).view(0))
        assert bot.log == [(0, "Plan(moves: int) (game) True\n")]


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (["[]"], "must be a JSON object"),
        (["ready"], "is not JSON"),
        ([READY, '{"move": 3}'], '"move" text'),
        ([READY, '{"move": "Rc@0"}'], "Rc@0"),
        ([READY, "[" * 4000], "is not JSON"),
        ([READY, '{"move": "\\ud800\\u0000\\u001b[2J"}'], "is not a tile"),
        ([READY, '{"move": 1e999}'], '"move" text'),
        ([READY, f'{{"move": {"9" * 4050}}}'], '"move" text'),
    ],
)
def test_what_is_no_answer_forfeits(launcher: Launcher, answers: list[str], said: str) -> None:
    with launcher.player(speaking(*answers)) as bot:
        verdict = forfeit_of(bot)
    assert verdict.ending == Ending.MALFORMED
    assert said in verdict.detail
    # Whatever it was, a database and a terminal can take it.
    assert verdict.detail.encode().decode().isprintable()


def test_a_start_that_takes_too_long_forfeits(launcher: Launcher) -> None:
    limits = Limits(start_cpu_ms=100)
    greeting = Greeting(CLASSIC, players=2, me=0, rng_seed="00", limits=limits)
    with (
        launcher.player({"bot.py": b"while True: pass\n"}) as bot,
        pytest.raises(Forfeit) as forfeit,
    ):
        bot.start(greeting)
    assert forfeit.value.ending == Ending.CPU_TIME
    assert forfeit.value.cpu_ms > 100
    assert "where 0.10 s were left" in forfeit.value.detail


def test_a_machine_that_stood_still_costs_no_bot_its_match(
    launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Frozen:
        """Clocks that lose an hour between two looks."""

        calls = 0

        def monotonic(self) -> float:
            self.calls += 1
            return time.monotonic() + (3600 if self.calls > 3 else 0)

    slow = (
        b"import time\ndef choose(game):\n    time.sleep(0.3)\n    return game.legal_moves()[0]\n"
    )
    with launcher.player({"bot.py": slow}) as bot:
        bot.start(GREETING)
        clock = Frozen()
        monkeypatch.setattr(conversation, "time", clock)
        answer = bot.choose(deal(SEED, 2).view(0))
    assert clock.calls > 3
    assert answer.wall_ms > 3_600_000


@pytest.mark.parametrize(("does", "sleeps"), [("time.sleep(0.1)", True), ("pass", False)])
def test_who_computes_does_not_sleep(does: str, sleeps: bool, launcher: Launcher) -> None:
    program = f"import os, time\nos.write(2, b'.')\nwhile True: {does}\n"
    folder = launcher.workplace.stage({"main.py": program.encode()})
    child = launcher.start(folder, "main.py", LIMITS)
    assert child.popen.stderr
    child.popen.stderr.read(1)
    seen = []
    for _ in range(5):
        time.sleep(0.02)
        seen.append(child.sleeps())
    child.close()
    launcher.workplace.clear(folder)
    assert (sum(seen) > 2) is sleeps, seen


def test_no_room_for_a_bots_files_is_the_machines_fault(
    launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(path: Path, content: bytes) -> None:
        if path.name == "last.py":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(workplace, "_write", write)
    with (
        pytest.raises(InfrastructureFailure, match=r"files of mine could not .* No space left"),
        launcher.player({"bot.py": GREEDY, "last.py": b""}, "mine"),
    ):
        pass
    assert not list(launcher.workplace.folder.iterdir())


def test_nothing_of_a_bot_stays(launcher: Launcher) -> None:
    with launcher.player(speaking(READY)) as bot:
        bot.start(GREETING)
        assert list(launcher.workplace.folder.iterdir())
    assert not list(launcher.workplace.folder.iterdir())


def test_a_bot_is_started_before_it_is_asked(launcher: Launcher) -> None:
    with launcher.player(speaking(READY)) as bot, pytest.raises(RuntimeError, match="started"):
        bot.choose(deal(SEED, 2).view(0))


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (["main.py", "bot.py", "other.py"], "main.py"),
        (["bot.py", "other.py"], "bot.py"),
        (["mine.py", "data/x.py", "readme.txt"], "mine.py"),
    ],
)
def test_the_file_to_run_is_found(names: list[str], chosen: str) -> None:
    assert entry(dict.fromkeys(names, b"")) == chosen


@pytest.mark.parametrize(
    ("names", "said"), [(["a.txt", "b/c.py"], "no Python file"), (["a.py", "b.py"], "a.py, b.py")]
)
def test_an_upload_without_a_bot_says_what_to_do(names: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        entry(dict.fromkeys(names, b""))


def test_a_file_outside_the_upload_is_refused(launcher: Launcher, tmp_path: Path) -> None:
    for name in ("../x.py", str(tmp_path / "x.py")):
        with pytest.raises(ValueError, match=r"no name of a file"):
            launcher.workplace.stage({name: b""})
