"""Brings a bot to its turn by the way that led there, and asks for its move."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from arena.legality import IllegalMoveError
from arena.player import Answer, Ending, Forfeit, Greeting, Player
from arena.referee import Stopped, rng_seed
from arena.view import View
from sixfold.matches.models import TimeRule
from sixfold.play.table import Table

LIMITS = TimeRule.FAST.limits
"""A person waits, at each turn for all the time that the bot has thought in this game."""
PATIENCE = 60.0
"""Seconds after which a bot is asked no further question, or it would keep its worker for long."""


def ask(player: Player, table: Table, *, free: int, stop: Callable[[], bool]) -> Answer:
    """The move of the bot that is on move, which the rules allow.

    No process waits for a person, who may come back tomorrow: each turn has a new one. It is asked
    what it was asked before, whatever it answers now, so that its random numbers and what it keeps
    in mind are as in a match. The first `free` turns of the game take no time from its bank. Raises
    Forfeit, Stopped where `stop` says so, and InfrastructureFailure.
    """
    seat = table.game.to_move
    assert seat is not None, "nobody is asked once the game is over"
    until = time.monotonic() + PATIENCE
    player.start(greeting(table, seat))
    for view in requests(table, seat, free):
        if stop():
            raise Stopped
        if time.monotonic() > until:
            raise Forfeit(
                Ending.WALL_TIME,
                _("Its turns up to the present one took longer than %(seconds)d s.")
                % {"seconds": PATIENCE},
            )
        answer = player.choose(view)
    try:
        view.judge(answer.move)
    except IllegalMoveError as error:
        raise Forfeit(
            Ending.ILLEGAL, str(error), cpu_ms=answer.cpu_ms, wall_ms=answer.wall_ms
        ) from None
    return answer


def greeting(table: Table, seat: int) -> Greeting:
    """What a bot is told before its first turn."""
    return Greeting(
        ruleset=table.ruleset,
        players=table.seats,
        me=seat,
        rng_seed=rng_seed(table.seed, seat),
        limits=LIMITS,
    )


def requests(table: Table, seat: int, free: int) -> Iterator[View]:
    """What the bot of a seat is asked on each of its turns, the present one last."""
    bank = LIMITS.bank_ms
    for turn, game in enumerate(table.games):
        if game.to_move == seat:
            bank += LIMITS.increment_ms
            yield replace(game.view(seat), time_left_ms=bank)
            # Somebody else may have left while it was on move.
            if free <= turn < len(table.acts) and table.acts[turn].seat == seat:
                bank -= table.acts[turn].cpu_ms
