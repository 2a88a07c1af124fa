"""``sixfold debug``: one's own bot on a recorded position."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from arena import referee, sandbox
from arena.record import Record, dumps, frames
from arena.sandbox import SandboxUnavailable
from bots_sdk import archives, samples
from bots_sdk.cli import app

DICER = """
def setup(game):
    print("I am seat", game.me)

def choose(game):
    print("turn", game.turn)
    return game.rng.choice(game.legal_moves())
"""


@pytest.fixture(scope="module")
def record() -> Record:
    """A game of the sample greedy, at seat 0, and the bot above."""
    launcher = sandbox.plain()
    with (
        launcher.player(samples.files("greedy")) as greedy,
        launcher.player({"dicer.py": DICER.encode()}) as dicer,
    ):
        return referee.play(
            [greedy, dicer], referee.Deal(b"debug" + bytes(27), ("house/greedy", "me/dicer"))
        )


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, record: Record, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The author's folder, with the game and the bot, on a machine without a sandbox."""

    def refuse(cache: Path, **options: object) -> None:
        raise SandboxUnavailable("This machine has no namespaces.")

    monkeypatch.setattr(sandbox, "find", refuse)
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_bytes(dumps(record))
    Path("dicer.py").write_text(DICER)
    return tmp_path


@pytest.fixture
def turn(record: Record) -> int:
    """A turn of the bot in the middle of the game."""
    return [number for number, turn in enumerate(record.turns) if turn.seat == 1][10]


def debug(*arguments: object) -> Result:
    words = ["debug", "game.json", *map(str, arguments)]
    result = CliRunner().invoke(app, words, env={"COLUMNS": "200"})
    assert "Traceback" not in result.stderr
    return result


def test_a_bot_repeats_its_recorded_move(record: Record, turn: int) -> None:
    result = debug("--turn", turn, "--bot", "dicer.py", "--ascii")
    assert result.exit_code == 0
    move = record.turns[turn].move
    assert f"turn {turn} of {len(record.turns)}" in result.stdout
    assert f"answer  plays {move}" in result.stdout
    assert "ms of CPU time" in result.stdout
    assert "✔ This is the recorded move." in result.stdout
    assert "did not repeat" not in result.stdout
    assert [line.split() for line in result.stdout.splitlines() if "log" in line] == [
        ["log", "turn", str(turn)]
    ]


def test_a_bot_that_fails_before_is_told_where(record: Record, turn: int) -> None:
    first = next(number for number, one in enumerate(record.turns) if one.seat == 1)
    Path("dicer.py").write_text("def choose(game):\n    print('hello')\n    exit(3)\n")
    result = debug("--turn", turn, "--bot", "dicer.py")
    assert result.exit_code == 1
    assert f"It failed at turn {first} already: exited." in result.stdout
    assert result.stdout.count("hello") == 1


def test_a_changed_bot_differs_and_is_told_where(record: Record, turn: int) -> None:
    Path("dicer.py").write_text(DICER.replace("rng.choice(game.legal_moves())", "legal_moves()[0]"))
    result = debug("--turn", turn, "--bot", "dicer.py")
    assert result.exit_code == 0
    assert "The record has another move: it plays" in result.stdout
    assert "of the 10 recorded moves before" in result.stdout


def test_the_sample_that_played_needs_no_name(record: Record, turn: int) -> None:
    result = debug("--turn", turn + 1)
    assert result.exit_code == 0, result.stderr
    assert "greedy is asked for house/greedy" in result.stdout
    assert "✔ This is the recorded move." in result.stdout


def test_the_answer_is_json_on_request(record: Record, turn: int) -> None:
    result = debug("--turn", turn, "--bot", "dicer.py", "--json")
    data: dict[str, Any] = json.loads(result.stdout)
    assert data["answer"] == data["recorded"] == str(record.turns[turn].move)
    assert data["repeats"] is True
    assert (data["seat"], data["turn"], data["earlier"], data["differs"]) == (1, turn, 10, [])
    assert data["log"][0] == {"turn": -1, "text": "I am seat 1\n"}
    assert data["log"][-1] == {"turn": turn, "text": f"turn {turn}\n"}
    assert data["ending"] is None


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def choose(game):\n    return game.hand[99]\n", "IndexError"),
        ("def choose(game:\n", "SyntaxError"),
        ("def choose(game):\n    return game.trade(game.unseen())\n", "illegal move"),
    ],
)
def test_a_failure_shows_its_traceback_and_ends_with_1(turn: int, source: str, words: str) -> None:
    Path("dicer.py").write_text(source)
    result = debug("--turn", turn, "--bot", "dicer.py")
    assert result.exit_code == 1
    assert words in result.stdout
    assert "✖" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--turn", "999", "--bot", "dicer.py"], "ask for a turn from 0 to"),
        (["--turn", "TURN"], "me/dicer was on move; say with --bot in which file it is"),
        (["--turn", "0", "--bot", "nobody.py"], "nobody.py is neither a file"),
        (["--turn", "0", "--bot", "greedy", "--pdb", "--json"], "choose one of them"),
        (["--turn", "0", "--bot", "bot.zip", "--pdb"], "Unpack bot.zip first"),
        (["--turn", "0", "--bot", "main.py", "--pdb"], "speaks the protocol by itself"),
        (["--bot", "greedy"], "--turn"),
    ],
)
def test_a_mistake_gets_a_sentence_and_exit_status_2(
    turn: int, arguments: list[str], words: str
) -> None:
    Path("bot.zip").write_bytes(archives.pack({"bot.py": DICER.encode()}))
    Path("main.py").write_text(DICER)
    result = debug(*(str(turn) if word == "TURN" else word for word in arguments))
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())


Done = subprocess.CompletedProcess[str]


def under_pdb(turn: int, commands: str, bot: str = "dicer.py") -> Done:
    arguments = ["debug", "game.json", "--pdb", "--turn", str(turn), "--bot", bot]
    return subprocess.run(
        [sys.executable, "-m", "bots_sdk", *arguments],
        input=commands,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_debugger_stops_at_choose_with_the_position(record: Record, turn: int) -> None:
    done = under_pdb(turn, "p game.turn, game.hand\nc\n")
    assert done.returncode == 0, done.stderr
    assert "dicer.py(5)choose()" in done.stdout
    hand = list(frames(record))[turn].before.hands[1]
    assert str((turn, hand)) in done.stdout
    assert "✔ This is the recorded move." in done.stdout


def test_the_debugger_shows_where_a_bot_fails(turn: int) -> None:
    Path("mine").mkdir()
    Path("mine/bot.py").write_text("from best import choose\n")
    Path("mine/best.py").write_text(
        f"def choose(game):\n    if game.turn == {turn}:\n        game.hand[99]\n"
        "    return game.legal_moves()[0]\n"
    )
    done = under_pdb(turn, "c\np 6 * 7, game.turn\nq\n", bot="mine")
    assert done.returncode == 1
    assert f"(42, {turn})" in done.stdout
    assert "It raised IndexError" in done.stdout
    assert "best.py" in done.stderr


def test_leaving_the_debugger_is_no_failure(turn: int) -> None:
    done = under_pdb(turn, "q\n")
    assert done.returncode == 0
    assert "You left the debugger" in done.stderr
    assert "Traceback" not in done.stderr


def test_play_says_how_to_look_into_its_games() -> None:
    Path("my bot.py").write_text(DICER)
    arguments = ["play", "my bot.py", "greedy", "--games=2", "--jobs=1", "--seed=1"]
    kept = CliRunner().invoke(app, [*arguments, "--save", "my runs"], env={"COLUMNS": "200"})
    commands = [shlex.split(line) for line in re.findall("(sixfold .*)", kept.stdout)]
    assert [command[:2] for command in commands] == [["sixfold", "replay"], ["sixfold", "debug"]]
    for _, *command in commands:
        assert CliRunner().invoke(app, command).exit_code == 0
    assert "sixfold" not in CliRunner().invoke(app, arguments).stdout
