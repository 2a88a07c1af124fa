"""Single keys from the terminal, while something is shown on it."""

import os
import re
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto


class Key(Enum):
    """What a key means to a command that steps through turns."""

    BACK = auto()
    ON = auto()
    FIRST = auto()
    LAST = auto()
    QUIT = auto()


# Terminals differ in what they send for the same key. The letters are those of the site's viewer.
KEYS = {
    **dict.fromkeys(("\x1b[D", "\x1bOD", "j", "h"), Key.BACK),
    **dict.fromkeys(("\x1b[C", "\x1bOC", "l", " "), Key.ON),
    **dict.fromkeys(("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "g"), Key.FIRST),
    **dict.fromkeys(("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "G"), Key.LAST),
    **dict.fromkeys(("q", "Q", "\x1b", "\x03", "\x04"), Key.QUIT),
}
_PRESSED = re.compile(r"\x1b(?:\[[0-9;]*.|O.)|.", re.DOTALL)


@contextmanager
def keyboard() -> Iterator[Iterator[Key]]:
    """The keys that are pressed from now on, without waiting for the end of a line.

    They end with Key.QUIT, at the latest when the terminal is gone. Keys without a meaning are
    passed over.
    """
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    now = termios.tcgetattr(terminal)
    now[tty.LFLAG] &= ~(termios.ICANON | termios.ECHO | termios.ISIG)
    # Without a flush: what was typed ahead counts.
    termios.tcsetattr(terminal, termios.TCSADRAIN, now)
    try:
        yield _keys(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _keys(terminal: int) -> Iterator[Key]:
    # A held key sends faster than a slow terminal draws: one read may hold several.
    while pressed := _read(terminal):
        for one in _PRESSED.findall(pressed):
            if one in KEYS:
                yield KEYS[one]
    yield Key.QUIT


def _read(terminal: int) -> str:
    try:
        return os.read(terminal, 64).decode("utf-8", "replace")
    # The terminal was closed.
    except OSError:
        return ""
