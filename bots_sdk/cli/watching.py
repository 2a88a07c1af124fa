"""The games of a command as they are played: behind a progress bar, each saved as it ends."""

from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

from arena.player import InfrastructureFailure
from arena.record import dumps
from arena.sandbox import SandboxUnavailable
from bots_sdk.cli.terminal import Exit, err, fail
from bots_sdk.series import Played

ROOMY = 70
"""Columns of a terminal from which on there is more than a bar and a count."""


def watch(
    games: Iterator[Played],
    title: str,
    planned: int,
    each: Callable[[Played], str | None],
    save: Path | None = None,
    *,
    bar: bool = True,
) -> None:
    """Let the games be played behind a progress bar, until the last or Ctrl-C, which is said.

    ``each`` takes every game as it ends; what it returns is shown beside the bar. Where it prints
    to standard output there must be no ``bar``: while there is one, rich takes what is printed.
    Ends the command where the machine fails.
    """
    finished = 0
    try:
        with _progress(bar) as progress:
            task = progress.add_task(escape(title), total=planned, note="")
            for game in games:
                if save:
                    (save / f"{game.fixture.number}.json").write_bytes(dumps(game.record))
                finished += 1
                progress.update(task, advance=1, note=each(game) or "")
    except (InfrastructureFailure, SandboxUnavailable, BrokenProcessPool) as failure:
        fail(f"The games could not go on: {failure}", Exit.MACHINE)
    except OSError as error:
        fail(f"A record could not be saved: {error.strerror}.", Exit.MACHINE)
    except KeyboardInterrupt:
        err.print(f"[yellow]Stopped after {finished} of {planned} games.[/]")


def prepare(folder: Path) -> None:
    """Make an empty folder for records; ends the command where there are files in it already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            fail(f"{folder} is not empty; name a new folder, so that no game is overwritten.")
    except OSError as error:
        fail(f"{folder} cannot be used: {error.strerror}.")


def say_if_more(asked: int, planned: int) -> None:
    """Say where more games are played than were asked for, as luck would not even out otherwise."""
    if planned > asked:
        err.print(
            f"[dim]{planned} games instead of {asked}: every deal is played in all its seat"
            " orders.[/]"
        )


class _Speed(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        speed = task.completed / task.elapsed if task.elapsed else 0
        return Text(f"{speed:.1f} games/s", style="dim")


def _progress(bar: bool) -> Progress:
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    if err.width >= ROOMY:
        columns += [TimeElapsedColumn(), _Speed(), TextColumn("{task.fields[note]}")]
    return Progress(
        *columns,
        console=err,
        disable=not (bar and err.is_terminal),
    )
