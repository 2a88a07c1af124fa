"""What a bot printed, as its owner reads it: by turn, with the errors in it."""

from dataclasses import dataclass

from arena.printed import CUT
from bots_sdk.check import explain
from sixfold.matches.storage import Log


@dataclass(frozen=True, slots=True)
class Entry:
    """What it printed on one turn."""

    turn: int
    """As replays count: the turn that it was about to make; 0 while it started."""
    text: str
    error: str
    """The error that Python told of in it, such as "KeyError: 'x'"; empty where it told of none."""


def entries(log: Log) -> list[Entry]:
    """A stored log, which counts the turns before each entry, with -1 for the start."""
    return [
        Entry(turn + 1, text, explain.cause([(turn, text)]) if explain.TRACEBACK in text else "")
        for turn, text in log
    ]


def cut(log: Log) -> bool:
    """Whether the beginning was not kept."""
    return bool(log) and log[0][1].startswith(CUT)


def as_text(log: Log) -> str:
    """The same as a text for downloading."""
    parts = (f"--- turn {turn + 1}\n{text}" if turn >= 0 else text for turn, text in log)
    return "\n".join(part.rstrip("\n") for part in parts) + "\n"
