from math import isclose
from random import Random

import pytest

from bots_sdk.results import Verdict, quantile, share


def test_independent_games_give_wilsons_interval() -> None:
    # 120 of 200 games: the interval of Wilson's formula, 0.531 to 0.665, when pairs do not matter.
    pairs = [1.0] * 36 + [0.5] * 48 + [0.0] * 16
    found = share(pairs, games=2, seats=2)
    assert isclose(found.value, 0.6)
    assert isclose(found.low, 0.531, abs_tol=0.002)
    assert isclose(found.high, 0.665, abs_tol=0.002)
    assert found.verdict is Verdict.STRONGER


@pytest.mark.parametrize(
    ("pairs", "chance", "correlation"),
    [(10, 0.5, 0.0), (10, 0.9, 0.0), (50, 0.6, -0.2), (200, 0.5, -0.2), (200, 0.75, 0.3)],
)
def test_the_interval_covers_the_truth_19_times_in_20(
    pairs: int, chance: float, correlation: float
) -> None:
    rng = Random(f"{pairs} {chance} {correlation}")

    def pair() -> float:
        first = rng.random() < chance
        second = rng.random() < chance
        if rng.random() < abs(correlation):
            second = first if correlation > 0 else not first
        return (first + second) / 2

    unlike = chance * (1 + correlation) - correlation * (1 - chance)
    truth = (chance + unlike) / 2 if correlation < 0 else chance
    covered = 0
    for _ in range(2000):
        found = share([pair() for _ in range(pairs)], games=2, seats=2)
        covered += found.low <= truth <= found.high
    assert 0.925 < covered / 2000 < 0.98


def test_opposite_results_within_pairs_narrow_the_interval() -> None:
    swapped = share([0.5] * 20 + [1.0] * 5 + [0.0] * 5, games=2, seats=2)
    clustered = share([1.0] * 15 + [0.0] * 15, games=2, seats=2)
    assert swapped.value == clustered.value == 0.5
    assert swapped.high - swapped.low < 0.65 * (clustered.high - clustered.low)


def test_two_equal_pairs_prove_nothing() -> None:
    found = share([0.5, 0.5], games=2, seats=2)
    assert found.high - found.low > 0.5


@pytest.mark.parametrize("pairs", range(1, 40))
def test_a_clean_sweep_ends_the_interval_exactly_at_its_end(pairs: int) -> None:
    assert share([1.0] * pairs, games=2, seats=2).high == 1
    assert share([0.0] * pairs, games=2, seats=2).low == 0


def test_a_clean_sweep_keeps_an_honest_lower_bound() -> None:
    found = share([1.0] * 5, games=2, seats=2)
    assert found.high == 1
    assert 0.6 < found.low < 0.8


def test_verdicts_follow_the_interval() -> None:
    assert share([1.0] * 50, games=2, seats=2).verdict is Verdict.STRONGER
    assert share([0.0] * 50, games=2, seats=2).verdict is Verdict.WEAKER
    assert share([1.0, 0.0] * 25, games=2, seats=2).verdict is Verdict.UNDECIDED


def test_an_open_question_says_how_many_games_would_decide() -> None:
    # 55 %: (1.96 + 0.84)² · 0.55 · 0.45 / 0.05² = 776 independent games for 80 % power.
    found = share([1.0] * 30 + [0.5] * 50 + [0.0] * 20, games=2, seats=2)
    needed = found.deciding(2)
    assert needed is not None
    assert isclose(needed, 776, rel_tol=0.05)
    assert share([0.0], games=2, seats=2).deciding(2) is not None
    assert share([0.5] * 10, games=2, seats=2).deciding(2) is None
    assert share([1.0] * 1001 + [0.0] * 1000, games=2, seats=2).deciding(2) is None


def test_quantiles_are_values_that_occurred() -> None:
    values = [5.0, 1.0, 3.0, 2.0, 4.0]
    assert (quantile(values, 0.5), quantile(values, 0.99), quantile(values, 0)) == (3, 5, 1)
    assert quantile([], 0.5) == 0
