from dataclasses import replace

import pytest

from arena.player import Ending, Forfeit, InfrastructureFailure
from arena.record import frames
from arena.referee import Stopped
from arena.sandbox import Launcher, find
from arena.sandbox.packages import Packages
from bots_sdk import samples
from bots_sdk.check import Step, StepKind, check

CLASS = "from bots_sdk import Bot\n\nclass Mine(Bot):\n    def choose(self, game):\n"
FIRST = "        return game.legal_moves()[0]\n"


@pytest.fixture(scope="module")
def launcher(tmp_path_factory: pytest.TempPathFactory) -> Launcher:
    """The real sandbox of this machine."""
    return find(tmp_path_factory.mktemp("sandbox"))


def last(source: str, launcher: Launcher) -> Step:
    """The step that a bot's check ended with; all before it went well."""
    *before, end = check({"bot.py": source.encode()}, launcher)
    assert all(step.ok for step in before)
    assert all(step.ms >= 0 for step in before)
    return end


def failure(source: str, launcher: Launcher) -> Step:
    step = last(source, launcher)
    assert not step.ok
    assert step.command == "sixfold check mybot.py"
    return step


def test_an_import_that_the_server_lacks_is_told_before_it_fails(launcher: Launcher) -> None:
    source = CLASS + "        import numpy\n" + FIRST
    _, scanned, *_ = check({"bot.py": source.encode()}, launcher)
    assert scanned.ok
    assert scanned.message == "The source parses. Warning: numpy cannot be imported here."


def test_what_the_server_has_is_named_beside_what_it_lacks(launcher: Launcher) -> None:
    offered = Packages(names=("numpy==2.3.5",), modules=frozenset({"numpy"}))
    equipped = replace(launcher, packages=offered)
    source = CLASS + "        import numpy, torch, helpers, random\n" + FIRST
    files = {"bot.py": source.encode(), "helpers.py": b"import bots_sdk"}
    _, scanned, *_ = check(files, equipped)
    assert scanned.message == (
        "All 2 sources parse. Warning: torch cannot be imported here. "
        "Beside Python's own there is numpy==2.3.5."
    )


@pytest.mark.parametrize("name", samples.NAMES)
def test_a_sample_passes_all_four_steps(name: str, launcher: Launcher) -> None:
    steps = list(check(samples.files(name), launcher))
    assert [step.kind for step in steps] == list(StepKind)
    assert all(step.ok and not step.traceback and not step.command for step in steps)
    assert steps[-1].record is not None
    assert list(frames(steps[-1].record))


def test_a_check_comes_out_the_same_every_time(launcher: Launcher) -> None:
    first, again = (last(CLASS + FIRST, launcher).record for _ in range(2))
    assert first is not None
    assert again is not None
    assert [turn.move for turn in first.turns] == [turn.move for turn in again.turns]


def test_what_a_bot_printed_in_its_last_game_is_kept(launcher: Launcher) -> None:
    step = last(CLASS + "        print('at', game.turn)\n" + FIRST, launcher)
    assert step.ok
    assert step.record is not None
    mine = [
        (number, f"at {number}\n") for number, turn in enumerate(step.record.turns) if turn.seat
    ]
    assert list(step.log) == mine


def test_a_syntax_error_stops_at_the_scan_with_its_line(launcher: Launcher) -> None:
    step = failure("def choose(game:\n    return 1\n", launcher)
    assert step.kind is StepKind.SCANNED
    assert step.message.startswith("bot.py, line 1, column ")
    assert step.traceback.startswith("def choose(game:\n")


def test_an_error_at_import_is_shown_with_the_author_s_frames_only(launcher: Launcher) -> None:
    step = failure("import numpy_of_mine\n\ndef choose(game): ...\n", launcher)
    assert step.kind is StepKind.STARTS
    assert step.message.startswith("The bot does not start: ")
    assert step.traceback.splitlines() == [
        "Traceback (most recent call last):",
        '  File "/bot/bot.py", line 1, in <module>',
        "    import numpy_of_mine",
        "ModuleNotFoundError: No module named 'numpy_of_mine'",
    ]


def test_a_bot_that_leaves_without_a_word_does_not_start(launcher: Launcher) -> None:
    step = failure("import os\n\ndef choose(game): ...\n\nos._exit(0)\n", launcher)
    assert step.kind is StepKind.STARTS
    assert "exit status 0" in step.message
    assert step.traceback == ""


def test_a_crash_in_a_game_shows_traceback_position_and_hand(launcher: Launcher) -> None:
    source = "        print('thinking')\n        if game.turn > 8: return game.hand[99]\n"
    step = failure(CLASS + source + FIRST, launcher)
    assert step.kind is StepKind.PLAYS
    assert step.message.startswith("In game 1 of 2, at turn ")
    assert step.traceback.startswith('Traceback (most recent call last):\n  File "/bot/bot.py"')
    assert "IndexError: tuple index out of range" in step.traceback
    assert "thinking" not in step.traceback
    assert step.record is not None
    assert step.record.seats[0].ending is Ending.EXITED
    *_, fall = frames(step.record)
    scores, hand, *board = step.position.splitlines()
    assert scores.startswith(f"Turn {fall.before.turn}: scores ")
    assert hand == "Hand: " + " ".join(map(str, fall.before.hands[0]))
    assert sum(
        row.count(str(tile)) for tile in set(fall.before.board.values()) for row in board
    ) == (len(fall.before.board))


def test_an_illegal_move_says_which_rule_it_breaks(launcher: Launcher) -> None:
    source = (
        "        from arena.moves import Placement\n"
        "        return Placement(game.hand[:1], ((50, 50),))\n"
    )
    step = failure(CLASS + source, launcher)
    assert step.kind is StepKind.PLAYS
    assert "does not join the tiles" in step.message
    assert step.position.startswith("Turn ")
    assert step.traceback == ""


def test_an_answer_that_is_no_move_is_named(launcher: Launcher) -> None:
    step = failure(CLASS + "        return 'Rc@0,0'\n", launcher)
    assert "it returned 'Rc@0,0', which is of type str" in step.traceback


def test_a_file_with_two_bots_is_told_so(launcher: Launcher) -> None:
    step = failure(CLASS + FIRST + "\nclass Other(Mine): ...\n\nclass Third(Bot): ...\n", launcher)
    assert step.kind is StepKind.STARTS
    assert "Other, Third" in step.traceback


def test_a_zip_is_repeated_as_a_zip(launcher: Launcher) -> None:
    files = {"bot.py": b"import helper\n\ndef choose(game): ...\n", "helper.py": b"1 / 0\n"}
    *_, step = check(files, launcher)
    assert step.command == "sixfold check mybot.zip"
    assert 'File "/bot/helper.py", line 1' in step.traceback


def test_a_check_that_nobody_wants_any_more_stops(launcher: Launcher) -> None:
    with pytest.raises(Stopped):
        list(check({"bot.py": (CLASS + FIRST).encode()}, launcher, stop=lambda: True))


def test_a_fault_of_the_machine_is_no_failed_step(
    launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise InfrastructureFailure("no READY")

    monkeypatch.setattr("arena.process.BotProcess.start", broken)
    steps = check({"bot.py": (CLASS + FIRST).encode()}, launcher)
    assert [next(steps).kind, next(steps).kind] == [StepKind.RECEIVED, StepKind.SCANNED]
    with pytest.raises(InfrastructureFailure):
        next(steps)


def test_a_sandbox_in_which_no_bot_starts_blames_none(
    launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise Forfeit(Ending.EXITED, "Its process ended without an answer.")

    monkeypatch.setattr("arena.process.BotProcess.start", broken)
    with pytest.raises(InfrastructureFailure, match="No bot starts here"):
        list(check({"bot.py": (CLASS + FIRST).encode()}, launcher))
