"""How a bot lost by its own fault, as its author needs it told: the cause first."""

from dataclasses import dataclass

from arena.player import Ending
from bots_sdk.check import explain
from sixfold.matches.models import Seat
from sixfold.matches.storage import Log, read_record


@dataclass(frozen=True, slots=True)
class Failure:
    """A forfeit with all that is known of it; for the bot's owner only."""

    turn: int
    """As replays count: the position behind the move that failed."""
    cause: str
    """The error that Python told of, such as "KeyError: 'x'"; empty where it told of none."""
    advice: str
    """What can be done about it, with the limit that was met."""
    traceback: str
    """Cut to the author's code."""
    log: str
    """What the bot had printed for that move before it failed."""
    position: str
    """Board and hand at the failure, as text."""


def failure(seat: Seat, log: Log) -> Failure | None:
    """How this seat failed; None where it did not. Raises RecordError."""
    if not seat.failed:
        return None
    record = read_record(seat.match)
    ending = Ending(seat.ending)
    before, turns = explain.fall(record, seat.number)
    started = record.seats[seat.number].start_cpu_ms > 0
    printed = tuple(entry for entry in log if entry[0] == (turns if started else -1))
    cause = explain.cause(printed) if ending is Ending.EXITED else ""
    traceback = explain.traceback(printed) if cause else ""
    text = "".join(text for _, text in printed).strip()
    return Failure(
        turn=turns + 1,
        cause=cause,
        advice=explain.advice(ending, cause, record.limits),
        traceback=traceback,
        log=text.removesuffix(traceback).strip(),
        position=explain.position(before, seat.number) if started else "",
    )
