from pathlib import Path

import pytest

from bots_sdk.archives import BadUpload
from bots_sdk.scan import scan

BOT = b"def choose(game):\n    return game.legal_moves()[0]\n"


def refusal(source: bytes, name: str = "bot.py") -> BadUpload:
    with pytest.raises(BadUpload) as refused:
        scan({"bot.py": BOT, name: source})
    assert str(refused.value).endswith(".")
    assert name in str(refused.value)
    return refused.value


REFUSED = {
    "latin-1": ("encoding", "# é\n".encode("latin-1") + BOT),
    "UTF-16": ("not-text", BOT.decode().encode("utf-16")),
    "a coding line of latin-1": ("encoding", b"# -*- coding: latin-1 -*-\n" + BOT),
    "a coding line of utf-7": ("encoding", b"#!/usr/bin/python\n# vim: fileencoding=utf-7\n" + BOT),
    "a coding line of rot13": ("encoding", b"# coding=rot13\n" + BOT),
    "a coding line of nothing known": ("encoding", b"# coding: klingon\n" + BOT),
    "a NUL byte": ("not-text", BOT + b"\0"),
    "a program": ("not-text", b"\x7fELF\x02\x01\x01\0" + bytes(64)),
    "a bidirectional override": ("bidirectional", "x = '\u202e'\n".encode() + BOT),
    "a bidirectional isolate": ("bidirectional", "# \u2066\n".encode() + BOT),
    "a byte more than 256 kB": ("too-large", BOT + b"#" * (256 * 1024 + 1 - len(BOT))),
    "a line of 200 kB": ("line-length", b"x = '" + b"a" * 200_000 + b"'\n"),
    "tabs and spaces": ("syntax", b"if 1:\n\tx = 1\n        y = 2\n"),
    "Python 2": ("syntax", b"print 'hello'\n"),
    "a return outside a function": ("syntax", b"return 1\n"),
    "15,000 open parentheses": ("syntax", b"(" * 15_000),
    "5,000 lists in each other": ("syntax", b"[" * 5_000 + b"]" * 5_000),
    "120 ifs in each other": (
        "syntax",
        b"".join(b" " * depth + b"if 1:\n" for depth in range(120)) + b" " * 120 + b"x\n",
    ),
    "20,000 nots": ("too-complex", b"x = " + b"not " * 20_000 + b"1\n"),
    "more than 200,000 nodes": ("too-complex", b"x\n" * 120_000),
    "a long integer": ("syntax", b"x = " + b"9" * 90_000 + b"\n"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_source_that_python_or_a_reader_cannot_trust_is_refused(what: str) -> None:
    code, source = REFUSED[what]
    assert refusal(source).code == code


def test_a_syntax_error_is_shown_with_file_line_column_and_a_mark() -> None:
    error = refusal(b"import math\n\nclass A(:\n    pass\n")
    assert str(error) == "bot.py, line 3, column 9: invalid syntax."
    assert error.excerpt == "class A(:\n        ^"


def test_a_module_beside_a_good_entry_file_is_examined_too() -> None:
    assert refusal(b"def f(:\n", name="pkg/search.py").code == "syntax"


def test_a_parser_that_crashes_takes_nobody_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots_sdk.scan._CHILD", "nowhere.py")
    with pytest.raises(BadUpload) as refused:
        scan({"bot.py": BOT})
    assert refused.value.code == "too-complex"


@pytest.mark.parametrize(
    "source",
    [
        b"import math\nprint(math.pi)\n",
        b"from bots_sdk import Bot\n\nclass Mine:\n    def select(self, game): ...\n",
        b"from random import choice\n",
    ],
)
def test_an_entry_file_that_certainly_holds_no_bot_is_refused(source: bytes) -> None:
    assert refusal(source).code == "no-bot"


GOOD = {
    "plain source": BOT,
    "a byte order mark": b"\xef\xbb\xbf" + BOT,
    "CRLF": BOT.replace(b"\n", b"\r\n"),
    "UTF-8": "x = 'Zürich 🐝'\n".encode() + BOT,
    "a coding line of UTF-8": b"# -*- coding: UTF-8 -*-\n" + BOT,
    "an assigned function": b"choose = lambda game: game.legal_moves()[0]\n",
    "a bot from a module beside it": b"from mine import *\n",
    "a bot made at run time": b"import bots_sdk\nB = type('B', (bots_sdk.Bot,), {})\n",
    "an escape that Python warns about": BOT + b"x = '\\d'\n",
    "a form feed, which is no new line": BOT + b"x = 1 \x0c\n",
}


@pytest.mark.parametrize("what", GOOD)
def test_a_good_source_passes(what: str) -> None:
    scan({"bot.py": GOOD[what]})


def test_a_main_py_needs_no_bot_and_other_files_are_not_parsed() -> None:
    scan({"main.py": b"print(1)\n", "pkg/__init__.py": b"", "data.json": b"\xff\0"})


def test_nothing_that_is_scanned_runs(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    trace = f"open({str(tmp_path)!r} + '/ran', 'w')\nprint('ran')\n".encode()
    scan({"bot.py": trace + BOT})
    assert list(tmp_path.iterdir()) == []
    assert capfd.readouterr() == ("", "")
