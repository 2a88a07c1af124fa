"""The commands about one recorded game: convert, verify, replay."""

import json
import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arena import notation
from arena.commitment import commitment
from arena.moves import Move, Trade
from arena.player import Ending, Forfeit, InProcess
from arena.record import Record, dumps, frames, loads
from arena.referee import Deal, play
from arena.replay import replay as viewers_json
from arena.view import View
from bots_sdk.cli import app

TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}


def greedy(view: View) -> Move:
    return view.legal_moves().best


def giving_up(view: View) -> Move:
    if view.turn > 30:
        raise Forfeit(Ending.EXITED, "It had enough.")
    return view.trades()[0] if view.trades() and view.turn > 25 else greedy(view)


@pytest.fixture(scope="module")
def record() -> Record:
    """A game of three with a trade and a forfeit; one seat has a hostile name."""
    players = [InProcess(greedy), InProcess(giving_up), InProcess(greedy)]
    names = ("ada/greedy", "bob\x1b[31m", "[red]cy[/]")
    return loads(dumps(play(players, Deal(b"three" + bytes(27), names))))


@pytest.fixture
def game(tmp_path: Path, record: Record, monkeypatch: pytest.MonkeyPatch) -> str:
    """The record as a file in the working folder."""
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_bytes(dumps(record))
    return "game.json"


def sixfold(*arguments: str, **env: str) -> Result:
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "200", **env})
    assert "Traceback" not in result.output
    return result


# --- verify ------------------------------------------------------------------------------------


def test_verify_says_that_a_game_follows_from_its_seed(game: str, record: Record) -> None:
    result = sixfold("verify", game)
    assert result.exit_code == 0
    assert f"follow from the seed {record.seed.hex()}" in result.output
    assert "--commitment" in result.output


def test_verify_knows_the_commitment_that_was_published(game: str, record: Record) -> None:
    published = commitment(17, record.seed)
    result = sixfold("verify", game, "--cluster", "17", "--commitment", published.upper())
    assert result.exit_code == 0
    assert "The commitment of cluster 17 is to this seed." in result.output


@pytest.mark.parametrize(("cluster", "seed"), [(18, None), (17, bytes(32))])
def test_verify_finds_another_seed_and_another_cluster(
    game: str, record: Record, cluster: int, seed: bytes | None
) -> None:
    published = commitment(17, seed or record.seed)
    result = sixfold("verify", game, "--cluster", str(cluster), "--commitment", published)
    assert result.exit_code == 1
    assert "to another seed" in result.output


@pytest.mark.parametrize(("cluster", "kept"), [(17, True), (18, False)])
def test_verify_answers_in_json_on_request(
    game: str, record: Record, cluster: int, kept: bool
) -> None:
    assert json.loads(sixfold("verify", game, "--json").stdout)["fixed_before"] is None
    published = commitment(17, record.seed)
    options = ["--cluster", str(cluster), "--commitment", published, "--json"]
    result = sixfold("verify", game, *options)
    assert result.exit_code == (0 if kept else 1)
    assert json.loads(result.stdout) == {
        "turns": len(record.turns),
        "seed": record.seed.hex(),
        "cluster": cluster,
        "commitment": commitment(cluster, record.seed),
        "fixed_before": kept,
    }


def test_verify_finds_a_draw_that_the_seed_does_not_imply(game: str, record: Record) -> None:
    other = replace(record, seed=bytes(32))
    Path(game).write_bytes(dumps(other))
    assert sixfold("verify", game).exit_code == 2


def test_verify_wants_the_cluster_with_its_commitment(game: str) -> None:
    result = sixfold("verify", game, "--cluster", "17")
    assert result.exit_code == 2
    assert "give both" in result.output


# --- convert -----------------------------------------------------------------------------------


def test_convert_writes_the_other_form(game: str, record: Record) -> None:
    text = sixfold("convert", game)
    assert text.exit_code == 0
    assert notation.loads(text.stdout) == record
    Path("game.txt").write_text(text.stdout, "utf-8")
    again = sixfold("convert", "game.txt")
    assert loads(again.stdout_bytes) == record


def test_convert_writes_the_form_that_is_asked_for(game: str, record: Record) -> None:
    assert sixfold("convert", game, "--to", "json").stdout_bytes == dumps(record) + b"\n"
    text = sixfold("convert", game, "--to", "text").stdout
    Path("game.txt").write_text("\ufeff" + text, "utf-8")
    assert sixfold("convert", "game.txt", "--to", "text").stdout == text


def test_convert_writes_utf_8_whatever_the_locale(game: str, record: Record) -> None:
    seats = (replace(record.seats[0], name="café"), *record.seats[1:])
    Path(game).write_bytes(dumps(replace(record, seats=seats)))
    done = subprocess.run(
        [sys.executable, "-m", "bots_sdk", "convert", game],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert 'name="café"' in done.stdout.decode()


@pytest.mark.parametrize("command", ["convert", "replay"])
@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("missing.json", None, "missing.json cannot be read: No such file"),
        ("folder", None, "folder is a folder; name one game in it, such as folder/1.json"),
        ("x.json", b"{}", "x.json: This is not a match record"),
        ("x.txt", b"\xff\xfe", "x.txt is neither a record in JSON nor a text in UTF-8"),
        ("x.txt", b"hello\n", "x.txt: Line 1: this is neither a tag nor a turn"),
        ("x.txt", b"", "x.txt: Line 1: the text ends without a tag [Game ...]"),
    ],
)
def test_a_file_that_is_no_game_gets_a_sentence_and_exit_status_2(
    game: str, command: str, name: str, content: bytes | None, words: str
) -> None:
    Path("folder").mkdir()
    if content is not None:
        Path(name).write_bytes(content)
    result = sixfold(command, name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in " ".join(result.stderr.split())


def test_a_game_against_the_rules_is_refused(game: str, record: Record) -> None:
    turns = (replace(record.turns[0], points=99), *record.turns[1:])
    Path(game).write_bytes(dumps(replace(record, turns=turns)))
    result = sixfold("convert", game)
    assert result.exit_code == 2
    assert "Turn 1: the move scores" in result.stderr


# --- replay ------------------------------------------------------------------------------------


def test_replay_prints_the_last_position(game: str, record: Record) -> None:
    result = sixfold("replay", game)
    assert result.exit_code == 0
    last = len(record.turns)
    assert f"turn {last} of {last}" in result.stdout
    assert "ada/greedy and [red]cy[/] share the first place, 158 : 158 : 67." in result.stdout
    assert "\x1b" not in result.stdout


def test_replay_shows_every_tile_where_it_lies(game: str, record: Record) -> None:
    for turn in (0, 1, 20, len(record.turns)):
        printed = sixfold("replay", game, "--ascii", "--turn", str(turn)).stdout
        *_, last = [frame.before for frame in frames(record)][: turn + 1]
        board = last.board if turn < len(record.turns) else list(frames(record))[-1].after.board
        assert read_board(printed) == {cell: str(tile) for cell, tile in board.items()}


def read_board(printed: str) -> dict[tuple[int, int], str]:
    """The tiles of a board in letters; the line below it tells the columns."""
    rows = [line for line in printed.splitlines() if re.match(r" *-?\d+ [.A-Z]", line)]
    ruler = printed.splitlines()[len(rows)]
    label = re.search(r"-?\d+", ruler)
    assert label
    left = int(label[0]) - (label.start() - 5) // 2
    return {
        (left + place // 2, int(row[:5])): row[5 + place : 7 + place]
        for row in rows
        for place in range(0, len(row) - 5, 2)
        if row[5 + place] != "."
    }


def test_replay_tells_what_happened(game: str, record: Record) -> None:
    # The last placement, trade and forfeit.
    last = {type(turn.move): (number, turn) for number, turn in enumerate(record.turns, 1)}
    assert len(last) == 3
    for number, turn in last.values():
        printed = sixfold("replay", game, "--turn", str(number)).stdout
        if turn.move is None:
            assert "bob?[31m is out: exited. It had enough." in printed
        elif isinstance(turn.move, Trade):
            assert " trades " in printed
            assert "left on the table" in printed
        else:
            assert " plays " in printed
            assert f"+{turn.points}" in printed
    assert "is to open" in sixfold("replay", game, "--turn", "0").stdout


def test_without_colour_a_letter_says_which_it_is(game: str) -> None:
    printed = sixfold("replay", game).stdout
    assert re.search("[ROYGBP][●■◆♣✖✸]", printed)
    assert "\x1b" not in printed


def test_replay_refuses_a_turn_that_the_game_has_not(game: str, record: Record) -> None:
    result = sixfold("replay", game, "--turn", "999")
    assert result.exit_code == 2
    assert f"ask for one from 0 to {len(record.turns)}" in " ".join(result.stderr.split())


def test_replay_gives_the_viewers_json(game: str, record: Record) -> None:
    expected = json.loads(json.dumps(viewers_json(record)))
    assert json.loads(sixfold("replay", game, "--json").stdout) == expected


def test_replay_writes_one_page_and_overwrites_nothing(game: str) -> None:
    result = sixfold("replay", game, "--html", "game.html")
    assert result.exit_code == 0
    assert "without a network" in result.stdout
    page = Path("game.html").read_text("utf-8")
    assert "<qwirkle-board>" in page
    again = sixfold("replay", game, "--html", "game.html")
    assert again.exit_code == 2
    assert "game.html exists already" in again.stderr
    nowhere = sixfold("replay", game, "--html", "missing/game.html")
    assert nowhere.exit_code == 2
    assert "cannot be written: No such file" in " ".join(nowhere.stderr.split())


# --- on a terminal -----------------------------------------------------------------------------


def without_escapes(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, *arguments: str, rows: int = 40, columns: int = 120, **env: str) -> None:
        self.screen, theirs = pty.openpty()
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("NO_COLOR", "COLORTERM", "COLUMNS", "LINES", "PYTHONIOENCODING")
        }
        environment |= {**TERMINAL, "LINES": str(rows), "COLUMNS": str(columns), **env}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bots_sdk", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)

    def press(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def until(self, words: str) -> str:
        """What comes until these words have; they must come within half a minute."""
        seen = b""
        while words not in without_escapes(seen.decode("utf-8", "ignore")):
            assert select.select([self.screen], [], [], 30)[0], seen
            try:
                seen += os.read(self.screen, 1 << 16)
            except OSError:
                raise AssertionError(f"It ended: {seen!r}") from None
        return seen.decode("utf-8", "ignore")

    def rest(self) -> tuple[int, str]:
        """The exit status, and what comes until the end."""
        seen = b""
        try:
            while data := os.read(self.screen, 1 << 16):
                seen += data
        # So a terminal ends on Linux.
        except OSError:
            pass
        return self.process.wait(30), seen.decode("utf-8", "ignore")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.screen)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_terminal(*arguments: str, **options: str) -> Terminal:
        opened.append(Terminal(*arguments, **options))  # type: ignore[arg-type]
        return opened[-1]

    yield open_terminal
    for one in opened:
        one.close()


def test_keys_step_through_a_game(
    game: str, record: Record, terminal: Callable[..., Terminal]
) -> None:
    last = len(record.turns)
    shown = terminal("replay", game)
    assert "\x1b[?1049h" in shown.until(f"turn {last} of {last}")
    for keys, turn in [
        ("\x1b[D", last - 1), ("\x1bOD", last - 2), ("j", last - 3), ("\x1b[H", 0), ("\x1b[C", 1),
        ("l", 2), ("\x1b[1~", 0), ("\x1b[C\x1b[C\x1b[Cx\x1b[5~", 3), ("\x1b[F", last),
        ("\x1b[H\x1b[D", 0), ("\x1b[4~\x1b[C", last), ("\x1b[D", last - 1),
    ]:  # fmt: skip
        shown.press(keys)
        shown.until(f"turn {turn} of {last}")
    shown.press("q")
    status, rest = shown.rest()
    assert status == 0
    after = rest.split("\x1b[?1049l")[1]
    assert f"turn {last - 1} of {last}" in after
    assert "\x1b[?25h" in rest


@pytest.mark.parametrize("key", ["\x1b", "\x03"])
def test_escape_and_ctrl_c_leave_too(
    game: str, terminal: Callable[..., Terminal], key: str
) -> None:
    shown = terminal("replay", game, "--turn", "3")
    shown.until("q: enough")
    shown.press(key)
    status, rest = shown.rest()
    assert status == 0
    assert "Traceback" not in rest


@pytest.mark.parametrize(
    ("env", "ink"),
    [
        ({}, "\x1b[1;38;2;215;67;76;48;2;32;36;42m● "),
        ({"COLORTERM": ""}, "\x1b[1;38;5;167;48;5;235m● "),
        ({"NO_COLOR": "1"}, "R●"),
    ],
)
def test_the_terminal_gets_the_colours_that_it_has(
    game: str, terminal: Callable[..., Terminal], env: dict[str, str], ink: str
) -> None:
    shown = terminal("replay", game, **env)
    assert ink in shown.until("q: enough")


def test_a_terminal_without_utf_8_gets_letters(
    game: str, terminal: Callable[..., Terminal]
) -> None:
    shown = terminal("replay", game, PYTHONUTF8="0", PYTHONIOENCODING="latin-1")
    seen = shown.until("q: enough")
    assert "●" not in seen
    assert re.search(r"\x1b\[[0-9;]*mRc", seen)


def test_a_small_terminal_gets_less_of_the_board_and_nothing_is_wrapped(
    game: str, record: Record, terminal: Callable[..., Terminal]
) -> None:
    shown = terminal("replay", game, "--turn", "30", rows=14, columns=30)
    seen = shown.until("left, right")
    lines = without_escapes(seen).split("\r\n")
    assert all(len(line) <= 30 for line in lines)
    assert len(lines) <= 14
    assert any("turn 30 of" in line for line in lines)


def test_a_dumb_terminal_gets_one_position(
    game: str, record: Record, terminal: Callable[..., Terminal]
) -> None:
    status, seen = terminal("replay", game, TERM="dumb").rest()
    assert status == 0
    assert f"turn {len(record.turns)} of" in seen
    assert "\x1b" not in seen
