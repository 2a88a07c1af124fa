from functools import partial
from math import isclose
from random import Random

from arena.sprt import score_of
from bots_sdk.ratings import fit


def test_ratings_are_those_of_the_site() -> None:
    # The worked example of tests/platform/ladder/test_ratings.py, whose fit it has to equal.
    found = fit([[0, 6, 8], [4, 0, 7], [2, 3, 0]])
    assert [round(one.elo, 4) for one in found] == [90.6948, 22.7805, -113.4753]
    bars = [one.bar / 1.96 for one in found]
    assert all(map(partial(isclose, abs_tol=0.001), bars, [53.495, 51.502, 54.906]))


def test_a_sweep_stays_finite() -> None:
    first, second = fit([[0, 10], [0, 0]])
    assert isclose(first.elo, 202.951, abs_tol=0.001)
    assert isclose(second.elo, -202.951, abs_tol=0.001)
    best, *others = fit([[0, 100_000, 100_000], [0, 0, 50_000], [0, 50_000, 0]])
    assert 600 < best.elo < 2000
    assert isclose(others[0].elo, others[1].elo, abs_tol=1e-6)


def test_a_bot_that_met_nobody_is_the_mean_of_the_field() -> None:
    *_, stranger = fit([[0, 7, 0], [3, 0, 0], [0, 0, 0]])
    assert isclose(stranger.elo, 0, abs_tol=1e-9)
    assert stranger.bar > 300


def test_the_bars_hold_the_truth_19_times_in_20() -> None:
    rng, truth, held = Random(1), (120, 30, -50, -100), 0
    for _ in range(200):
        points = [[0] * 4 for _ in truth]
        for i in range(4):
            for j in range(i):
                won = sum(rng.random() < score_of(truth[i] - truth[j]) for _ in range(100))
                points[i][j], points[j][i] = won, 100 - won
        found = fit(points)
        held += sum(abs(one.elo - real) < one.bar for one, real in zip(found, truth, strict=True))
    assert 0.92 < held / 800 < 0.98
