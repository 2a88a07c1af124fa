"""One position of a recorded game as lines: the move that led to it, the board, the seats."""

from collections.abc import Sequence

from rich.text import Text

from arena.analysis import insight
from arena.game import Game
from arena.moves import Move, Placement, Trade
from arena.record import Frame, Record
from arena.tiles import in_order
from bots_sdk.cli.picture import Pen, plain
from bots_sdk.ending import result


def position(
    record: Record,
    shown: Sequence[Frame],
    turn: int,
    pen: Pen,
    *,
    width: int,
    height: int | None = None,
) -> Text:
    """The position after so many turns, cut to this width and, if given, this height."""
    game = position_after(shown, turn)
    last = shown[turn - 1] if turn else None
    fresh = last.turn.move.cells if last and isinstance(last.turn.move, Placement) else ()
    below = [Text(), _happened(record, shown, turn, pen), *_seats(record, game, last, pen)]
    if last and last.turn.move:
        below.append(_judged(record, last, turn))
    if game.outcome:
        below.append(Text(plain(result(record)), "bold"))
    room = None if height is None else height - len(below)
    lines = [*pen.board(game.board, fresh, width=width, height=room), *below]
    for line in lines:
        line.truncate(width)
    return Text("\n").join(lines)


def position_after(shown: Sequence[Frame], turn: int) -> Game:
    """The game after so many turns."""
    return shown[turn].before if turn < len(shown) else shown[-1].after


def name_of(record: Record, seat: int) -> str:
    """The name of a seat, safe to show."""
    return plain(record.seats[seat].name)


def told(move: Move, pen: Pen) -> Text:
    """A move in words and tiles."""
    if isinstance(move, Placement):
        line = Text("plays")
        for tile, (x, y) in zip(move.tiles, move.cells, strict=True):
            line.append(" ").append_text(pen.tile(tile)).append(f"@{x},{y}", "dim")
        return line
    if isinstance(move, Trade):
        return Text("trades ").append_text(pen.tiles(move.tiles))
    return Text("passes")


def _happened(record: Record, shown: Sequence[Frame], turn: int, pen: Pen) -> Text:
    line = Text.styled(f"turn {turn} of {len(shown)}  ", "dim")
    bag = f"  bag {position_after(shown, turn).bag_count}"
    if turn == 0:
        opener = shown[0].before.to_move
        assert opener is not None, "a game that has turns has somebody to open it"
        return line.append(f"{name_of(record, opener)} is to open").append(bag, "dim")
    frame = shown[turn - 1]
    line.append(f"{name_of(record, frame.turn.seat)} ", "bold")
    move = frame.turn.move
    if move is None:
        seat = record.seats[frame.turn.seat]
        return line.append(f"is out: {seat.ending}. {plain(seat.detail)}", "red")
    line.append_text(told(move, pen))
    if isinstance(move, Placement):
        line.append(f"  +{frame.turn.points}", "bold")
        qwirkles = sum(len(cells) == 6 for cells in frame.before.board.lines(move))
        line.append("  QWIRKLE" * qwirkles, "bold yellow")
        if bonus := frame.turn.points - frame.before.judge(move):
            line.append(f" ({bonus} for the last tile)")
    return line.append(bag, "dim").append(f"  {frame.turn.cpu_ms:.0f} ms", "dim")


def _seats(record: Record, game: Game, last: Frame | None, pen: Pen) -> list[Text]:
    """Who is to move, the names, the scores and what was gained just now, the hands."""
    room = max(len(name_of(record, seat)) for seat in range(len(record.seats)))
    lines = []
    for seat, hand in enumerate(game.hands):
        to_move = seat == game.to_move
        line = Text((">" if pen.ascii else "▸") if to_move else " ")
        line.append(f" {name_of(record, seat):<{room}}", "bold" if to_move else "")
        line.append(f" {game.scores[seat]:>4}", "bold")
        gain = last.turn.points if last and last.turn.seat == seat else 0
        line.append(f" {f'+{gain}' if gain else '':<4}", "green")
        line.append_text(pen.tiles(in_order(hand)))
        if not game.playing[seat]:
            line.append("  out", "red")
        lines.append(line)
    return lines


def _judged(record: Record, frame: Frame, turn: int) -> Text:
    """What the move left and gave away, and what the draw brought."""
    one = insight(frame, turn, record.seed)
    said = [_counted(one.missed, "point") + " left on the table"] if one.missed else []
    if one.set_up:
        said.append(_counted(one.set_up, "Qwirkle") + " set up")
    if one.held:
        said.append(f"the next player can take {_counted(one.held, 'Qwirkle')} with one tile")
    if frame.turn.drew:
        said.append(f"luck of the draw {one.luck:+.1f}")
    return Text("; ".join(said), "dim")


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"
