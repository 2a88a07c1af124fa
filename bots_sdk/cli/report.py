"""The results of a series: a table with error bars, a verdict in words, and what to look at."""

import shlex
from collections.abc import Sequence
from math import isinf
from pathlib import Path

from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table

from arena.sprt import elo_of
from bots_sdk.cli.failures import Failures
from bots_sdk.cli.terminal import WIDE, out
from bots_sdk.results import Share, Tally, Verdict
from bots_sdk.series import Played

DASH, MINUS = "\N{EN DASH}", "\N{MINUS SIGN}"

DISPENSABLE = ("games", "margin", "points", "drawn", "ms p50/p99", "Elo", "lost", "won")
"""The columns that a narrow terminal goes without, in this order."""


def show(
    names: Sequence[str],
    tallies: Sequence[Tally],
    games: Sequence[Played],
    seed: int,
    saved: Path | None,
    typed: Sequence[str],
) -> None:
    """Print the results for people; ``typed`` is how the author named the bots."""
    out.print(_table(names, tallies))
    out.print(_verdict(names, tallies[0], games, seed))
    mine = tallies[0]
    if mine.worst:
        scores = DASH.join(map(str, _scores(mine.worst)))
        number = mine.worst.fixture.number
        look = _command("replay", saved, number)
        out.print(f"  worst game: number {number}, lost {scores}{look}")
    ms, number, turn = mine.slowest
    look = _command("debug", saved, number, "--turn", str(turn), "--bot", typed[0])
    out.print(f"  slowest move: number {number}, turn {turn}, {ms:.0f} ms of CPU time{look}")
    failures = Failures(names, typed)
    for game in games:
        failures.look_at(game)
    failures.show()


def _command(name: str, saved: Path | None, number: int, *options: str) -> str:
    """What to type to look into a game, if its record was kept."""
    if saved is None:
        return ""
    words = ("sixfold", name, str(saved / f"{number}.json"), *options)
    return f"   [cyan]{escape(shlex.join(words))}[/]"


def as_json(
    names: Sequence[str],
    tallies: Sequence[Tally],
    games: Sequence[Played],
    seed: int,
    sandbox: str,
) -> None:
    """Print the results for programs, as one JSON object."""
    out.print_json(
        data={
            "seed": seed,
            "games": len(games),
            "sandbox": sandbox,
            "verdict": tallies[0].share.verdict,
            "bots": [
                _bot(entrant, name, one, games)
                for entrant, (name, one) in enumerate(zip(names, tallies, strict=True))
            ],
        }
    )


def _bot(entrant: int, name: str, one: Tally, games: Sequence[Played]) -> dict[str, object]:
    ms, number, turn = one.slowest
    return {
        "name": name,
        "won": one.won,
        "drawn": one.drawn,
        "lost": one.lost,
        "share": one.share.value,
        "share_95": [one.share.low, one.share.high],
        "elo": finite(elo_of(one.share.value)),
        "elo_95": [finite(elo_of(one.share.low)), finite(elo_of(one.share.high))],
        "points": one.points,
        "margin": one.margin,
        "ms_p50": one.ms_p50,
        "ms_p99": one.ms_p99,
        "slowest": {"game": number, "turn": turn, "ms": ms},
        "worst": one.worst.fixture.number if one.worst else None,
        "errors": [
            {"game": game.fixture.number, "ending": failure[0], "detail": failure[1]}
            for game in games
            if (failure := game.failure(entrant))
        ],
    }


def finite(value: float) -> float | None:
    """JSON has no infinity."""
    return None if isinf(value) else value


def _table(names: Sequence[str], tallies: Sequence[Tally]) -> Table:
    """All columns that the terminal is wide enough for."""
    columns = _columns(names, tallies)
    for without in ("", *DISPENSABLE):
        left = (heading for heading in columns if heading.partition(" vs ")[0] != without)
        columns = {heading: columns[heading] for heading in left}
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim bold", pad_edge=False)
        for number, heading in enumerate(columns):
            table.add_column(escape(heading), justify="right" if number else "left", no_wrap=True)
        for cells, one in zip(zip(*columns.values(), strict=True), tallies, strict=True):
            table.add_row(*cells, style="red" if one.errors else "")
        unlimited = out.options.update(max_width=10 * WIDE)
        if Measurement.get(out, unlimited, table).maximum <= out.width:
            break
    return table


def _columns(names: Sequence[str], tallies: Sequence[Tally]) -> dict[str, list[str]]:
    """A cell for each bot by heading, in their order."""
    two = len(names) == 2
    columns = {
        "bot": [escape(name) for name in names],
        "games": [str(one.games) for one in tallies],
        "won": [str(one.won) for one in tallies],
        "drawn": [str(one.drawn) for one in tallies],
        "lost": [str(one.lost) for one in tallies],
        f"{'win' if two else 'beaten'} % (95 %)": [_percent(one.share) for one in tallies],
    }
    if two:
        # The second bot's is the same with the other sign.
        columns[f"Elo vs {names[1]}"] = [_elo(tallies[0].share), ""]
    return columns | {
        "points": [f"{one.points:.1f}" for one in tallies],
        "margin": [f"{one.margin:+.1f}".replace("-", MINUS) for one in tallies],
        "ms p50/p99": [f"{one.ms_p50:.0f}/{one.ms_p99:.0f}" for one in tallies],
        "errors": [f"[{'bold red' if one.errors else 'green'}]{one.errors}[/]" for one in tallies],
    }


def _percent(share: Share) -> str:
    low, high = 100 * share.low, 100 * share.high
    return f"{100 * share.value:.1f} [dim]{low:.1f}{DASH}{high:.1f}[/]"


def _elo(share: Share) -> str:
    value, low, high = (signed(elo_of(part)) for part in (share.value, share.low, share.high))
    return f"{value} [dim]{low}…{high}[/]"


def signed(value: float) -> str:
    """A difference in whole Elo, with its sign."""
    text = f"{value:+.0f}".replace("inf", "∞")
    return text.replace("-", MINUS)


def _verdict(names: Sequence[str], mine: Tally, games: Sequence[Played], seed: int) -> str:
    together = sum(game.fixture.cluster == games[0].fixture.cluster for game in games)
    against = escape(names[1]) if len(names) == 2 else "the others"
    half = "50 %"
    if mine.errors == mine.games:
        return f"[bold red]✖ NOTHING MEASURED:[/] {escape(names[0])} failed in every game."
    match mine.share.verdict:
        case Verdict.STRONGER:
            words = f"[bold green]✔ STRONGER than {against}:[/] the interval is above {half}."
        case Verdict.WEAKER:
            words = f"[bold red]✖ WEAKER than {against}:[/] the interval is below {half}."
        case Verdict.UNDECIDED:
            needed = mine.share.deciding(together)
            advice = (
                f"about {needed} games would probably decide"
                if needed
                else "the difference is too small to measure"
            )
            words = f"[bold yellow]● NOT DECIDED:[/] {half} lies within the interval; {advice}."
    count = len(games) // together
    noun = ("pair" if together == 2 else "deal") + "s" * (count != 1)
    how = ", seats swapped" if together == 2 else f" in all {together} seat orders"
    return f"{words} {count} {noun}{how}, seed {seed}."


def _scores(game: Played) -> list[int]:
    return [game.score(entrant) for entrant in range(len(game.seats))]
