"""How much luck cancels when bots play each bag in all seat orders: the variance that is left.

    python -m tests.benchmarks.bags
    python -m tests.benchmarks.bags --clusters 400 "four greedy"

A cluster is one bag in all its seat orders. Were its games independent, the mean of n games would
have the n-th part of one game's variance; printed is how much of that it has, with a 95 % interval
(bootstrap over clusters), for the share of table mates that the first bot placed above and for its
margin over their mean. Under one, clusters say as much as that many more independent games. The
control plays the same orders with a bag for each game and has to come out at one.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.game import Outcome, deal
from arena.moves import Move
from arena.seating import orders
from arena.view import View
from bots_sdk.bot import Bot
from bots_sdk.samples.careful import Careful
from bots_sdk.samples.greedy import Greedy

RESAMPLES = 2_000
"""Of the bootstrap."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Noisy(Bot):
    """Greedy, but for this part of its moves any legal one."""

    noise: float

    def choose(self, game: View) -> Move:
        if game.rng.random() < self.noise:
            return game.rng.choice(game.legal_moves())
        return Greedy().choose(game)


TABLES: dict[str, Sequence[Callable[[], Bot]]] = {
    "greedy, greedy": (Greedy, Greedy),
    "careful, greedy": (Careful, Greedy),
    "greedy, 10 % noise": (Greedy, lambda: Noisy(0.1)),
    "greedy, 30 % noise": (Greedy, lambda: Noisy(0.3)),
    "four greedy": (Greedy, Greedy, Greedy, Greedy),
    "careful, greedy, 10 %, 30 %": (Careful, Greedy, lambda: Noisy(0.1), lambda: Noisy(0.3)),
}


class Fared(NamedTuple):
    """How the first bot of a table fared in one game."""

    share: float
    """Of table mates that it placed above, ties half."""
    margin: float
    """Points above the mean of the others."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--clusters", type=int, default=1_200, help="of two; half as many of four")
    parser.add_argument(
        "tables", nargs="*", metavar="TABLE", help="of: " + "; ".join(TABLES).replace("%", "%%")
    )
    asked = parser.parse_args()
    print("Variance of a cluster's mean beside as many independent games; 95 % intervals")
    print(f"{'bots, the first being measured':<30}{'clusters':>9}{'score':>7}", end="")
    print(f"{'results':>22}{'margins':>22}{'control':>12}")
    for name in asked.tables or TABLES:
        bots = TABLES[name]
        number = asked.clusters * 2 // len(bots)
        paired = [cluster(bots, each, one_bag=True) for each in range(number)]
        control = [cluster(bots, each, one_bag=False) for each in range(number)]
        print(
            f"{name:<30}{number:>9}{fmean(game.share for games in paired for game in games):>7.2f}"
            f"{left(column(paired, 0)):>22}{left(column(paired, 1)):>22}"
            f"{ratio(column(control, 0)):>6.2f}{ratio(column(control, 1)):>6.2f}",
            flush=True,
        )


def cluster(bots: Sequence[Callable[[], Bot]], number: int, *, one_bag: bool) -> list[Fared]:
    """One game in each seat order, under random labels as on a ladder."""
    labels = Random(f"labels {number}").sample(range(len(bots)), len(bots))
    return [
        play(
            [bots[who] for who in seated],
            measured=seated.index(0),
            seed=seed_of(number, 0 if one_bag else game),
            thoughts=f"{number}/{game}",
        )
        for game, order in enumerate(orders(len(bots)))
        for seated in [[labels[label] for label in order]]
    ]


def seed_of(number: int, game: int) -> bytes:
    return blake2b(f"{number}/{game}".encode(), digest_size=32, person=b"sixfold-bags").digest()


def play(bots: Sequence[Callable[[], Bot]], *, measured: int, seed: bytes, thoughts: str) -> Fared:
    """One game on this bag, in this process; the bots draw random numbers of their own."""
    players = [bot() for bot in bots]
    rngs = [Random(f"{thoughts}/{seat}") for seat in range(len(bots))]
    game = deal(seed, len(bots))
    while game.to_move is not None:
        seat = game.to_move
        game = game.play(players[seat].choose(replace(game.view(seat), rng=rngs[seat])))
    assert game.outcome is not None
    return fared(game.outcome, measured)


def fared(outcome: Outcome, seat: int) -> Fared:
    mine, others = outcome.places[seat], len(outcome.places) - 1
    beaten = sum((place > mine) + (place == mine) / 2 for place in outcome.places) - 0.5
    rest = (sum(outcome.scores) - outcome.scores[seat]) / others
    return Fared(beaten / others, outcome.scores[seat] - rest)


def column(clusters: list[list[Fared]], index: int) -> Floats:
    """A figure of every game, a row for each cluster."""
    return np.array([[game[index] for game in games] for games in clusters], dtype=np.float64)


def ratio(values: Floats) -> float:
    """The variance of the rows' means, beside that of as many independent games."""
    return float(values.shape[1] * values.mean(axis=1).var() / values.var())


def left(values: Floats) -> str:
    """The same with its interval."""
    rng = np.random.default_rng(1)
    rows = rng.integers(0, len(values), (RESAMPLES, len(values)))
    low, high = np.quantile([ratio(values[row]) for row in rows], (0.025, 0.975))
    return f"{ratio(values):.2f} ({low:.2f} to {high:.2f})"


if __name__ == "__main__":
    main()
