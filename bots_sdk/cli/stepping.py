"""A bot in this very process, under Python's debugger on the turn in question."""

import pdb
import sys
from pathlib import Path
from time import perf_counter, process_time

from arena.moves import Move
from arena.player import Answer, Ending, Forfeit, Greeting
from arena.protocol import Follower, Teller
from arena.view import View
from bots_sdk.bot import Bot
from bots_sdk.runner import BotError, before, checked, load, report


class Left(Exception):  # noqa: N818 - the author's decision
    """The author has left the debugger before the bot had answered."""


class Stepped:
    """A player that stops before the first line of ``choose`` at ``turn``, and where it fails.

    It is not confined and not timed: for the author's own bot on the author's own terminal.
    """

    def __init__(self, file: Path, turn: int) -> None:
        self._file = file
        self._turn = turn
        self._teller = Teller()
        self._bot: Bot
        self._follower: Follower

    def start(self, greeting: Greeting) -> float:
        """Load the bot and let it set itself up; raises Forfeit where it cannot."""
        sys.path.insert(0, str(self._file.parent))
        self._follower = Follower(greeting)
        started = process_time()
        try:
            self._bot = load(str(self._file))
            self._bot.setup(before(greeting))
        except Exception as error:
            raise _failed(error) from error
        return 1000 * (process_time() - started)

    def choose(self, view: View) -> Answer:
        """The bot's move; raises Forfeit where it fails, and Left."""
        # By way of the wire, so that it gets the very same view.
        game = self._follower.view(self._teller.turn(view))
        cpu, wall = process_time(), perf_counter()
        try:
            move = checked(self._step(game) if game.turn == self._turn else self._bot.choose(game))
        except Left:
            raise
        except Exception as error:
            if not isinstance(error, BotError) and game.turn == self._turn:
                pdb.post_mortem(error.__traceback__)
            raise _failed(error) from error
        return Answer(move, 1000 * (process_time() - cpu), 1000 * (perf_counter() - wall))

    def _step(self, game: View) -> Move:
        answers: list[Move] = []
        debugger = pdb.Pdb(skip=["arena.*", "bots_sdk.*"])
        debugger.runcall(lambda: answers.append(self._bot.choose(game)))
        # Whoever quits ends the call, and nothing else tells of it.
        if not answers:
            raise Left
        return answers[0]


def _failed(error: Exception) -> Forfeit:
    report(error)
    return Forfeit(Ending.EXITED, f"It raised {type(error).__name__}: {error}")
