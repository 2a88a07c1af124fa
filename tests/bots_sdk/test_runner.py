import sys
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest

from arena.game import Game
from arena.player import Greeting
from arena.protocol import READY, Teller, decode_move, encode_start
from bots_sdk import Bot, Move, Pass, View
from bots_sdk.runner import BotError, before, checked, find, load, play
from tests.bots_sdk.conftest import Run

PASSING = "from bots_sdk import Bot, Pass\nclass Mine(Bot):\n    def choose(self, game):\n"
BEST = f"{PASSING}        return game.legal_moves().best\n"


class First(Bot):
    """Plays the first legal move and remembers what it saw."""

    def __init__(self) -> None:
        self.seen: list[View] = []

    def setup(self, game: View) -> None:
        self.seen.append(game)

    def choose(self, game: View) -> Move:
        self.seen.append(game)
        return game.legal_moves()[0]


def module(**names: object) -> ModuleType:
    made = ModuleType("authors")
    for value in names.values():
        if isinstance(value, type) and value is not Bot:
            value.__module__ = "authors"
    vars(made).update(names)
    return made


def test_a_bot_answers_every_request_with_one_line(game: Game, greeting: Greeting) -> None:
    answers = BytesIO()
    after = game.play(game.legal_moves().best)
    after = after.play(after.legal_moves().best)
    teller = Teller()
    lines = [encode_start(greeting), teller.turn(game.view(0)), teller.turn(after.view(0))]
    play(First(), BytesIO(b"".join(lines)), answers)
    ready, first, second = answers.getvalue().splitlines(keepends=True)
    assert ready == READY
    assert game.play(decode_move(first)).turn == 1
    assert after.play(decode_move(second)).turn == 3


def test_the_bot_sees_what_the_game_shows_its_seat(
    game: Game, greeting: Greeting, requests: bytes
) -> None:
    bot = First()
    play(bot, BytesIO(requests), BytesIO())
    seen = bot.seen[1]
    shown = game.view(0)
    assert (seen.hand, seen.opening, seen.bag_count) == (
        shown.hand,
        shown.opening,
        shown.bag_count,
    )


def test_setup_comes_before_the_first_tile_with_the_time_to_start(
    greeting: Greeting, requests: bytes
) -> None:
    bot = First()
    play(bot, BytesIO(requests), BytesIO())
    assert len(bot.seen) == 2
    assert bot.seen[0].hand == ()
    assert bot.seen[0].time_left_ms == greeting.limits.start_cpu_ms


def test_setup_draws_other_random_numbers_than_the_turns(
    greeting: Greeting, requests: bytes
) -> None:
    bot = First()
    play(bot, BytesIO(requests), BytesIO())
    assert before(greeting).rng.random() != bot.seen[1].rng.random()


def test_a_referee_that_says_nothing_is_answered_with_nothing() -> None:
    answers = BytesIO()
    play(First(), BytesIO(), answers)
    assert answers.getvalue() == b""


def test_the_one_subclass_of_bot_is_the_bot() -> None:
    class Base(Bot):
        pass

    class Mine(Base):
        def choose(self, game: View) -> Move:
            return Pass()

    assert isinstance(find(module(Bot=Bot, Base=Base, Mine=Mine)), Mine)


def test_a_bot_that_is_only_imported_counts_where_there_is_no_other() -> None:
    made = ModuleType("authors")
    vars(made).update(First=First)
    assert isinstance(find(made), First)


def test_two_bots_in_a_file_are_refused_by_name() -> None:
    class One(Bot):
        pass

    class Two(Bot):
        pass

    with pytest.raises(BotError, match=r"2 bots \(One, Two\)"):
        find(module(One=One, Two=Two))


def test_a_bare_function_is_a_bot_with_or_without_setup(game: Game) -> None:
    seen: list[View] = []
    bot = find(module(choose=lambda game: game.legal_moves()[0], setup=seen.append))
    bot.setup(game.view(0))
    assert seen == [game.view(0)]
    assert bot.choose(game.view(0)) == game.legal_moves()[0]
    find(module(choose=lambda game: Pass())).setup(game.view(0))


def test_a_file_without_a_bot_says_what_to_write() -> None:
    with pytest.raises(BotError, match=r"subclass of Bot, or a function choose\(game\)"):
        find(module(Bot=Bot))


def test_a_file_that_is_no_text_is_no_bot(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_bytes(b"?\xbc")
    with pytest.raises(BotError, match="The file is no Python source"):
        load(str(tmp_path / "bot.py"))


def test_a_bot_without_choose_says_so() -> None:
    class Empty(Bot):
        pass

    with pytest.raises(BotError, match=r"Empty has no method choose\(self, game\)"):
        find(module(Empty=Empty))


@pytest.mark.parametrize("garbage", [None, "pass", 3, [], ("Rc", (0, 0))])
def test_what_is_no_move_is_named_with_its_type(garbage: object) -> None:
    with pytest.raises(BotError, match=type(garbage).__name__):
        checked(garbage)


def test_printing_cannot_break_the_protocol(requests: bytes, run_bot: Run) -> None:
    noise = (
        "print('at import')\nimport os, sys\nos.write(1, b'by descriptor\\n')\n"
        "sys.__stdout__.write('by the old object\\n')\nsys.__stdout__.flush()\n"
    )
    done = run_bot(noise + BEST.replace("return", "print('in choose')\n        return"), requests)
    ready, answer = done.stdout.splitlines(keepends=True)
    assert ready == READY
    assert decode_move(answer).tiles
    for text in (b"at import", b"by descriptor", b"by the old object", b"in choose"):
        assert text in done.stderr


def test_reading_standard_input_cannot_take_a_request(requests: bytes, run_bot: Run) -> None:
    done = run_bot("import sys\nassert sys.stdin.read() == ''\n" + BEST, requests)
    assert len(done.stdout.splitlines()) == 2, done.stderr


def test_a_traceback_shows_the_authors_frames_alone(requests: bytes, run_bot: Run) -> None:
    source = f"def deeper(game):\n    return game.trade([])\n{PASSING}        return deeper(game)\n"
    done = run_bot(source, requests)
    text = done.stderr.decode()
    assert done.returncode == 1
    assert text.count("File ") == 2
    assert "line 2, in deeper" in text
    assert "runner.py" not in text
    assert "moves.py" not in text
    assert "A trade gives back at least one tile." in text
    assert "This was turn 0, with the hand" in text


def test_causes_are_cut_to_the_authors_frames_too(requests: bytes, run_bot: Run) -> None:
    failing = "        try:\n            game.trade([])\n        except ValueError as error:\n"
    done = run_bot(f"{PASSING}{failing}            raise KeyError('x') from error\n", requests)
    text = done.stderr.decode()
    assert "direct cause" in text
    assert "moves.py" not in text
    assert text.count("File ") == 2


def test_a_syntax_error_shows_the_line(requests: bytes, run_bot: Run) -> None:
    done = run_bot("import os\nclass Mine(:\n", requests)
    text = done.stderr.decode()
    assert done.returncode == 1
    assert done.stdout == b""
    assert "line 2" in text
    assert "SyntaxError" in text
    assert "Traceback" not in text


def test_an_answer_that_is_no_move_ends_with_one_sentence(requests: bytes, run_bot: Run) -> None:
    done = run_bot(f"{PASSING}        return None\n", requests)
    assert done.returncode == 1
    assert b"choose() has to return a move" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_file_may_be_called_like_a_module_of_python(requests: bytes, run_bot: Run) -> None:
    done = run_bot(f"import random\nassert random.Random\n{BEST}", requests, name="random.py")
    assert len(done.stdout.splitlines()) == 2, done.stderr


def test_the_same_seed_gives_the_same_random_numbers(requests: bytes, run_bot: Run) -> None:
    source = f"{PASSING}        return game.rng.choice(game.legal_moves())\n"
    assert run_bot(source, requests).stdout == run_bot(source, requests).stdout


def test_a_bot_needs_nothing_but_the_standard_library(requests: bytes, run_bot: Run) -> None:
    done = run_bot(f"import sys\nprint(*sys.modules)\n{BEST}", requests)
    loaded = set(done.stderr.decode().split())
    assert {name.split(".")[0] for name in loaded} <= {
        "__main__",
        *sys.stdlib_module_names,
        "arena",
        "bots_sdk",
        "bot",
    }
    assert not loaded & {"pathlib", "traceback", "argparse", "asyncio", "subprocess"}
