"""What ratings cost, and whether they tell the truth about bots of known strength.

python -m tests.benchmarks.ratings cost
python -m tests.benchmarks.ratings accuracy     fails where a mark is missed
"""

import argparse
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from time import process_time

import choix
import numpy as np
from numpy.typing import NDArray
from scipy.stats import kendalltau

from sixfold.ladder.ratings import ELO, PRIOR_SD, Fit, Pair, Z, digest, fit, spread
from sixfold.ladder.results import Counts, Finisher

Mixture = Sequence[tuple[int, float]]
"""Table sizes with the share of each bot's games played there."""
PAIRED: Mixture = ((2, 1.0),)
FOURS: Mixture = ((4, 1.0),)
MIXTURES: dict[str, Mixture] = {
    "2 players": PAIRED,
    "3 players": ((3, 1.0),),
    "4 players": FOURS,
    "6 players": ((6, 1.0),),
    "thirds of 2, 3, 4": ((2, 1 / 3), (3, 1 / 3), (4, 1 / 3)),
    "half 2, quarters 4, 6": ((2, 1 / 2), (4, 1 / 4), (6, 1 / 4)),
}
COVERAGE = (0.935, 0.975)
"""Of the 95 % intervals of all differences: what the mean over the seeds has to lie in."""
LEAST_TAU = {(PAIRED, 300): 0.85, (PAIRED, 1000): 0.915, (FOURS, 300): 0.89, (FOURS, 1000): 0.94}
"""The rank correlation with the true order that has to be reached, by mixture and games."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    costs = commands.add_parser("cost", help="CPU time of counting and fitting")
    costs.add_argument("--matches", type=int, default=10_000_000)
    truth = commands.add_parser("accuracy", help="coverage, rank correlation and error")
    truth.add_argument("--games", type=int, nargs="+", default=[30, 100, 300, 1000])
    truth.add_argument("--seeds", type=int, default=8)
    asked = parser.parse_args()
    if asked.command == "cost":
        cost(asked.matches)
    elif missed := accuracy(asked.games, asked.seeds):
        sys.exit(f"{missed} marks were missed.")


def strengths(bots: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """True strengths in Elo, centred, with a standard deviation of 100."""
    drawn: NDArray[np.float64] = rng.normal(0, 100, bots)
    drawn -= drawn.mean()
    return drawn


def season(
    true: NDArray[np.float64], games: int, mixture: Mixture, rng: np.random.Generator
) -> list[Pair]:
    """Counts after so many games of each bot at random tables, with the luck of Qwirkle.

    Scores are normal and rounded to points, so ties occur; the better of two random bots wins
    two games of three.
    """
    return [pair for seats, share in mixture for pair in _tables(true, games * share, seats, rng)]


def _tables(
    true: NDArray[np.float64], games: float, seats: int, rng: np.random.Generator
) -> Iterator[Pair]:
    bots = len(true)
    wins = np.zeros((bots, bots), dtype=np.int64)
    draws = np.zeros_like(wins)
    for _ in range(round(games)):
        tables = rng.permutation(bots)[: bots - bots % seats].reshape(-1, seats)
        luck = rng.standard_normal(tables.shape)
        scores = np.round(35 * (true[tables] / 196 + luck))
        for one in range(seats):
            for other in range(seats):
                ahead, level = scores[:, one] > scores[:, other], scores[:, one] == scores[:, other]
                np.add.at(wins, (tables[ahead, one], tables[ahead, other]), 1)
                if one != other:
                    np.add.at(draws, (tables[level, one], tables[level, other]), 1)
    for first, second in zip(*np.nonzero(np.triu(wins + wins.T + draws, 1)), strict=True):
        yield Pair(
            int(first),
            int(second),
            first_wins=int(wins[first, second]),
            draws=int(draws[first, second]),
            second_wins=int(wins[second, first]),
            seats=seats,
        )


def accuracy(games: Sequence[int], seeds: int) -> int:
    """Tau, error and coverage against true strengths, for every mixture; how many marks missed."""
    low, high = COVERAGE
    print(f"200 bots, mean of {seeds} seeds. 95 % intervals have to cover {low:.1%} to {high:.1%}.")
    print(f"{'tables':<24}{'games':>6}{'Kendall tau':>13}{'RMSE Elo':>10}{'coverage %':>12}")
    missed = 0
    for name, mixture in MIXTURES.items():
        for number in games:
            runs = [_accuracy(number, mixture, seed) for seed in range(seeds)]
            tau, error, covered = (fmean(column) for column in zip(*runs, strict=True))
            least = LEAST_TAU.get((mixture, number), 0)
            held = tau >= least and low <= covered <= high
            missed += not held
            verdict = ("" if held else "  missed") + (f"  tau from {least}" if least else "")
            print(
                f"{name:<24}{number:>6}{tau:>13.3f}{error:>10.1f}{100 * covered:>12.1f}{verdict}",
                flush=True,
            )
    return missed


def _accuracy(games: int, mixture: Mixture, seed: int) -> tuple[float, float, float]:
    rng = np.random.default_rng(seed)
    true = strengths(200, rng)
    fitted = fit(season(true, games, mixture, rng))
    found = ELO * fitted.logits
    error = float(np.sqrt(np.mean((found - true) ** 2)))
    return float(kendalltau(found, true).statistic), error, _coverage(fitted, true)


def _coverage(fitted: Fit, true: NDArray[np.float64]) -> float:
    """The part of all pairs whose true difference lies within its 95 % interval."""
    variance = np.diag(fitted.covariance)
    spread = np.sqrt(np.maximum(variance[:, None] + variance - 2 * fitted.covariance, 0))
    found = ELO * fitted.logits
    off = np.abs((found[:, None] - found) - (true[:, None] - true))
    pairs = np.triu_indices(len(true), 1)
    return float((off <= Z * spread)[pairs].mean())


def cost(matches: int) -> None:
    """CPU time of counting and of a cold fit, for 200 and 2,000 bots, beside choix."""
    rng = np.random.default_rng(0)
    tables = [
        [Finisher(one, 1, 200, False), Finisher(other + 200, 2, 180, False)]
        for one, other in rng.integers(0, 200, (20_000, 2)).tolist()
    ]
    counts = Counts()
    counting = cpu(lambda: deque(map(counts.add, tables), maxlen=0)) / len(tables)
    print(f"Counting a match takes {1e6 * counting:.1f} µs.")
    for bots in (200, 2_000):
        cost_of_fit(scaled(season(strengths(bots, rng), 40, PAIRED, rng), matches))
    beside_choix(rng)


def cost_of_fit(pairs: list[Pair]) -> None:
    fitted = fit(pairs)
    games = sum(pair.games for pair in pairs)
    print(f"{len(fitted.ids):,} bots, {games:,} matches, {len(pairs):,} pairs:")
    print(f"  fit    {cpu(lambda: fit(pairs)):6.2f} s, {fitted.steps} steps")
    print(f"  bars   {cpu(fitted.bars):6.2f} s")
    print(f"  ranks  {cpu(lambda: fitted.ranks(fitted.ids)):6.2f} s")
    print(f"  digest {cpu(lambda: digest(pairs)):6.2f} s")
    print(f"  spread {cpu(lambda: spread.pack(fitted, fitted.ids, None)):6.2f} s, ", end="")
    print(f"{sum(map(len, spread.pack(fitted, fitted.ids, None))) / 1e6:.2f} MB")


def cpu(work: Callable[[], object]) -> float:
    """Seconds of CPU time that this takes."""
    began = process_time()
    work()
    return process_time() - began


def scaled(pairs: list[Pair], matches: int) -> list[Pair]:
    """The same results so many times that they make about this many matches."""
    times = max(1, matches // sum(pair.games for pair in pairs))
    return [
        pair._replace(
            first_wins=times * pair.first_wins,
            draws=times * pair.draws,
            second_wins=times * pair.second_wins,
        )
        for pair in pairs
    ]


def beside_choix(rng: np.random.Generator) -> None:
    """The same fit by choix, the baseline, which knows no error bars and no ties."""
    pairs = [pair._replace(draws=0) for pair in season(strengths(200, rng), 100, PAIRED, rng)]
    games = [
        result
        for pair in pairs
        for result in pair.first_wins * [(pair.first, pair.second)]
        + pair.second_wins * [(pair.second, pair.first)]
    ]
    alpha = 0.5 * (ELO / PRIOR_SD) ** 2
    ours = cpu(lambda: fit(pairs))
    theirs = cpu(lambda: choix.opt_pairwise(200, games, alpha=alpha, method="Newton-CG"))
    print(f"200 bots, {len(games):,} matches, beside choix:")
    print(f"  choix  {theirs:6.2f} s  1.0 x")
    print(f"  fit    {ours:6.2f} s {theirs / ours:4.1f} x")


def on_one_thread() -> None:
    """Start over as the platform computes: numpy has read its environment already."""
    if b"OPENBLAS_NUM_THREADS=1\0" not in Path("/proc/self/environ").read_bytes():
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
        os.execv(sys.executable, [sys.executable, "-m", "tests.benchmarks.ratings", *sys.argv[1:]])


if __name__ == "__main__":
    on_one_thread()
    main()
