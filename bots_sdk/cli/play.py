"""``sixfold play``: many games between bots, and what they say about strength."""

import shlex
from typing import Annotated

import typer
from rich.text import Text

from arena.record import frames
from bots_sdk.cli.bots import entrants
from bots_sdk.cli.launcher import FIND, strongest
from bots_sdk.cli.options import JOBS, RULES, Jobs, Json, Rules, Save, Seed, any_seed, ruleset
from bots_sdk.cli.picture import Pen
from bots_sdk.cli.position import position
from bots_sdk.cli.report import as_json
from bots_sdk.cli.report import show as report
from bots_sdk.cli.terminal import Exit, fail, out
from bots_sdk.cli.watching import prepare, say_if_more, watch
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
    seed: Seed = None,
    jobs: Jobs = JOBS,
    rules: Rules = RULES,
    save: Save = None,
    show: Annotated[
        bool, typer.Option("--show", help="Draw the last position of every game as it ends.")
    ] = False,
    json: Json = False,
) -> None:
    """Play games between bots, with the seats swapped on every seed."""
    if show and json:
        fail("--show draws for you and --json prints for programs: choose one of them.")
    edition = ruleset(rules)
    if len(bots) == 1:
        line = shlex.join(["sixfold", "play", bots[0], "greedy"])
        fail(f"{bots[0]} needs an opponent, for example greedy: {line}")
    if not 2 <= len(bots) <= edition.max_seats:
        fail(f"A game has 2 to {edition.max_seats} bots, not {len(bots)}.")
    table = entrants(bots)
    if save:
        prepare(save)
    seed = any_seed() if seed is None else seed
    planned = fixtures(len(table), games, seed)
    say_if_more(games, len(planned))
    tier = strongest()
    started = play_series(table, planned, FIND[tier], jobs=min(jobs, games), ruleset=edition)
    played: list[Played] = []

    def each(game: Played) -> None:
        played.append(game)
        if show:
            out.print(ending(game), end="\n\n")

    watch(started, table[0].name, len(planned), each, save, bar=not show)
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
        report(names, tallies, whole, seed, save, bots)
    if any(one.errors for one in tallies):
        raise typer.Exit(Exit.BOT_FAILED)


def ending(game: Played) -> Text:
    """The last position of a game, with its number."""
    shown = list(frames(game.record))
    drawn = position(game.record, shown, len(shown), Pen.of(out), width=out.width)
    return Text(f"game {game.fixture.number}\n", "bold").append_text(drawn)
