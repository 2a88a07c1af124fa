"""A game, or its failure, in the words and pictures that its author needs."""

from collections.abc import Sequence

from arena.game import Game
from arena.limits import MEGABYTE, Limits
from arena.player import Ending
from arena.record import Record, frames

TRACEBACK = "Traceback (most recent call last):"
NO_BOT = "BotError: "
TRACEBACK_LINES = 40
OUTSIDE = {"OSError", "PermissionError", "FileNotFoundError", "BlockingIOError", "socket.gaierror"}
"""Errors of a bot that reaches for what is not in the sandbox."""


def result(record: Record, me: int, rival: str) -> str:
    """A finished game of two in words, such as "Won 212 to 180 against house/greedy."."""
    mine, theirs = record.outcome.scores[me], record.outcome.scores[1 - me]
    if mine > theirs:
        return f"Won {mine} to {theirs} against {rival}."
    if mine < theirs:
        return f"Lost {mine} to {theirs} against {rival}."
    return f"Drew {mine} to {theirs} against {rival}."


def fall(record: Record, seat: int) -> tuple[Game, int]:
    """The game as it stood when a seat forfeited, and how many turns had been played."""
    for number, frame in enumerate(frames(record)):
        if frame.turn.seat == seat and frame.turn.move is None:
            return frame.before, number
    raise ValueError(f"Seat {seat} has not forfeited in this record.")


def traceback(log: Sequence[tuple[int, str]]) -> str:
    """The last traceback that a bot has printed, or else the last lines of its output."""
    return "\n".join(_last_words(log)[-TRACEBACK_LINES:])


def cause(log: Sequence[tuple[int, str]]) -> str:
    """The error that ended a bot, as Python names it, such as "KeyError: 'x'"; or nothing."""
    lines = _last_words(log)
    # Frames are indented, notes follow; that the file holds no bot is told without frames.
    if lines and lines[0].startswith((TRACEBACK, 'File "')):
        return next((line for line in lines[1:] if not line.startswith(" ")), "")
    return next((line for line in lines if line.startswith(NO_BOT)), "")


def _last_words(log: Sequence[tuple[int, str]]) -> list[str]:
    """The last traceback with all its lines, or else the bot's last output."""
    text = log[-1][1] if log else ""
    _, mark, after = text.rpartition(TRACEBACK)
    return (mark + after).strip().splitlines()


def advice(ending: Ending, cause: str, limits: Limits) -> str:
    """What an author can do about a failure, with the limit that it met; or nothing."""
    name = cause.partition(":")[0]
    match ending:
        case Ending.EXITED if name == "MemoryError":
            return f"A bot has {limits.memory_bytes // MEGABYTE} MB of memory for all that it does."
        case Ending.EXITED if name == "ModuleNotFoundError":
            return (
                "A bot has Python's standard library, the kit and its own files, and of other "
                "packages only those that the server's operator has installed for bots."
            )
        case Ending.EXITED if name in OUTSIDE:
            return (
                "In the sandbox there are no files to write, no network and no other processes: a "
                "bot has its own files, Python's library and the kit."
            )
        case Ending.EXITED if not cause:
            return (
                "Python told of no error: the bot called an exit function, came to the end of its "
                "main.py, or crashed in native code, as endless recursion does."
            )
        case Ending.CPU_TIME:
            return (
                f"A bot has {limits.start_cpu_ms / 1000:g} s of CPU time to start, then "
                f"{limits.bank_ms / 1000:g} s for the match and {limits.increment_ms / 1000:g} s "
                "more for each move, all its threads together. game.time_left_ms says what is left."
            )
        case Ending.WALL_TIME:
            return (
                f"An answer may take {limits.wall_factor:g} times the CPU time that is left, and "
                f"at least {limits.wall_floor_ms / 1000:g} s, and all waiting in a match together "
                f"{limits.waiting_ms / 1000:g} s: a bot that waits for something waits in vain, "
                "since nobody else is there."
            )
        case Ending.ILLEGAL:
            return (
                "game.legal_moves() lists the legal moves, and game.judge(move) says why another "
                "is not one."
            )
        case Ending.MALFORMED | Ending.LINE_TOO_LONG | Ending.UNSOLICITED:
            return (
                "The kit answers in the right form by itself. A main.py that speaks the protocol "
                'writes one line for each request, such as {"move": "Rc@0,0"}, and nothing else; '
                "what it prints for its author goes to standard error."
            )
        case Ending.STDERR_LIMIT:
            return (
                f"Print less: {limits.log_flood_bytes // MEGABYTE} MB are allowed in a match, and "
                f"the last {limits.log_bytes // 1024} kB are kept."
            )
    return ""


def why(ending: Ending, detail: str, log: Sequence[tuple[int, str]], limits: Limits) -> str:
    """Why a bot was out: the error that it died of, what the referee saw, what can be done."""
    raised = cause(log) if ending is Ending.EXITED else ""
    stop = "." if raised and raised[-1] not in ".!?" else ""
    return " ".join(filter(None, (raised + stop, detail, advice(ending, raised, limits))))


def position(game: Game, seat: int) -> str:
    """What a seat saw: score, hand and board, with y growing upwards."""
    scores, hand = " : ".join(map(str, game.scores)), " ".join(map(str, game.hands[seat]))
    lines = [
        f"Turn {game.turn}: scores {scores}, tiles in the bag: {game.bag_count}",
        f"Hand: {hand or '-'}",
    ]
    if not game.board:
        return "\n".join([*lines, "The board is empty."])
    xs = [x for x, _ in game.board]
    ys = [y for _, y in game.board]
    columns = range(min(xs), max(xs) + 1)
    for y in range(max(ys), min(ys) - 1, -1):
        row = (str(game.board[x, y]) if (x, y) in game.board else " ." for x in columns)
        lines.append(f"{y:>4}  {' '.join(row)}")
    lines.append(f"      {' '.join(f'{x:>2}' for x in columns)}")
    return "\n".join(lines)
