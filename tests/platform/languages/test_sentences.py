"""What the arena and the kit say to authors is read in every language, whatever it is made of."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from arena import notation, record, referee, verdicts
from arena.board import Board
from arena.legality import judge
from arena.limits import Limits
from arena.moves import parse_move
from arena.player import Ending, Forfeit, InProcess
from arena.protocol import check_ready, decode_move
from arena.tiles import parse_tiles
from bots_sdk import archives
from bots_sdk.check import explain
from bots_sdk.scan import scan
from sixfold.bots.models import CheckStep
from sixfold.languages.sentences import LONGEST, said, templates
from sixfold.languages.sources import SPEAKING, sentences
from sixfold.matches.models import Match
from tests.platform.languages.test_pages import PSEUDO, bracketed

__all__ = ["bracketed"]

LIMITS = Limits()
CRASH = ((3, 'Traceback (most recent call last):\n  File "/bot/bot.py"\nKeyError: <Rc>'),)
TOLD = {
    *("Forfeit", "IllegalMoveError", "MalformedAnswer", "RecordError", "ValueError"),
    *("BadUpload", "BotError", "_Found"),
}
"""Those that carry a sentence to an author."""


@pytest.fixture
def in_brackets(bracketed: None) -> Iterator[None]:
    """The visitor reads the language of brackets."""
    with override(PSEUDO):
        yield


def test_everything_that_is_told_to_authors_is_in_the_catalogues() -> None:
    left = []
    for folder, pattern in SPEAKING:
        for file in folder.glob(pattern):
            module = ast.parse(file.read_text())
            known = {line for line, _text in sentences(module)}
            left += [
                f"{file.name}:{argument.lineno}"
                for call in ast.walk(module)
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") in TOLD
                for argument in call.args
                if says_something(argument) and argument.lineno not in known
            ]
    assert left == []


def says_something(argument: ast.expr) -> bool:
    """Whether it has words of its own; a code has no spaces."""
    parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
    texts = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
    return " " in "".join(texts) and bool(re.search("[a-z]{2}", "".join(texts)))


def test_every_template_is_found_in_what_is_made_of_it(in_brackets: None) -> None:
    missed = []
    for template in templates():
        text = template.text % dict.fromkeys(template.names, "7")
        if said(text) != f"⟦{text}⟧":
            missed.append(text)
    assert len(templates()) > 100
    assert missed == []


def zipped(*names: str) -> bytes:
    data = BytesIO()
    with ZipFile(data, "w") as archive:
        for name in names:
            archive.writestr(name, "x = 1")
    return data.getvalue()


def a_failure(what: Callable[..., object], *of: Any) -> str:
    with pytest.raises((ValueError, Forfeit)) as caught:
        what(*of)
    return getattr(caught.value, "detail", str(caught.value))


HAND = parse_tiles("Rc Gd")
BOARD = Board.parse("Bs@0,0")


def refused(move: str) -> str:
    return a_failure(judge, parse_move(move), BOARD, HAND, 90, 0)


def a_game() -> record.Record:
    dealt = referee.Deal(bytes(32), ("ada/first", "bob/second"))
    return referee.play([InProcess(lambda view: view.legal_moves()[0])] * 2, dealt)


def endings() -> Iterator[str]:
    """Every verdict of the conversation with a bot, and what can be done about it."""
    seen: Mapping[Ending, Forfeit] = {
        forfeit.ending: forfeit
        for forfeit in (
            verdicts.too_much_cpu(5123, 5000),
            verdicts.too_long(12, 10_000, 3000, 30_000),
            verdicts.line_too_long(4096),
            verdicts.after_its_answer(b'{"move": "pass"}\n. Well: it is so. '),
            verdicts.printed_too_much(8 << 20),
            verdicts.ended(1),
        )
    }
    for ending, forfeit in seen.items():
        yield explain.why(ending, forfeit.detail, (), LIMITS)
    yield explain.why(Ending.EXITED, verdicts.ended(-9).detail, CRASH, LIMITS)
    yield verdicts.ended(None).detail
    yield verdicts.before_it_was_asked(b"x").detail
    yield verdicts.before_the_whole_request(b"x").detail
    yield verdicts.too_many_threads(65, 64).detail
    for line in (b"nothing", b"[]", b"{}", b'{"move": "Zz@0,0"}', b'{"move": "Rc"}'):
        yield explain.why(Ending.MALFORMED, a_failure(decode_move, line), (), LIMITS)
    yield a_failure(check_ready, b"{}")
    for move in ("Gc@1,0", "Rc@5,5", "Rc@0,0", "trade Yc", "Rc@1,0 Gd@3,0", "pass"):
        yield explain.why(Ending.ILLEGAL, refused(move), (), LIMITS)


def uploads() -> Iterator[str]:
    """What the check of an upload finds wrong, before anything of it runs."""
    for name, data in (
        ("bot.exe", b"x"),
        ("bot.py", b" "),
        ("bot.py", zipped("bot.py")),
        ("bot.zip", b"text"),
        ("bot.zip", zipped()),
        ("bot.zip", zipped("a.py", "b.py")),
        ("bot.zip", zipped("my/bot.py")),
        ("bot.zip", zipped(".hidden")),
        ("bot.zip", zipped("con.py")),
        ("bot.zip", zipped("a b.py")),
        ("bot.zip", zipped("a.so")),
    ):
        yield a_failure(archives.read, name, data)
    for source in (
        b"\xff",
        b"\0",
        b"# coding: latin-1\n",
        b"def choose(:\n",
        b"print 'x'\n",
        b"x = 1",
    ):
        yield a_failure(scan, {"bot.py": source})


def files() -> Iterator[str]:
    """What is wrong with a record that somebody opens."""
    text = notation.dumps(a_game())
    for data in (b"{", b"{}"):
        yield a_failure(record.loads, data)
    for old, new in (("[Game", "[Gme"), ("1. 0 ", "1. 0 Zz"), ("hand_size=6", 'hand_size="x"')):
        yield a_failure(notation.loads, text.replace(old, new, 1))
    wrong = notation.loads(text.replace("+", "+1", 1))
    yield a_failure(list, record.frames(wrong))


@pytest.mark.parametrize("telling", [endings, uploads, files])
def test_what_an_author_is_told_is_translated(
    telling: Callable[[], Iterator[str]], in_brackets: None
) -> None:
    for text in telling():
        inner, left = "", said(text)
        while inner != left:
            inner, left = left, re.sub("⟦[^⟦⟧]*⟧", "", left)
        # Python's own error, and the move that a verdict begins with.
        assert re.fullmatch(r"(KeyError: <Rc>\.|(\w\w@\d,\d ?)+:|trade Yc:)? *", left), text


def test_the_step_of_a_check_that_failed_is_told_in_german() -> None:
    position = "Turn 4: scores 9 : 3, tiles in the bag: 80\nHand: Rc Gd\nThe board is empty."
    for failure in endings():
        message = f"In game 1 of 2, at turn 4, the bot is out: {failure}"
        step = CheckStep(state="failed", message=message, position=position)
        with override("de"):
            page = unescape(render_to_string("bots/_step.html", {"step": step}))
            assert said(failure) in page
        assert failure not in page
        assert "In Spiel 1 von 2, in Zug 4, ist der Bot ausgeschieden: " in page
        assert "Punkte 9 : 3, Steine im Beutel: 80\nHand: Rc Gd\nDas Brett ist leer." in page


def test_the_end_of_a_match_is_told_in_german_to_everybody() -> None:
    """Its replay has the English sentence for ever."""
    detail = verdicts.ended(1).detail
    seat = {"out": True, "player": {"ending": Ending.EXITED, "detail": detail, "name": "ada/swift"}}
    context = {"story": {"standing": [seat]}, "match": Match(pk=1), "replay": {"rules": "classic"}}
    with override("de"):
        page = render_to_string("matches/_about.html", context)
    assert "Sein Prozess endete ohne Antwort, mit dem Rückgabewert 1." in page
    assert detail not in page


@pytest.mark.parametrize("unit", ["Hand: ", "Line 1: ", "a. ", "In game 1 of 2, at turn 2, it: "])
def test_what_a_bot_makes_up_is_read_to_its_end(unit: str) -> None:
    text = unit * (LONGEST // len(unit) - 1)
    with override("de"):
        assert said(f"{text}x").endswith("x")


def test_numbers_in_a_sentence_are_written_as_the_reader_does() -> None:
    told = verdicts.printed_too_much(8 << 20).detail, verdicts.too_much_cpu(1230, 500).detail
    with override("de"):
        assert [said(text) for text in told] == [
            "Er gab in einer Partie mehr als 8.388.608 Bytes aus.",
            "Er brauchte 1,23 s CPU-Zeit, als noch 0,50 s übrig waren.",
        ]
    assert [said(text) for text in told] == list(told)
