"""A game, or its failure, in the words and pictures that its author needs."""

from collections.abc import Sequence

from arena.game import Game
from arena.record import Record, frames

TRACEBACK_LINES = 40


def result(record: Record, me: int) -> str:
    """A finished game of two in words, such as "won 212 to 180"."""
    mine, theirs = record.outcome.scores[me], record.outcome.scores[1 - me]
    verb = "won" if mine > theirs else "lost" if mine < theirs else "drew"
    return f"{verb} {mine} to {theirs}"


def fall(record: Record, seat: int) -> tuple[Game, int]:
    """The game as it stood when a seat forfeited, and how many turns had been played."""
    for number, frame in enumerate(frames(record)):
        if frame.turn.seat == seat and frame.turn.move is None:
            return frame.before, number
    raise ValueError(f"Seat {seat} has not forfeited in this record.")


def traceback(log: Sequence[tuple[int, str]]) -> str:
    """The last traceback that a bot has printed, or else the last lines of its output."""
    text = log[-1][1] if log else ""
    _, mark, after = text.rpartition("Traceback (most recent call last):")
    return "\n".join((mark + after).strip().splitlines()[-TRACEBACK_LINES:])


def position(game: Game, seat: int) -> str:
    """What a seat saw: score, hand and board, with y growing upwards."""
    lines = [
        f"Turn {game.turn}: scores {' : '.join(map(str, game.scores))},"
        f" {game.bag_count} tiles in the bag",
        f"Hand: {' '.join(map(str, game.hands[seat])) or 'empty'}",
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
