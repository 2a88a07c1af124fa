"""``sixfold debug``: a bot on the position that it, or another, had in a recorded game."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.text import Text

from arena.moves import Placement
from arena.player import InfrastructureFailure
from arena.record import Frame, Record
from arena.sandbox import entry
from bots_sdk import samples
from bots_sdk.check.explain import why
from bots_sdk.cli.bots import at_home, entrant
from bots_sdk.cli.launcher import FIND, strongest
from bots_sdk.cli.picture import Pen
from bots_sdk.cli.position import name_of, position, told
from bots_sdk.cli.records import RecordFile, on_server, read
from bots_sdk.cli.remote.logs import printed
from bots_sdk.cli.stepping import Left, Stepped
from bots_sdk.cli.terminal import Exit, err, fail, out
from bots_sdk.rerun import Rerun, rerun
from bots_sdk.series import Entrant

Log = list[tuple[int, str]]

SHOWN = 5
"""How many of the earlier moves that differ are shown."""


def debug(
    file: RecordFile,
    turn: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="The turn as the bot knows it, game.turn: how many came before. By default the"
            " move that the address of a match shows.",
        ),
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option(help="A file, a folder or a sample; by default the sample that played."),
    ] = None,
    pdb: Annotated[
        bool, typer.Option("--pdb", help="Stop at choose() in Python's debugger, unconfined.")
    ] = False,
    ascii: Annotated[  # noqa: A002 - the option's name
        bool, typer.Option("--ascii", help="Letters instead of shapes: Rc for the red circle.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> None:
    """Ask a bot again what a seat was asked in a recorded game, exactly as it was then."""
    at = on_server(file)
    if turn is None:
        if at is None or not at.turn:
            fail("Which turn? Say it with --turn, or with an address that ends in a turn: #t31.")
        # The address leads to the position behind the move.
        turn = at.turn - 1
    _, record, shown = read(file)
    if turn >= len(shown):
        fail(f"The last move was made at turn {len(shown) - 1}; ask for a turn from 0 to that.")
    if pdb and json:
        fail("--pdb talks to you and --json to programs: choose one of them.")
    name = bot or _sample(record, shown[turn].turn.seat)
    mine = entrant(name)
    pen = Pen.of(out, ascii=ascii)
    if not json:
        out.print(position(record, shown, turn, pen, width=out.width))
    again, log = (_step if pdb else _ask)(mine, name, record, shown, turn)
    then = printed(at, again.seat, turn) if at else ""
    if json:
        out.print_json(data={**_as_json(again, log, shown), "printed_then": then})
    else:
        _show(again, log, name, record, shown, pen)
        _show_lines("then", then)
    if again.failure:
        raise typer.Exit(Exit.BOT_FAILED)


def _sample(record: Record, seat: int) -> str:
    """The sample that sat there."""
    name = record.seats[seat].name.rpartition("/")[2]
    if name not in samples.NAMES:
        fail(f"{name_of(record, seat)} was on move; say with --bot in which file it is.")
    return name


def _ask(mine: Entrant, _: str, record: Record, shown: list[Frame], turn: int) -> tuple[Rerun, Log]:
    """Through the real process, in the strongest sandbox that holds."""
    launcher = FIND[strongest()]()
    try:
        with launcher.player(mine.files, mine.name) as player:
            return rerun(player, record, shown, turn), player.log
    except InfrastructureFailure as failure:
        fail(f"The bot could not be asked: {failure}", Exit.MACHINE)


def _step(
    mine: Entrant, name: str, record: Record, shown: list[Frame], turn: int
) -> tuple[Rerun, Log]:
    """In this process, from the file itself, so that the debugger shows the author's lines."""
    path = Path(name)
    main = entry(mine.files)
    if not path.exists():
        path = samples.FOLDER / main
    elif path.is_dir():
        path /= main
    elif path.suffix != ".py":
        fail(f"Unpack {name} first: the debugger shows the lines of a file.")
    if path.name == "main.py":
        fail(f"{path} speaks the protocol by itself, so there is no choose() to stop at.")
    try:
        return rerun(Stepped(path.resolve(), turn), record, shown, turn), []
    except Left:
        err.print("[yellow]You left the debugger before the bot had answered.[/]")
        raise typer.Exit from None


def _show(again: Rerun, log: Log, typed: str, record: Record, shown: list[Frame], pen: Pen) -> None:
    """Print what the bot that its author named ``typed`` did, for people."""
    frame = shown[again.turn]
    left = f" with {again.view.time_left_ms:,.0f} ms left" if again.view else ""
    seat = name_of(record, again.seat)
    out.print(f"\n[bold]{escape(typed)}[/] is asked for {escape(seat)}, on move{left}")
    last = again.view.turn if again.view else -1
    _show_lines("log", at_home("".join(text for turn, text in log if turn == last), typed))
    if again.answer:
        answer = Text("  answer  ").append_text(told(again.answer.move, pen))
        out.print(answer.append(_worth(again)))
        out.print(
            f"  time    {again.answer.cpu_ms:.1f} ms of CPU time,"
            f" {frame.turn.cpu_ms:.1f} ms in the record"
        )
    if again.failure:
        early = f" at turn {last} already" if 0 <= last < again.turn else ""
        out.print(
            f"[bold red]✖ It failed{early}: {again.failure.ending}.[/]"
            f" {escape(why(again.failure.ending, again.failure.detail, log, record.limits))}"
        )
    _compare(again, frame, pen)


def _show_lines(label: str, text: str) -> None:
    for line in text.splitlines():
        out.print(f"  [dim]{label:<7}[/] {escape(line)}")


def _worth(again: Rerun) -> str:
    """The points of the answer, beside the most that there were."""
    if again.failure or not again.answer or not again.view:
        return ""
    points = again.view.judge(again.answer.move)
    best = max(again.view.legal_moves().points)
    more = f" (the best placement scores {best})" if best > points else ""
    return f"  +{points}{more}" if isinstance(again.answer.move, Placement) else more


def _compare(again: Rerun, frame: Frame, pen: Pen) -> None:
    """Say whether it did as the record has it."""
    recorded = frame.turn.move
    if recorded is None:
        out.print("[yellow]●[/] The record has a forfeit here.")
    elif again.answer and again.answer.move == recorded:
        out.print("[green]✔[/] This is the recorded move.")
    elif again.answer:
        line = Text("● ", "yellow").append("The record has another move: it ", "default")
        out.print(line.append_text(told(recorded, pen)))
    if not again.differs:
        return
    out.print(
        f"[yellow]●[/] It did not repeat {len(again.differs)} of the {again.earlier} recorded moves"
        " before; it is another bot, or reads a clock, or draws numbers that are not game.rng's."
    )
    for one in again.differs[:SHOWN]:
        out.print(f"  [dim]turn {one.turn}: {one.answer}, recorded {one.recorded}[/]")


def _as_json(again: Rerun, log: Log, shown: list[Frame]) -> dict[str, object]:
    recorded = shown[again.turn].turn.move
    answer, failure = again.answer, again.failure
    return {
        "turn": again.turn,
        "seat": again.seat,
        "time_left_ms": again.view.time_left_ms if again.view else None,
        "answer": str(answer.move) if answer else None,
        "cpu_ms": answer.cpu_ms if answer else None,
        "wall_ms": answer.wall_ms if answer else None,
        "ending": failure.ending if failure else None,
        "detail": failure.detail if failure else None,
        "recorded": str(recorded) if recorded else None,
        "repeats": answer is not None and answer.move == recorded,
        "earlier": again.earlier,
        "differs": [
            {"turn": one.turn, "answer": str(one.answer), "recorded": str(one.recorded)}
            for one in again.differs
        ],
        "log": [{"turn": turn, "text": text} for turn, text in log],
    }
