import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module, metadata
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from arena import sandbox
from arena.record import frames, loads
from arena.sandbox import SandboxUnavailable
from bots_sdk import comparison, series
from bots_sdk.cli import app, terminal
from bots_sdk.cli.new import Template
from bots_sdk.cli.report import DASH
from bots_sdk.series import Played

CRASHING = "def choose(game):\n    print('my last words')\n    return game.hand[99]\n"


@pytest.fixture(autouse=True)
def folder(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The author's working folder; the sandbox is staged once for all tests."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(cache: Path, **options: object) -> None:
        raise SandboxUnavailable("This machine has no namespaces.")

    monkeypatch.setattr(sandbox, "find", refuse)


def sixfold(*arguments: str, text: str | None = None) -> Result:
    result = CliRunner().invoke(app, arguments, input=text, env={"COLUMNS": "200"})
    assert "Traceback" not in result.stderr
    return result


def ended(result: Result) -> tuple[int, str]:
    """The exit status and what an author reads."""
    return result.exit_code, " ".join(result.stderr.split())


def test_a_new_bot_plays_and_passes_its_check(folder: Path) -> None:
    assert sixfold("new", "mybot").exit_code == 0
    assert sorted(path.name for path in (folder / "mybot").iterdir()) == ["README.md", "bot.py"]
    assert "# mybot" in (folder / "mybot" / "README.md").read_text("utf-8")
    played = sixfold("play", "mybot", "random", "--games", "2", "--jobs", "1", "--seed", "1")
    assert played.exit_code == 0, played.stderr
    assert "win % (95 %)" in played.stdout
    assert "mybot" in played.stdout
    checked = sixfold("check", "mybot")
    assert checked.exit_code == 0, checked.stdout
    assert checked.stdout.count("✔") == 4


@pytest.mark.parametrize("template", Template)
def test_every_template_is_a_bot(folder: Path, template: str) -> None:
    assert sixfold("new", "mybot", "--template", template).exit_code == 0
    assert "(Bot):" in (folder / "mybot" / "bot.py").read_text("utf-8")


def test_new_overwrites_nothing(folder: Path) -> None:
    (folder / "mybot").mkdir()
    (folder / "mybot" / "bot.py").write_text("mine")
    status, message = ended(sixfold("new", "mybot"))
    assert status == 2
    assert "exists already" in message
    assert (folder / "mybot" / "bot.py").read_text() == "mine"


def test_a_new_bot_may_be_one_file(folder: Path) -> None:
    result = sixfold("new", "bots/mybot.py")
    assert [path.name for path in (folder / "bots").iterdir()] == ["mybot.py"]
    assert "sixfold play bots/mybot.py greedy" in result.stdout


@pytest.mark.parametrize("name", ["my bot", "it's [bold]", "my bot.py"])
def test_what_new_says_to_do_next_can_be_pasted(folder: Path, name: str) -> None:
    result = sixfold("new", name)
    play, check = (shlex.split(line) for line in result.stdout.splitlines()[1:])
    assert play == ["sixfold", "play", name, "greedy"]
    assert check == ["sixfold", "check", name]
    checked = sixfold(*check[1:])
    assert checked.exit_code == 0, checked.stdout


def test_a_new_bot_does_not_hide_a_sample() -> None:
    status, message = ended(sixfold("new", "greedy"))
    assert status == 2
    assert "greedy is a sample" in message


def test_results_are_json_on_request(no_sandbox: None) -> None:
    result = sixfold("play", "greedy", "random", "--games=2", "--jobs=1", "--seed=1", "--json")
    data: dict[str, Any] = json.loads(result.stdout)
    assert data["seed"] == 1
    assert data["games"] == 2
    assert data["sandbox"] == "plain"
    assert data["verdict"] in ("stronger", "weaker", "not decided")
    greedy, random = data["bots"]
    assert greedy["name"] == "greedy"
    assert greedy["won"] + greedy["drawn"] + greedy["lost"] == 2
    assert greedy["share"] + random["share"] == 1
    assert greedy["margin"] == -random["margin"]
    assert greedy["errors"] == []


def test_without_a_sandbox_one_line_warns(no_sandbox: None) -> None:
    result = sixfold("play", "greedy", "random", "--games=2", "--jobs=1")
    assert result.exit_code == 0
    (line,) = result.stderr.splitlines()
    assert "your own bots only" in line
    assert "This machine has no namespaces." in line


def test_saved_records_replay(folder: Path, no_sandbox: None) -> None:
    sixfold("play", "greedy", "random", "--games=2", "--jobs=1", "--save", "runs/1")
    records = sorted((folder / "runs" / "1").iterdir())
    assert [path.name for path in records] == ["1.json", "2.json"]
    for path in records:
        record = loads(path.read_bytes())
        assert {seat.name for seat in record.seats} == {"greedy", "random"}
        assert list(frames(record))


def test_records_of_an_earlier_series_are_not_overwritten(folder: Path, no_sandbox: None) -> None:
    (folder / "runs").mkdir()
    (folder / "runs" / "1.json").write_text("{}")
    status, message = ended(sixfold("play", "greedy", "random", "--save", "runs"))
    assert status == 2
    assert "runs is not empty" in message


def test_a_crashing_bot_shows_its_last_words_and_fails_the_command(
    folder: Path, no_sandbox: None
) -> None:
    (folder / "mine.py").write_text(CRASHING)
    result = CliRunner().invoke(app, ["play", "mine.py", "greedy", "--games=2", "--jobs=1"])
    assert result.exit_code == 1
    assert "mine failed in 2 games" in result.stdout
    assert "exited" in result.stdout
    assert "my last words" in result.stderr
    assert "return game.hand[99]" in result.stderr
    assert "IndexError" in result.stderr


def test_a_bot_that_fails_in_every_game_has_no_strength_to_measure(
    folder: Path, no_sandbox: None
) -> None:
    (folder / "mine.py").write_text(CRASHING)
    result = CliRunner().invoke(app, ["play", "mine.py", "greedy", "--games=1", "--jobs=1"])
    assert "NOTHING MEASURED: mine failed in every game." in " ".join(result.stdout.split())
    # Whole pairs are played, which is said; and the traceback leads to the author's own file.
    assert "2 games instead of 1" in result.stderr
    assert 'File "mine.py", line 3' in result.stderr


def test_the_end_of_every_game_is_drawn_on_request(no_sandbox: None) -> None:
    played = ("play", "greedy", "random", "--games=2", "--jobs=1", "--seed=1", "--show")
    result = sixfold(*played)
    assert [line for line in result.stdout.splitlines() if line.startswith("game ")] == [
        "game 1",
        "game 2",
    ]
    assert result.stdout.count("The bag is empty") == 2
    status, message = ended(sixfold(*played, "--json"))
    assert status == 2
    assert "choose one of them" in message


def test_a_narrow_terminal_gets_fewer_columns(
    no_sandbox: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal.out, "width", 40)
    result = sixfold("play", "greedy", "random", "--games=2", "--jobs=1", "--seed=1")
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["bot", "won", "win", "%", "(95", "%)", "errors"]
    assert lines[1].split() == ["greedy", "2", "100.0", f"34.2{DASH}100.0", "0"]


def test_the_version_is_that_of_the_distribution() -> None:
    assert sixfold("--version").stdout.split() == ["sixfold", metadata.version("sixfold")]


def test_the_documentation_is_read_in_the_terminal() -> None:
    assert "legal_moves()" in sixfold("docs").stdout
    assert "Operation not permitted" in sixfold("docs", "sandbox").stdout
    status, message = ended(sixfold("docs", "rules"))
    assert status == 2
    assert "there are reference, strategy, sandbox, protocol" in message


def test_a_copy_of_a_folder_keeps_its_own_name(folder: Path, no_sandbox: None) -> None:
    for version in ("mybot", "mybot.old"):
        sixfold("new", version)
    result = sixfold("compare", "mybot.old", "mybot", "--pairs=1", "--jobs=1", "--json")
    data = json.loads(result.stdout)
    assert (data["old"], data["new"]) == ("mybot.old", "mybot")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison that may decide at once."""
    monkeypatch.setattr(comparison, "FIRST", 1)
    monkeypatch.setattr(comparison, "EVERY", 1)


def test_a_better_version_is_found_stronger(no_sandbox: None, hasty: None) -> None:
    result = sixfold("compare", "random", "greedy", "--elo1=800", "--jobs=1", "--seed=1")
    assert result.exit_code == 0, result.stderr
    assert "✔ STRONGER than random" in result.stdout
    assert "5 pairs, seats swapped, seed 1" in result.stdout
    assert "logistic [0, 800] Elo: LLR +3." in result.stdout


def test_a_worse_version_is_found_not_stronger(no_sandbox: None, hasty: None) -> None:
    arguments = ["compare", "greedy", "random", "--elo1=800", "--jobs=1", "--json"]
    data: dict[str, Any] = json.loads(sixfold(*arguments).stdout)
    assert data["decision"] == "rejected"
    assert (data["old"], data["new"]) == ("greedy", "random")
    assert data["llr"] <= data["bounds"][0]
    assert data["errors"] == [0, 0]


def test_a_comparison_that_ran_out_of_pairs_says_so(no_sandbox: None) -> None:
    result = sixfold("compare", "random", "greedy", "--pairs=1", "--jobs=1")
    assert result.exit_code == 0
    assert "NOT DECIDED" in result.stdout


def test_a_tournament_ranks_the_field(folder: Path, no_sandbox: None) -> None:
    (folder / "mine.py").write_text(CRASHING)
    table = ["random", "greedy", "mine.py"]
    options = ["--games=2", "--jobs=1", "--seed=1", "--save=runs"]
    result = CliRunner().invoke(app, ["tournament", *table, *options], env={"COLUMNS": "200"})
    assert result.exit_code == 1
    rows = [line.split()[:2] for line in result.stdout.splitlines()[1:4]]
    assert rows == [["1", "greedy"], ["2", "random"], ["3", "mine"]]
    assert "100.0" in result.stdout
    assert "mine failed in 4 games" in result.stdout
    assert len(list((folder / "runs").iterdir())) == 6


def test_a_tournament_is_json_on_request(no_sandbox: None) -> None:
    result = sixfold("tournament", "random", "greedy", "--games=2", "--jobs=1", "--json")
    first, second = json.loads(result.stdout)["bots"]
    assert (first["name"], second["name"]) == ("greedy", "random")
    assert first["elo"] == -second["elo"] > 0
    assert first["points_from"] == {"random": 2, "greedy": 0}


def test_two_versions_of_one_name_are_told_apart(folder: Path, no_sandbox: None) -> None:
    for version in ("old", "new"):
        sixfold("new", f"{version}/mybot")
    result = sixfold("play", "new/mybot", "old/mybot", "--games=2", "--jobs=1")
    assert "mybot (2)" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "greedy", "gredy"], "the samples are random, greedy, careful, expectation,"),
        (["play", "greedy", "mybot.py"], "mybot.py is neither a file"),
        (["play", "my bot"], "needs an opponent, for example greedy: sixfold play 'my bot' greedy"),
        (["play", *["greedy"] * 5], "2 to 4 bots, not 5"),
        (["play", "greedy", "random", "--rules", "chess"], "no rules called chess"),
        (["play", "greedy", "empty.py"], "empty.py: The upload is empty"),
        (["play", "greedy", "notes.txt"], "Upload a Python file"),
        (["play", "greedy", "nothing"], "The folder is empty"),
        (["play", "greedy", "text"], "no Python file at the top level"),
        (["play", "greedy", "full"], "more than 64 files"),
        (["tournament", "greedy"], "2 to 32 bots, not 1"),
        (["tournament", "greedy", "random", "--rules", "chess"], "no rules called chess"),
        (["compare", "greedy", "random", "--elo0", "20"], "The first Elo has to be the lower"),
        (["check", "missing.py"], "missing.py is neither a file"),
        (["judge", "missing.jsonl"], "missing.jsonl cannot be read"),
        (["new", "notes.txt/mybot"], "cannot be made"),
    ],
)
def test_a_mistake_gets_a_sentence_and_exit_status_2(
    folder: Path, arguments: list[str], words: str
) -> None:
    (folder / "empty.py").touch()
    (folder / "notes.txt").write_text("hello")
    (folder / "nothing").mkdir()
    (folder / "full").mkdir()
    for number in range(65):
        (folder / "full" / f"{number}.json").touch()
    (folder / "text").mkdir()
    (folder / "text" / "notes.txt").write_text("hello")
    status, message = ended(sixfold(*arguments))
    assert status == 2
    assert words in message


def test_a_folder_of_files_is_taken_without_what_is_hidden_or_compiled(
    folder: Path, no_sandbox: None
) -> None:
    (folder / "mybot" / ".git").mkdir(parents=True)
    (folder / "mybot" / "__pycache__").mkdir()
    (folder / "mybot" / "__pycache__" / "bot.pyc").write_bytes(b"\0")
    (folder / "mybot" / "best.py").write_text("def best(game): return game.legal_moves().best\n")
    (folder / "mybot" / "bot.py").write_text("from best import best as choose\n")
    result = sixfold("play", "mybot", "random", "--games=2", "--jobs=1")
    assert result.exit_code == 0, result.stdout


def test_a_failing_check_shows_the_step_and_the_traceback(folder: Path) -> None:
    (folder / "mine.py").write_text(CRASHING)
    result = sixfold("check", "mine.py")
    assert result.exit_code == 1
    assert "✖ plays two games" in result.stdout
    assert "return game.hand[99]" in result.stdout


def test_judge_reads_files_and_standard_input(folder: Path) -> None:
    line = '{"id": 7, "board": ["Rc@0,0"], "move": ["Rq@1,0"]}\n'
    (folder / "lines.jsonl").write_text(line)
    expected = {"id": 7, "legal": True, "score": 2, "reason": None}
    for result in (sixfold("judge", "lines.jsonl"), sixfold("judge", text=line)):
        assert result.exit_code == 0
        assert json.loads(result.stdout) == expected


def test_judge_answers_every_line_and_ends_with_1_where_one_was_bad() -> None:
    good = '{"id": 7, "hand": ["Rq"], "opening": true}'
    result = sixfold("judge", text=f"{good}\nnonsense\n\n{good}\n")
    assert result.exit_code == 1
    first, bad, last = map(json.loads, result.stdout.splitlines())
    assert first == last == {"id": 7, "size": 1}
    assert "error" in bad


def test_the_help_of_judge_shows_questions_with_their_answers() -> None:
    lines = [line.strip() for line in sixfold("judge", "--help").stdout.splitlines()]
    shown = [line for line in lines if line.startswith("{")]
    assert len(shown) == 6
    for question, answer in zip(shown[::2], shown[1::2], strict=True):
        (given,) = sixfold("judge", text=question).stdout.splitlines()
        assert given.startswith(answer.removesuffix("...]}"))


def test_a_terminal_without_unicode_gets_question_marks(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bots_sdk", "new", "mybot"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert b"? mybot/bot.py is a complete bot" in done.stdout


def test_the_package_is_the_command_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bots_sdk", "judge"],
        input=b'{"id": "\xc3\xa9", "hand": ["Rq"], "opening": true}\n',
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout) == {"id": "é", "size": 1}


def test_ctrl_c_reports_the_pairs_that_were_finished(
    no_sandbox: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished = series.play

    def interrupted(*arguments: Any, **options: Any) -> Iterator[Played]:
        yield from islice(finished(*arguments, **options), 3)
        raise KeyboardInterrupt

    # The package has the command under the name of its module.
    monkeypatch.setattr(import_module("bots_sdk.cli.play"), "play_series", interrupted)
    result = sixfold("play", "greedy", "random", "--games=8", "--jobs=1", "--seed=1")
    assert result.exit_code == 0
    assert "Stopped after 3 of 8 games." in result.stderr
    assert "1 pair, seats swapped" in result.stdout
