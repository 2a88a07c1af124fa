"""Runs an author's bot: loads its file and answers the referee, which owns standard output.

It starts with every match, so it imports little: no pathlib, and traceback not before it is needed.
"""

import os
import sys
from collections.abc import Callable
from io import open_code
from random import Random
from types import ModuleType, TracebackType
from typing import Any, BinaryIO

from arena.board import Board
from arena.moves import Move, Pass, Placement, Trade
from arena.player import Greeting
from arena.protocol import READY, Follower, decode_start, encode_move
from arena.view import View
from bots_sdk.bot import Bot

OURS = {"arena", "bots_sdk", "importlib"}
"""The packages whose frames are of no use to an author."""


class BotError(Exception):
    """The author's file is no bot, or it answered with something that is no move."""


def main(path: str) -> None:
    """Play one match with the bot in the file ``path``; an error of the bot ends in exit status 1.

    The messages of errors go to standard error, which is the bot's log.
    """
    requests, answers = claim_pipes()
    try:
        play(load(path), requests, answers)
    except Exception as error:
        report(error)
        sys.exit(1)


def claim_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Take the protocol off the standard streams, so that nothing the bot prints can break it.

    Printed text joins standard error, and reading from standard input meets its end.
    """
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    # Some file at its end: in the sandbox there is no null device, and no pipe to be made.
    nothing = os.open(__file__, os.O_RDONLY)
    os.lseek(nothing, 0, os.SEEK_END)
    os.dup2(nothing, 0)
    os.close(nothing)
    # Both: print() writes to the object, a C library or os.write() to the descriptor.
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return requests, answers


def load(path: str) -> Bot:
    """Run the author's file and make its bot; raises BotError where it holds none, or several."""
    name = os.path.splitext(os.path.basename(path))[0]  # noqa: PTH119, PTH122
    # A file may be called random.py, but it must not take the place of Python's module.
    module = ModuleType("__bot__" if name in sys.modules else name)
    module.__file__ = path
    sys.modules[module.__name__] = module
    with open_code(path) as source:
        text = source.read()
    try:
        code = compile(text, path, "exec", dont_inherit=True)
    # Of some bytes that are no text; what else is no Python is a SyntaxError, with its line.
    except ValueError as error:
        raise BotError(f"The file is no Python source: {error}.") from None
    exec(code, module.__dict__)
    return find(module)


def find(module: ModuleType) -> Bot:
    """The bot of a module: its one subclass of Bot, or its function ``choose``."""
    found = [value for value in vars(module).values() if isinstance(value, type)]
    classes = [one for one in dict.fromkeys(found) if issubclass(one, Bot) and one is not Bot]
    classes = [one for one in classes if one.__module__ == module.__name__] or classes
    classes = [one for one in classes if not any(one in other.__mro__[1:] for other in classes)]
    if len(classes) > 1:
        names = ", ".join(one.__name__ for one in classes)
        raise BotError(f"The file has {len(classes)} bots ({names}); leave one subclass of Bot.")
    if classes:
        bot = classes[0]
        if bot.choose is Bot.choose:
            raise BotError(f"{bot.__name__} has no method choose(self, game).")
        return bot()
    if callable(getattr(module, "choose", None)):
        return Functions(module)
    raise BotError("The file has no bot: write a subclass of Bot, or a function choose(game).")


class Functions(Bot):
    """A module's function ``choose``, with ``setup`` where there is one, as a bot."""

    def __init__(self, module: ModuleType) -> None:
        self._choose: Callable[[View], Move] = module.choose
        self._setup: Callable[[View], object] | None = getattr(module, "setup", None)

    def setup(self, game: View) -> None:
        if self._setup:
            self._setup(game)

    def choose(self, game: View) -> Move:
        return self._choose(game)


def play(bot: Bot, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every request of one match, until the referee closes the pipe."""
    start = requests.readline()
    if not start:
        return
    greeting = decode_start(start)
    bot.setup(before(greeting))
    answers.write(READY)
    follower = Follower(greeting)
    for line in requests:
        game = follower.view(line)
        try:
            move = checked(bot.choose(game))
        except Exception as error:
            hand = " ".join(map(str, game.hand))
            error.add_note(f"This was turn {game.turn}, with the hand {hand}.")
            raise
        answers.write(encode_move(move))


def before(greeting: Greeting) -> View:
    """The game as ``setup`` sees it: who plays by which rules, and no tile yet."""
    seats = greeting.players
    return View(
        ruleset=greeting.ruleset,
        me=greeting.me,
        players=seats,
        hand=(),
        board=Board(),
        scores=(0,) * seats,
        hand_counts=(0,) * seats,
        bag_count=0,
        turn=0,
        history=(),
        playing=(True,) * seats,
        opening=0,
        time_left_ms=greeting.limits.start_cpu_ms,
        # Its own stream: numbers drawn here must not come again in the first turn.
        rng=Random(greeting.rng_seed + " setup"),
    )


def checked(move: Any) -> Move:
    """What ``choose`` returned, if it is a move; whether a legal one, the referee decides."""
    if isinstance(move, Placement | Trade | Pass):
        return move
    raise BotError(
        "choose() has to return a move, such as one of game.legal_moves();"
        f" it returned {str(move)[:80]!r}, which is of type {type(move).__name__}."
    )


def report(error: BaseException) -> None:
    """Write an error to the log as Python does, but only with the frames of the author's code."""
    if isinstance(error, BotError):
        print(f"BotError: {error}", *getattr(error, "__notes__", ()), sep="\n", file=sys.stderr)
        return
    seen: BaseException | None = error
    while seen:
        seen.__traceback__ = authors_frames(seen.__traceback__)
        seen = seen.__cause__ or seen.__context__
    # The built-in hook, as the author may have put another in sys.excepthook.
    (sys.__excepthook__)(type(error), error, error.__traceback__)


def authors_frames(trace: TracebackType | None) -> TracebackType | None:
    """A traceback without the frames of this package, of the arena and of the import system."""
    kept: list[TracebackType] = []
    while trace:
        # By module, not by file: methods that dataclasses write have no file.
        module = str(trace.tb_frame.f_globals.get("__name__"))
        if module.partition(".")[0] not in OURS:
            kept.append(trace)
        trace = trace.tb_next
    cut: TracebackType | None = None
    for frame in reversed(kept):
        cut = TracebackType(cut, frame.tb_frame, frame.tb_lasti, frame.tb_lineno)
    return cut
