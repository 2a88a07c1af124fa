"""``sixfold play``: many games between bots, and what they say about strength."""

import os
import secrets
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Annotated

import typer
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
from arena.ruleset import RULESETS
from arena.sandbox import SandboxUnavailable
from bots_sdk.cli.bots import entrants
from bots_sdk.cli.launcher import FIND, strongest
from bots_sdk.cli.report import as_json, show
from bots_sdk.cli.terminal import Exit, err, fail
from bots_sdk.results import tally
from bots_sdk.series import Played, fixtures
from bots_sdk.series import play as play_series


def play(
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT BOT...", help="Files, folders or samples; the first is yours."),
    ],
    games: Annotated[
        int, typer.Option(min=1, help="How many games; whole pairs are played.")
    ] = 100,
    seed: Annotated[
        int | None, typer.Option(help="The same number deals the same tiles again.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(min=1, help="Games at a time; by default one for each processor.")
    ] = os.cpu_count() or 1,
    rules: Annotated[str, typer.Option(help=f"One of {', '.join(RULESETS)}.")] = "classic",
    save: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep the record of every game in a folder.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Play games between bots, with the seats swapped on every seed."""
    ruleset = RULESETS.get(rules)
    if ruleset is None:
        fail(f"There are no rules called {rules}; there are {', '.join(RULESETS)}.")
    if not 2 <= len(bots) <= ruleset.max_seats:
        fail(f"A game has 2 to {ruleset.max_seats} bots, not {len(bots)}.")
    table = entrants(bots)
    if save:
        _prepare(save)
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    planned = fixtures(len(table), games, seed)
    tier = strongest()
    started = play_series(table, planned, FIND[tier], jobs=min(jobs, games), ruleset=ruleset)
    played = _watch(started, table[0].name, len(planned), save)
    size = sum(fixture.cluster == 0 for fixture in planned)
    # After Ctrl-C the last pair may lack its second game.
    whole = played[: len(played) // size * size]
    if not whole:
        fail("Too few games were finished to say anything.", Exit.BOT_FAILED)
    tallies = [tally(whole, entrant) for entrant in range(len(table))]
    names = [entrant.name for entrant in table]
    if json:
        as_json(names, tallies, whole, seed, tier)
    else:
        show(names, tallies, whole, seed, save)
    if any(one.errors for one in tallies):
        raise typer.Exit(Exit.BOT_FAILED)


def _watch(games: Iterator[Played], name: str, planned: int, save: Path | None) -> list[Played]:
    """The games as they were played, behind a progress bar; those until Ctrl-C, if it comes."""
    played: list[Played] = []
    try:
        with _progress() as progress:
            task = progress.add_task(escape(name), total=planned)
            for game in games:
                played.append(game)
                if save:
                    (save / f"{game.fixture.number}.json").write_bytes(dumps(game.record))
                progress.advance(task)
    except (InfrastructureFailure, SandboxUnavailable, BrokenProcessPool) as failure:
        fail(f"The games could not go on: {failure}", Exit.MACHINE)
    except OSError as error:
        fail(f"A record could not be saved: {error.strerror}.", Exit.MACHINE)
    except KeyboardInterrupt:
        err.print(f"[yellow]Stopped after {len(played)} of {planned} games.[/]")
    return played


def _prepare(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            fail(f"{folder} is not empty; name a new folder, so that no game is overwritten.")
    except OSError as error:
        fail(f"{folder} cannot be used: {error.strerror}.")


class _Speed(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        speed = task.completed / task.elapsed if task.elapsed else 0
        return Text(f"{speed:.1f} games/s", style="dim")


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        _Speed(),
        console=err,
        disable=not err.is_terminal,
    )
