"""Every block of code in the documentation runs, and says what is true."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from markdown_it import MarkdownIt

from arena import notation, referee, sandbox
from arena.game import Game
from arena.player import Ending
from arena.protocol import Follower, check_ready, decode_move, decode_start
from arena.record import Record, frames
from arena.referee import Deal
from arena.sandbox import Launcher
from bots_sdk import docs, samples
from bots_sdk.cli import app


def blocks(page: str, info: str) -> list[str]:
    tokens = MarkdownIt().parse(docs.text(page))
    return [token.content for token in tokens if token.type == "fence" and token.info == info]


def every(info: str) -> list[str]:
    return [block for page in docs.TITLES for block in blocks(page, info)]


def match(launcher: Launcher, files: dict[str, bytes]) -> tuple[Record, str]:
    """One game against the random bot, and the log of the first seat."""
    with (
        launcher.player(files) as it,
        launcher.player(samples.files("random")) as other,
    ):
        record = referee.play([it, other], Deal(bytes(32), ("it", "random")))
        return record, "".join(text for _, text in it.log)


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    known = {"python", "python bot", "python main", "text record", "console"}
    known |= {"json start", "json ready", "json turn", "json move"}
    # The guide to the API is tried where there is a server: tests/platform/api/test_guide.py.
    known |= {"python api", "python game", "sh", "json problem", "json tournament"}
    # And that to webhooks where there are some: tests/platform/webhooks/test_guide.py.
    known |= {"python verify", "python receiver", "json message"}
    for page in docs.TITLES:
        for token in MarkdownIt().parse(docs.text(page)):
            if token.type == "fence":
                assert token.info in known, (page, token.info)


def commands() -> Iterator[list[str]]:
    """Every command that the page on commands tells authors to type."""
    for block in blocks("commands", "console"):
        yield from (shlex.split(line) for line in block.splitlines() if line.startswith("sixfold "))


@pytest.mark.parametrize("command", [*commands()], ids=" ".join)
def test_a_command_of_the_documentation_has_these_options(command: list[str]) -> None:
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    _sixfold, name, *arguments = command
    # Parsed and not carried out; raises a UsageError for what there is not.
    with group.make_context("sixfold", [name, *arguments]) as context:
        found = group.get_command(context, name)
        assert found, f"there is no command {name}"
        found.make_context(name, arguments, parent=context).close()


def test_an_unknown_page_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(
        ValueError, match="there are reference, strategy, sandbox, protocol, commands, teams, api"
    ):
        docs.text("rules")


@pytest.mark.parametrize("source", every("python"))
def test_a_snippet_runs_in_the_middle_of_a_game(game: Game, source: str) -> None:
    for _ in range(6):
        game = game.play(game.legal_moves().best)
    exec(source, {"game": game.view(game.to_move or 0)})


@pytest.mark.parametrize("source", every("python bot"))
def test_a_bot_of_the_documentation_plays_to_the_end(source: str) -> None:
    record, log = match(sandbox.plain(), {"bot.py": source.encode()})
    assert record.seats[0].ending is Ending.FINISHED, log
    assert log.startswith("my ")


def test_the_bot_without_the_kit_plays_to_the_end() -> None:
    (source,) = every("python main")
    assert "arena" not in source
    assert "bots_sdk" not in source
    record, log = match(sandbox.plain(), {"main.py": source.encode()})
    assert record.seats[0].ending is Ending.FINISHED, log


def one_line(block: str) -> bytes:
    return json.dumps(json.loads(block)).encode()


def test_the_conversation_is_one() -> None:
    (start,), (ready,) = blocks("protocol", "json start"), blocks("protocol", "json ready")
    turns, moves = blocks("protocol", "json turn"), blocks("protocol", "json move")
    follower = Follower(decode_start(one_line(start)))
    check_ready(one_line(ready))
    assert len(turns) == len(moves) == 2
    for turn, answer in zip(turns, moves, strict=True):
        view = follower.view(one_line(turn))
        assert view.board.words() == json.loads(turn)["board"]
        assert view.judge(decode_move(one_line(answer))) > 0


def test_the_game_as_text_is_what_convert_writes() -> None:
    (text,) = every("text record")
    record = notation.loads(text)
    assert list(frames(record))
    assert notation.dumps(record) == text


def forbidden() -> Iterator[tuple[str, str]]:
    """What a bot may try in vain, and what it gets."""
    for row in docs.text("sandbox").splitlines():
        if cells := re.fullmatch(r"\| `(.+)` \| `(\w+.*)` \|", row):
            yield cells[1], cells[2]


def test_the_sandbox_answers_as_the_documentation_says(tmp_path: Path) -> None:
    tries = list(forbidden())
    assert len(tries) == 8
    source = f"""
def choose(game):
    if game.turn < 2:
        for number, attempt in enumerate({[attempt for attempt, _ in tries]!r}):
            try:
                exec(attempt, {{}})
            except Exception as error:
                print(number, type(error).__name__, error, sep=": ")
    return game.legal_moves()[0]
"""
    record, log = match(sandbox.find(tmp_path), {"bot.py": source.encode()})
    assert record.seats[0].ending is Ending.FINISHED, log
    answers = dict(line.split(": ", 1) for line in log.splitlines() if ": " in line)
    for number, (attempt, answer) in enumerate(tries):
        assert answers[str(number)].startswith(answer), attempt


def test_every_ending_is_explained() -> None:
    text = docs.text("sandbox")
    for ending in Ending:
        assert ending is Ending.FINISHED or f"`{ending}`" in text
