"""The fit against golden values, an independent implementation, and its own invariants."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import choix
import evalica
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixfold.ladder import ratings
from sixfold.ladder.ratings import ELO, Fit, Pair, UnratedError, Z, fit, spread

ROUND_ROBIN = [Pair(0, 1, 6, 0, 4), Pair(0, 2, 8, 0, 2), Pair(1, 2, 7, 0, 3)]
# One match of four: places 1, 2, 2 and 4.
TABLE_OF_FOUR = [
    *(Pair(0, other, 1, 0, 0, seats=4) for other in (1, 2, 3)),
    Pair(1, 2, 0, 1, 0, seats=4),
    Pair(1, 3, 1, 0, 0, seats=4),
    Pair(2, 3, 1, 0, 0, seats=4),
]


def elo(fitted: Fit) -> list[float]:
    return [float(logit) for logit in ELO * fitted.logits]


def test_three_bots_have_their_golden_ratings() -> None:
    fitted = fit(ROUND_ROBIN)
    assert elo(fitted) == pytest.approx([90.6948, 22.7805, -113.4753], abs=5e-5)
    assert fitted.bars() / Z == pytest.approx([53.495, 51.502, 54.906], abs=1e-3)
    assert fitted.bars_against(0) / Z == pytest.approx([0, 89.519, 95.395], abs=5e-4)
    assert fitted.superiority(0, 1) == pytest.approx(0.77597, abs=5e-6)
    assert fitted.superiority(0, 2) == pytest.approx(0.98383, abs=5e-6)
    assert fitted.superiority(2, 0) == pytest.approx(1 - 0.98383, abs=5e-6)


def test_one_table_of_four_has_its_golden_ratings() -> None:
    fitted = fit(TABLE_OF_FOUR)
    assert elo(fitted) == pytest.approx([119.9907, 0, 0, -119.9907], abs=5e-5)
    assert fitted.bars() / Z == pytest.approx([135.23, 131.44, 131.44, 135.23], abs=5e-3)
    assert fitted.ratings(anchor=0) == pytest.approx([1000, 880.01, 880.01, 760.02], abs=5e-3)


def test_ten_wins_to_none_stay_finite() -> None:
    fitted = fit([Pair(0, 1, 10, 0, 0)])
    assert elo(fitted) == pytest.approx([202.951, -202.951], abs=5e-4)
    assert fitted.bars_against(0)[1] / Z == pytest.approx(159.857, abs=5e-4)


def test_who_has_met_nobody_is_where_the_prior_is() -> None:
    fitted = fit(ROUND_ROBIN, others=[7])
    assert fitted.ids == (0, 1, 2, 7)
    assert elo(fitted)[3] == 0
    assert fitted.covariance[3, 3] ** 0.5 == pytest.approx(200)
    assert fit([], others=[1]).ratings().tolist() == [1000]


def test_nobody_cannot_be_rated() -> None:
    with pytest.raises(ValueError, match="nothing to rate"):
        fit([])


def test_a_submission_without_a_match_is_named_in_the_error() -> None:
    with pytest.raises(UnratedError, match="9"):
        fit(ROUND_ROBIN).superiority(0, 9)


def test_a_fit_that_does_not_settle_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings.fitting, "_MAX_STEPS", 2)
    with pytest.raises(ratings.ConvergenceError, match="3 ratings did not settle in 2"):
        fit(ROUND_ROBIN)


def random_pairs(bots: int, games: int, seed: int = 1, seats: Sequence[int] = (2,)) -> list[Pair]:
    """Results of random strength, as one row for each pair and table size that met."""
    rng = Random(seed)
    strength = [rng.gauss(0, 100) for _ in range(bots)]
    counts: dict[tuple[int, int, int], list[int]] = {}
    for _ in range(games):
        first, second = sorted(rng.sample(range(bots), 2))
        wins = rng.random() < 1 / (1 + 10 ** ((strength[second] - strength[first]) / 400))
        row = counts.setdefault((first, second, rng.choice(seats)), [0, 0, 0])
        row[1 if rng.random() < 0.05 else 0 if wins else 2] += 1
    return [
        Pair(first, second, first_wins=row[0], draws=row[1], second_wins=row[2], seats=seats)
        for (first, second, seats), row in counts.items()
    ]


def test_the_fit_agrees_with_choix() -> None:
    pairs = [pair._replace(draws=0) for pair in random_pairs(bots=30, games=3_000)]
    games = [
        result
        for pair in pairs
        for result in (
            [(pair.first, pair.second)] * pair.first_wins
            + [(pair.second, pair.first)] * pair.second_wins
        )
    ]
    alpha = 0.5 * (ELO / ratings.PRIOR_SD) ** 2
    theirs = choix.opt_pairwise(30, games, alpha=alpha, method="Newton-CG")
    assert fit(pairs).logits == pytest.approx(theirs, abs=1e-6)


def test_the_fit_without_a_prior_agrees_with_newmans_algorithm() -> None:
    pairs = [pair._replace(draws=0) for pair in random_pairs(bots=30, games=3_000)]
    theirs = evalica.newman(
        [pair.first for pair in pairs for _ in range(pair.games)],
        [pair.second for pair in pairs for _ in range(pair.games)],
        [
            winner
            for pair in pairs
            for winner in pair.first_wins * [evalica.Winner.X]
            + pair.second_wins * [evalica.Winner.Y]
        ],
        tolerance=1e-12,
        limit=1_000,
    )
    scores = np.log(theirs.scores.sort_index().to_numpy())
    assert fit(pairs, prior_sd=1e5).logits == pytest.approx(scores - scores.mean(), abs=1e-5)


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False))
def test_ratings_do_not_depend_on_the_order_of_the_counts_to_the_last_bit(random: Random) -> None:
    pairs = random_pairs(bots=12, games=200, seats=(2, 3, 4, 5, 6))
    shuffled = random.sample(pairs, len(pairs))
    one, other = fit(pairs), fit(shuffled)
    assert one.logits.tobytes() == other.logits.tobytes()
    assert one.bars().tobytes() == other.bars().tobytes()
    assert one.ranks(range(12)) == other.ranks(range(12))
    assert ratings.digest(pairs) == ratings.digest(shuffled)


def test_counts_may_be_split_into_any_parts() -> None:
    whole = fit([Pair(0, 1, 6, 2, 4), Pair(1, 2, 3, 0, 3)])
    parts = fit([Pair(0, 1, 1, 2, 0), Pair(1, 2, 3, 0, 3), Pair(0, 1, 5, 0, 4)])
    assert whole.logits.tobytes() == parts.logits.tobytes()


def test_other_names_permute_the_ratings() -> None:
    pairs = random_pairs(bots=8, games=150)
    names = [5, 3, 7, 0, 2, 6, 1, 4]
    renamed = [
        Pair(names[one.first], names[one.second], *one[2:])
        if names[one.first] < names[one.second]
        else Pair(names[one.second], names[one.first], one[4], one[3], one[2], one[5])
        for one in pairs
    ]
    original, permuted = fit(pairs), fit(renamed)
    assert permuted.logits[names] == pytest.approx(original.logits, abs=1e-9)
    assert permuted.bars()[names] == pytest.approx(original.bars(), abs=1e-7)


def test_strengths_sum_to_nothing() -> None:
    assert fit(random_pairs(bots=20, games=300)).logits.sum() == pytest.approx(0, abs=1e-9)


def test_pools_that_never_met_are_rated_all_the_same() -> None:
    fitted = fit([Pair(0, 1, 5, 0, 3), Pair(8, 9, 3, 0, 5)])
    assert elo(fitted)[:2] == pytest.approx(elo(fitted)[2:][::-1])


def test_the_bar_is_relative_to_the_pool_and_not_to_the_scale() -> None:
    fitted = fit([Pair(*two, 50_000, 0, 50_000) for two in combinations(range(20), 2)])
    assert fitted.bars().max() < 1
    assert Z * fitted.covariance[0, 0] ** 0.5 > 80


def test_a_newcomer_makes_nobody_else_uncertain() -> None:
    old = [Pair(*two, 100, 0, 100) for two in combinations(range(4), 2)]
    before, after = fit(old).bars(), fit([*old, Pair(0, 9, 1, 0, 0)]).bars()
    assert after[:4] == pytest.approx(before, rel=0.02)
    assert after[4] > 250


@pytest.mark.parametrize(
    ("seats", "games", "bar"),
    [(2, 50, 96), (2, 100, 68), (2, 400, 34), (2, 2000, 15), (4, 100, 51), (4, 1000, 16)],
)
def test_bars_shrink_with_the_root_of_the_games(seats: int, games: int, bar: int) -> None:
    assert ratings.expected_bar(1e9, games, seats) == pytest.approx(bar, abs=0.7)


def test_a_new_bot_is_provisional_for_about_130_games() -> None:
    start = Z * ratings.PRIOR_SD
    assert ratings.games_until(ratings.PROVISIONAL, start) == 126
    assert ratings.expected_bar(start, 126) <= ratings.PROVISIONAL
    assert ratings.games_until(ratings.PROVISIONAL, 55) == 0


def test_the_games_to_a_rank_follow_from_what_games_have_told_so_far() -> None:
    assert ratings.games_until(60, 120, 30) == pytest.approx(30 * 3, rel=0.2)
    assert ratings.games_until(60, 105, 1000) > 1000


def test_a_match_of_k_is_worth_its_weight() -> None:
    worth = [ratings.weight(seats) for seats in (2, 3, 4, 5, 6)]
    assert worth == pytest.approx([1, 1.5, 1.8, 2, 15 / 7])


def test_ranks_follow_ratings_and_say_how_sure_they_are() -> None:
    fitted = fit([Pair(0, 1, 900, 0, 100), Pair(1, 2, 51, 0, 49), Pair(0, 2, 90, 0, 10)])
    first, second, third = fitted.ranks([2, 1, 0])
    assert (first.submission, first.rank, first.low, first.high) == (0, 1, 1, 1)
    assert first.best == 1
    assert (second.low, second.high, third.low, third.high) == (2, 3, 2, 3)
    assert fitted.ranks([]) == []


def test_the_chances_to_be_best_sum_to_one() -> None:
    fitted = fit(random_pairs(bots=10, games=300))
    ranks = fitted.ranks(range(10))
    assert sum(rank.best for rank in ranks) == pytest.approx(1)
    assert all(rank.low <= rank.rank <= rank.high for rank in ranks)


def test_likelihoods_agree_with_the_drawn_ranks() -> None:
    fitted = fit(ROUND_ROBIN)
    drawn = {rank.submission: rank.best for rank in fitted.ranks([0, 1])}
    assert drawn[0] == pytest.approx(fitted.superiority(0, 1), abs=0.03)


def test_expected_points_equal_those_made_without_a_prior() -> None:
    pairs = random_pairs(bots=15, games=3_000)
    fitted = fit(pairs, prior_sd=1e5)
    surplus = np.zeros(15)
    for one, other in combinations(range(15), 2):
        met = [pair for pair in pairs if (pair.first, pair.second) == (one, other)]
        for pair in met:
            made = pair.first_wins + pair.draws / 2
            gap = fitted.logits[other] - fitted.logits[one]
            excess = made - pair.games / (1 + np.exp(gap))
            surplus[one] += excess
            surplus[other] -= excess
    assert np.abs(surplus).max() < 5e-3


@pytest.mark.parametrize("anchor", [None, 4])
def test_every_difference_is_packed_and_found_again(anchor: int | None) -> None:
    fitted = fit(random_pairs(bots=12, games=400))
    rows = [spread.unpack(row) for row in spread.pack(fitted, fitted.ids, anchor)]
    assert [len(row) for row in rows] == 12 * [12]
    for one, other in combinations(range(12), 2):
        difference = float(ELO * (fitted.logits[one] - fitted.logits[other]))
        expected = fitted.superiority(one, other)
        variance = rows[one][other] + rows[other][one]
        assert spread.superiority(difference, variance) == pytest.approx(expected, abs=1e-6)


def test_a_small_difference_of_sure_ratings_survives_the_packing() -> None:
    fitted = fit([Pair(0, 1, 5_010_000, 0, 4_990_000)])
    one, other = map(spread.unpack, spread.pack(fitted, fitted.ids, 0))
    assert Z * (one[1] + other[0]) ** 0.5 == pytest.approx(fitted.bars_against(0)[1], rel=1e-6)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_lesson_foretells_what_a_few_more_results_do(seats: int) -> None:
    before = random_pairs(bots=8, games=3_000, seats=(seats,))
    fitted = fit(before)
    rows = [spread.unpack(row) for row in spread.pack(fitted, fitted.ids, 0)]
    old = fitted.ratings(anchor=0)
    for me, other in ((3, 5), (3, 0), (0, 3)):
        more = Pair(min(me, other), max(me, other), 4 * (me < other), 0, 4 * (me > other), seats)
        gained = fit([*before, more]).ratings(anchor=0)[me] - old[me]
        surplus = 4 * (1 - ratings.expected_share(old[me] - old[other]))
        assert ratings.lesson(surplus, rows[me][other], seats) == pytest.approx(
            gained, rel=0.05, abs=1e-6
        )
