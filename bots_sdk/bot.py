"""What an author writes: one method from what a seat may know to its move."""

from abc import ABC, abstractmethod

from arena.moves import Move
from arena.view import View


class Bot(ABC):
    """A player of Qwirkle: a subclass of this class, alone in its file, is a complete bot.

    >>> class MyBot(Bot):
    ...     def choose(self, game):
    ...         return max(game.legal_moves(), key=lambda move: move.points)

    One instance plays one match, so whatever it stores on itself lasts from turn to turn.
    ``print()`` is safe everywhere: its output goes to the log of that turn.
    """

    def setup(self, game: View) -> None:  # noqa: B027 - a hook: most bots need none
        """Get ready, once, before the first turn; tables are best built here.

        ``game`` tells the rules, the seats and ``time_left_ms``, but its hand and board are still
        empty. The time counts against the allowance to start, not against that of the moves.
        """

    @abstractmethod
    def choose(self, game: View) -> Move:
        """The move to make now, most simply one of ``game.legal_moves()``.

        It may use ``game.time_left_ms`` of CPU time, which is for all the moves to come as well.
        A move against the rules, an exception or too much time loses the match.
        """
