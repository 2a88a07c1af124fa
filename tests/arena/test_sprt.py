from math import inf, isclose
from random import Random

import pytest

from arena.sprt import Decision, Model, SequentialTest, elo_of, estimate, score_of

LOGISTIC, NORMALISED = Model.LOGISTIC, Model.NORMALISED


def games(won: int, lost: int, drawn: int) -> tuple[int, ...]:
    return lost, drawn, won


@pytest.mark.parametrize(
    ("counts", "model", "elo0", "elo1", "llr"),
    [
        (games(36433, 36027, 68692), NORMALISED, 0, 2, 0.9233),
        (games(10871, 10650, 20431), NORMALISED, -1.75, 0.25, 2.2975),
        (games(4250, 0, 0), NORMALISED, 0, 10, 120.548),
        (games(21404, 21184, 40708), LOGISTIC, 0.5, 2.5, -1.5719),
        (games(57433, 57030, 106593), LOGISTIC, 0, 2, -2.5930),
        ((365, 16618, 36229, 16974, 390), NORMALISED, 0, 2, 2.2504),
        ((127, 4883, 10712, 5150, 104), NORMALISED, -1.75, 0.25, 3.0102),
        ((0, 0, 0, 0, 5550), NORMALISED, 0, 5, 111.798),
        ((223, 9863, 21279, 10037, 246), LOGISTIC, 0.5, 2.5, -3.0741),
        ((871, 26175, 55983, 26678, 821), LOGISTIC, 0, 2, -4.9787),
        ((10789, 19328, 33806, 19402, 10543), LOGISTIC, -3, 1, 2.1311),
        ((39, 2226, 31451, 2412, 40), LOGISTIC, 0.2, 0.9, 2.1625),
        ((39, 2226, 31451, 2412, 40), NORMALISED, 0.764, 3.439, 2.1629),
    ],
)
def test_the_llr_is_that_of_published_tests(
    counts: tuple[int, ...], model: Model, elo0: float, elo1: float, llr: float
) -> None:
    # Counts of public tests of chess engines. Where an LLR was published, this is it to more digits
    # (within 0.01, and 0.03 where one result alone occurred).
    found = SequentialTest(elo0, elo1, model).llr(counts)
    assert isclose(found, llr, abs_tol=0.0006)


@pytest.mark.parametrize(
    ("counts", "elo", "half_width", "nelo", "los"),
    [
        ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 1.0),
        ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 0.0505),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 0.0),
        (games(136, 96, 111), 40.70, 30.43, 49.77, 0.9960),
        (games(76, 89, 123), -15.69, 30.46, -20.76, 0.1553),
    ],
)
def test_the_estimate_is_that_of_published_results(
    counts: tuple[int, ...], elo: float, half_width: float, nelo: float, los: float
) -> None:
    found = estimate(counts)
    assert isclose(found.elo, elo, abs_tol=0.005)
    assert isclose(found.half_width, half_width, abs_tol=0.005)
    assert isclose(found.nelo, nelo, abs_tol=0.005)
    assert isclose(found.los, los, abs_tol=0.00005)
    assert isclose(elo_of(found.score), elo, abs_tol=0.005)


def test_the_bounds_follow_the_chances_of_error() -> None:
    low, high = SequentialTest().bounds
    assert isclose(low, -2.944439, abs_tol=1e-6)
    assert isclose(high, 2.944439, abs_tol=1e-6)
    low, high = SequentialTest(alpha=0.01, beta=0.1).bounds
    assert -low < high


def test_nothing_played_decides_nothing() -> None:
    assert SequentialTest().llr([0] * 5) == 0
    assert SequentialTest().decide([0] * 5) is Decision.OPEN
    with pytest.raises(ValueError, match=r"^Nothing was played\.$"):
        estimate([0] * 5)


def test_a_difference_and_its_opposite_mirror_each_other() -> None:
    counts = [10, 20, 30, 40, 50]
    there = SequentialTest(0, 20).llr(counts)
    back = SequentialTest(-20, 0).llr(counts[::-1])
    assert isclose(there, -back, rel_tol=1e-9)


def test_a_clean_sweep_is_accepted_and_has_no_finite_elo() -> None:
    assert SequentialTest(0, 50).decide([0, 0, 0, 0, 32]) is Decision.ACCEPTED
    assert SequentialTest(0, 50).decide([32, 0, 0, 0, 0]) is Decision.REJECTED
    found = estimate([0, 0, 0, 0, 32])
    assert (found.elo, found.half_width, found.nelo, found.los) == (inf, inf, inf, 1)
    assert found.score == 1
    worst = estimate([32, 0, 0, 0, 0])
    assert (worst.elo, worst.half_width, worst.nelo, worst.los) == (-inf, inf, -inf, 0)
    even = estimate([0, 0, 7, 0, 0])
    assert (even.elo, even.half_width, even.nelo, even.los) == (0, 0, 0, 0.5)


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "beta", "sentence"),
    [
        (20, 0, 0.05, 0.05, "has to be the lower"),
        (5, 5, 0.05, 0.05, "has to be the lower"),
        (0, 20, 0, 0.05, r"^The chances of error lie between 0 and a half\.$"),
        (0, 20, 0.5, 0.05, "between 0 and a half"),
        (0, 20, 1.2, 0.05, "between 0 and a half"),
        (0, 20, 0.05, 0, "between 0 and a half"),
        (0, 20, 0.05, 0.5, "between 0 and a half"),
    ],
)
def test_a_test_that_cannot_decide_is_refused(
    elo0: float, elo1: float, alpha: float, beta: float, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        SequentialTest(elo0, elo1, alpha=alpha, beta=beta)


def test_elo_and_the_share_of_the_points_are_each_others_inverse() -> None:
    assert score_of(0) == 0.5
    assert isclose(elo_of(10 / 11), 400)
    assert isclose(elo_of(1 / 11), -400)
    for elo in (-400, -3, 20, 700):
        assert isclose(elo_of(score_of(elo)), elo, rel_tol=1e-9)
    assert (elo_of(0), elo_of(1)) == (-inf, inf)


def test_it_errs_as_seldom_as_promised() -> None:
    """The schedule of the kit on simulated pairs of independent games, without draws."""
    rng = Random(1)
    test = SequentialTest(0, 100)

    def accepted(elo: float) -> bool:
        chance, counts = score_of(elo), [0] * 5
        while True:
            for _ in range(8):
                counts[2 * ((rng.random() < chance) + (rng.random() < chance))] += 1
            decision = test.decide(counts)
            if decision is not Decision.OPEN:
                return decision is Decision.ACCEPTED

    assert sum(accepted(0) for _ in range(200)) <= 20
    assert sum(accepted(100) for _ in range(200)) >= 180
