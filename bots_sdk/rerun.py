"""Gives a bot the position that a seat had in a recorded game, by the way that led there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from arena.legality import IllegalMoveError
from arena.moves import Move
from arena.player import Answer, Ending, Forfeit, Greeting, Player
from arena.record import Frame, Record
from arena.referee import rng_seed
from arena.view import View


@dataclass(frozen=True, slots=True)
class Differs:
    """An earlier turn at which the bot answered with another move than the record has."""

    turn: int
    recorded: Move
    answer: Move


@dataclass(slots=True)
class Rerun:
    """What a bot did when it was asked once more."""

    seat: int
    turn: int
    view: View | None = None
    """What it was asked last, at ``turn`` unless it failed before; None if it did not start."""
    answer: Answer | None = None
    """Its answer at ``turn``; None where it failed, or the seat was not on move."""
    failure: Forfeit | None = None
    """Why it would be out, an illegal move included."""
    differs: list[Differs] = field(default_factory=list)
    earlier: int = 0
    """How many moves the record has of this seat before ``turn``."""


def rerun(player: Player, record: Record, shown: Sequence[Frame], turn: int) -> Rerun:
    """Ask a player what the seat on move after ``turn`` turns was asked, from the first turn on.

    It gets the same greeting, the same views in the same order and the same time as in the match,
    whatever it answers: so its random numbers are where they were, and what it keeps in mind is
    what it would have kept. ``shown`` is the record replayed. Raises InfrastructureFailure.
    """
    seat = shown[turn].turn.seat
    again = Rerun(seat, turn)
    try:
        player.start(greeting(record, seat))
        for frame, view in requests(record, shown, turn):
            again.view = view
            answer = player.choose(view)
            if view.turn == turn:
                again.answer = answer
                view.judge(answer.move)
            elif frame.turn.move is not None:
                again.earlier += 1
                if answer.move != frame.turn.move:
                    again.differs.append(Differs(view.turn, frame.turn.move, answer.move))
    except Forfeit as failure:
        again.failure = failure
    except IllegalMoveError as error:
        again.failure = Forfeit(Ending.ILLEGAL, str(error))
    return again


def greeting(record: Record, seat: int) -> Greeting:
    """What the referee told this seat before the first turn."""
    return Greeting(
        ruleset=record.ruleset,
        players=len(record.seats),
        me=seat,
        rng_seed=rng_seed(record.seed, seat),
        limits=record.limits,
    )


def requests(record: Record, shown: Sequence[Frame], turn: int) -> Iterator[tuple[Frame, View]]:
    """Each turn of the seat that was on move after ``turn`` turns up to that one, with its view."""
    seat = shown[turn].turn.seat
    bank = record.limits.bank_ms
    for frame in shown[: turn + 1]:
        # A bot that does not start is out before it is on move.
        if frame.turn.seat == seat == frame.before.to_move:
            bank += record.limits.increment_ms
            yield frame, replace(frame.before.view(seat), time_left_ms=bank)
            bank -= frame.turn.cpu_ms
