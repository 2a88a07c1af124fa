"""Every block of code in the documentation runs, and says what is true."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from arena import referee, sandbox
from arena.game import Game
from arena.player import Ending
from arena.protocol import Follower, check_ready, decode_move, decode_start
from arena.record import Record
from arena.referee import Deal
from arena.sandbox import Launcher
from bots_sdk import docs, samples


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
    known = {"python", "python bot", "python main", "json start", "json ready", "json turn"}
    for page in docs.TITLES:
        for token in MarkdownIt().parse(docs.text(page)):
            if token.type == "fence":
                assert token.info in known | {"json move", "console"}, (page, token.info)


def test_an_unknown_page_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(ValueError, match="there are reference, strategy, sandbox, protocol"):
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
