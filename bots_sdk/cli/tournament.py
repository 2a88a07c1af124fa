"""``sixfold tournament``: everybody against everybody, with a cross table and ratings."""

from collections.abc import Sequence
from math import comb
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from bots_sdk.cli.bots import entrants
from bots_sdk.cli.failures import Failures
from bots_sdk.cli.launcher import FIND, strongest
from bots_sdk.cli.options import JOBS, RULES, Jobs, Json, Rules, Save, Seed, any_seed, ruleset
from bots_sdk.cli.report import MINUS, signed
from bots_sdk.cli.terminal import Exit, fail, out
from bots_sdk.cli.watching import prepare, say_if_more, watch
from bots_sdk.ratings import Rating, fit
from bots_sdk.series import Played, round_robin
from bots_sdk.series import play as play_series

MOST = 32
"""Bots in a tournament; more would be 500 pairings and a table that no terminal shows."""


def tournament(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT BOT...", help="Files, folders, zips or samples.")
    ],
    games: Annotated[
        int, typer.Option(min=2, help="How many games of every two bots; whole pairs are played.")
    ] = 40,
    seed: Seed = None,
    jobs: Jobs = JOBS,
    rules: Rules = RULES,
    save: Save = None,
    json: Json = False,
) -> None:
    """Let every two of the bots play each other, and rate them all."""
    if not 2 <= len(bots) <= MOST:
        fail(f"A tournament has 2 to {MOST} bots, not {len(bots)}.")
    edition = ruleset(rules)
    field = entrants(bots)
    names = [entrant.name for entrant in field]
    if save:
        prepare(save)
    seed = any_seed() if seed is None else seed
    planned = round_robin(len(field), games, seed)
    say_if_more(games, len(planned) // comb(len(field), 2))
    points = [[0.0] * len(field) for _ in field]
    failures = Failures(names, bots)

    def each(game: Played) -> None:
        failures.look_at(game)
        first, second = sorted(game.fixture.order)
        points[first][second] += game.share(0)
        points[second][first] += game.share(1)

    tier = strongest()
    started = play_series(field, planned, FIND[tier], jobs=min(jobs, len(planned)), ruleset=edition)
    watch(started, "tournament", len(planned), each, save)
    if not any(map(any, points)):
        fail("Too few games were finished to say anything.", Exit.BOT_FAILED)
    ratings = fit(points)
    if json:
        out.print_json(data=_json(names, points, ratings, failures, seed, tier))
    else:
        _show(names, points, ratings, seed)
        failures.show()
    if failures:
        raise typer.Exit(Exit.BOT_FAILED)


def _show(
    names: Sequence[str],
    points: Sequence[Sequence[float]],
    ratings: Sequence[Rating],
    seed: int,
) -> None:
    """The cross table, the best first: each row's share of the points against each column."""
    order = _ranking(ratings)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim bold", pad_edge=False)
    for heading in ("", "bot", "Elo (95 %)", "points", "games"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=True)
    for rank in range(1, len(names) + 1):
        table.add_column(f"{rank}", justify="right", no_wrap=True)
    for rank, row in enumerate(order, 1):
        rating, won = ratings[row], sum(points[row])
        table.add_row(
            str(rank),
            escape(names[row]),
            f"{signed(rating.elo)} [dim]± {rating.bar:.0f}[/]",
            f"{won:g}",
            f"{won + sum(each[row] for each in points):g}",
            *(_percent(points[row][other], points[other][row]) for other in order),
        )
    out.print(table)
    out.print(
        "  Elo is against the mean of this field; a column is the share of the points won from the"
        f" bot of that rank, in %. Seed {seed}."
    )


def _ranking(ratings: Sequence[Rating]) -> list[int]:
    return sorted(range(len(ratings)), key=lambda one: -ratings[one].elo)


def _percent(won: float, lost: float) -> str:
    return f"{100 * won / (won + lost):.1f}" if won + lost else MINUS


def _json(
    names: Sequence[str],
    points: Sequence[Sequence[float]],
    ratings: Sequence[Rating],
    failures: Failures,
    seed: int,
    sandbox: str,
) -> dict[str, object]:
    return {
        "seed": seed,
        "sandbox": sandbox,
        "bots": [
            {
                "name": names[one],
                "elo": ratings[one].elo,
                "elo_95": ratings[one].bar,
                "points_from": dict(zip(names, points[one], strict=True)),
                "errors": failures.counts[one],
            }
            for one in _ranking(ratings)
        ],
    }
