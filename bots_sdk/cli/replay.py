"""``sixfold replay``: a game in the terminal, turn by turn."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group
from rich.live import Live
from rich.markup import escape
from rich.text import Text

from arena.record import Frame, Record
from arena.replay import replay as viewers_json
from bots_sdk.cli.keys import Key, keyboard
from bots_sdk.cli.picture import Pen
from bots_sdk.cli.position import position
from bots_sdk.cli.records import RecordFile, on_server, read
from bots_sdk.cli.terminal import fail, out
from bots_sdk.viewer import page


def replay(
    file: RecordFile,
    turn: Annotated[
        int | None,
        typer.Option(min=0, help="The position after so many turns; by default the last."),
    ] = None,
    ascii: Annotated[  # noqa: A002 - the option's name
        bool, typer.Option("--ascii", help="Letters instead of shapes: Rc for the red circle.")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print what the site's viewer draws, as JSON.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(metavar="OUT.html", help="Write the site's viewer with the game as one page."),
    ] = None,
) -> None:
    """Show a game: step through it by keys on a terminal, else print one position."""
    _, record, shown = read(file)
    if json:
        out.print_json(data=viewers_json(record))
        return
    if html:
        _write(html, page(record))
        return
    at = on_server(file)
    if turn is None:
        turn = len(shown) if at is None or at.turn is None else at.turn
    if turn > len(shown):
        fail(f"The game has {len(shown)} turns; ask for one from 0 to {len(shown)}.")
    pen = Pen.of(out, ascii=ascii)
    if out.is_terminal and not out.is_dumb_terminal and sys.stdin.isatty():
        turn = _step(record, shown, turn, pen)
    out.print(position(record, shown, turn, pen, width=out.width))


def _write(file: Path, text: str) -> None:
    if file.exists():
        fail(f"{file} exists already and stays as it is; choose another name.")
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}.")
    out.print(f"[green]✔[/] {escape(str(file))} shows the game in any browser, without a network.")


def _step(record: Record, shown: list[Frame], turn: int, pen: Pen) -> int:
    """Step through the turns until the reader has enough; the turn where that was."""

    def screen() -> Group:
        hint = "left, right: a turn   home, end: first, last   q: enough"
        size = out.size
        drawn = position(record, shown, turn, pen, width=size.width, height=size.height - 1)
        line = Text(hint, "dim")
        line.truncate(size.width)
        return Group(drawn, line)

    with keyboard() as keys, Live(screen(), console=out, screen=True, auto_refresh=False) as live:
        for key in keys:
            match key:
                case Key.BACK:
                    turn = max(0, turn - 1)
                case Key.ON:
                    turn = min(len(shown), turn + 1)
                case Key.FIRST:
                    turn = 0
                case Key.LAST:
                    turn = len(shown)
                case Key.QUIT:
                    break
            live.update(screen(), refresh=True)
    return turn
