"""``sixfold compare``: is the new version stronger? Games until the answer is known."""

from collections.abc import Mapping
from contextlib import closing
from math import isfinite
from typing import Annotated

import typer
from rich.markup import escape

from arena.sprt import Decision, Model, SequentialTest, estimate
from bots_sdk.cli.bots import entrants
from bots_sdk.cli.failures import Failures
from bots_sdk.cli.launcher import FIND, strongest
from bots_sdk.cli.options import JOBS, Jobs, Json, Save, Seed, any_seed
from bots_sdk.cli.report import finite, signed
from bots_sdk.cli.terminal import Exit, fail, out
from bots_sdk.cli.watching import prepare, watch
from bots_sdk.comparison import Comparison
from bots_sdk.series import Played, fixtures
from bots_sdk.series import play as play_series

WORDS: Mapping[Decision, str] = {
    Decision.ACCEPTED: "[bold green]✔ STRONGER than {old}:[/] {elo1:g} Elo are likelier than"
    " {elo0:g}.",
    Decision.REJECTED: "[bold red]✖ NOT STRONGER than {old}:[/] {elo0:g} Elo are likelier than"
    " {elo1:g}.",
    Decision.OPEN: "[bold yellow]● NOT DECIDED:[/] these pairs do not tell; --pairs allows more.",
}


def compare(
    old: Annotated[str, typer.Argument(help="The bot as it was: a file, folder, zip or sample.")],
    new: Annotated[str, typer.Argument(help="The bot as it is now.")],
    elo0: Annotated[float, typer.Option(help="No more than this is no progress.")] = 0,
    elo1: Annotated[float, typer.Option(help="This much is progress.")] = 20,
    normalised: Annotated[
        bool, typer.Option("--normalised", help="Elo by the spread of the results (nElo).")
    ] = False,
    pairs: Annotated[int, typer.Option(min=1, help="The most pairs of games to play.")] = 5_000,
    seed: Seed = None,
    jobs: Jobs = JOBS,
    save: Save = None,
    json: Json = False,
) -> None:
    """Play pairs of games until it is known whether NEW is stronger than OLD.

    It errs in 5 % of the cases, either way, and takes some 1,700 games by default.
    """
    try:
        test = SequentialTest(elo0, elo1, Model.NORMALISED if normalised else Model.LOGISTIC)
    except ValueError as error:
        fail(str(error))
    table = entrants([old, new])
    names = [entrant.name for entrant in table]
    if save:
        prepare(save)
    seed = any_seed() if seed is None else seed
    planned = fixtures(2, 2 * pairs, seed)
    comparison, failures = Comparison(test), Failures(names, [old, new])

    def each(game: Played) -> str:
        failures.look_at(game)
        return f"LLR {_walk(comparison)}"

    tier = strongest()
    # Closed at the decision: the games that were to come are not played.
    with closing(play_series(table, planned, FIND[tier], jobs=min(jobs, 2 * pairs))) as games:
        watch(comparison.follow(games), names[1], len(planned), each, save)
    if not comparison.pairs:
        fail("Too few games were finished to say anything.", Exit.BOT_FAILED)
    if json:
        out.print_json(data=_json(names, comparison, failures, seed, tier))
    else:
        _show(names, comparison, seed)
        failures.show()
    if failures:
        raise typer.Exit(Exit.BOT_FAILED)


def _walk(comparison: Comparison) -> str:
    low, high = comparison.test.bounds
    return f"{comparison.llr:+.2f} ({low:.2f} to {high:+.2f})"


def _show(names: list[str], comparison: Comparison, seed: int) -> None:
    test, found = comparison.test, estimate(comparison.counts)
    words = WORDS[comparison.decision]
    out.print(words.format(old=escape(names[0]), elo0=test.elo0, elo1=test.elo1))
    out.print(f"  {comparison.pairs} pairs, seats swapped, seed {seed}")
    out.print(f"  pairs by points 0 ½ 1 1½ 2: {' '.join(map(str, comparison.counts))}")
    out.print(f"  {test.model} [{test.elo0:g}, {test.elo1:g}] Elo: LLR {_walk(comparison)}")
    out.print(
        f"  Elo {signed(found.elo)} ± {_width(found.half_width)}, nElo {signed(found.nelo)},"
        f" stronger with a probability of {100 * found.los:.1f} %"
    )
    if comparison.decision is not Decision.OPEN:
        out.print("  [dim]A test that stops when it is sure overstates the difference a little.[/]")


def _width(elo: float) -> str:
    return f"{elo:.0f}" if isfinite(elo) else "∞"


def _json(
    names: list[str], comparison: Comparison, failures: Failures, seed: int, sandbox: str
) -> dict[str, object]:
    found = estimate(comparison.counts)
    return {
        "old": names[0],
        "new": names[1],
        "decision": comparison.decision,
        "pairs": comparison.counts,
        "model": comparison.test.model,
        "elo0": comparison.test.elo0,
        "elo1": comparison.test.elo1,
        "llr": comparison.llr,
        "bounds": comparison.test.bounds,
        "elo": finite(found.elo),
        "elo_95": finite(found.half_width),
        "nelo": finite(found.nelo),
        "los": found.los,
        "errors": failures.counts,
        "seed": seed,
        "sandbox": sandbox,
    }
