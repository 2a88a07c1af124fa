from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import pytest

from arena.sprt import Decision, SequentialTest
from bots_sdk.comparison import EVERY, FIRST, Comparison
from bots_sdk.series import Played


def games(*shares: float) -> Iterator[Played]:
    """Games of which the new version wins these shares."""
    return (cast(Played, SimpleNamespace(share=[1 - one, one].__getitem__)) for one in shares)


def test_pairs_are_counted_by_their_points() -> None:
    comparison = Comparison(SequentialTest())
    list(comparison.follow(games(0, 0, 0, 0.5, 1, 0, 0.5, 0.5, 1, 0.5, 1, 1)))
    assert comparison.counts == [1, 1, 2, 1, 1]
    assert comparison.pairs == 6


def test_a_game_without_its_twin_is_not_counted() -> None:
    comparison = Comparison(SequentialTest())
    assert len(list(comparison.follow(games(1, 1, 1)))) == 3
    assert comparison.counts == [0, 0, 0, 0, 1]


@pytest.mark.parametrize(("share", "decision"), [(1, Decision.ACCEPTED), (0, Decision.REJECTED)])
def test_it_stops_as_soon_as_the_test_decides(share: float, decision: Decision) -> None:
    comparison = Comparison(SequentialTest(0, 50))
    played = len(list(comparison.follow(games(*[share] * 400))))
    assert comparison.decision is decision
    assert played == 2 * FIRST


def test_few_pairs_decide_nothing() -> None:
    comparison = Comparison(SequentialTest(0, 50))
    assert len(list(comparison.follow(games(*[1.0] * (2 * FIRST - 2))))) == 2 * FIRST - 2
    assert comparison.llr > comparison.test.bounds[1]
    assert comparison.decision is Decision.OPEN


def test_the_test_is_asked_after_whole_batches_only() -> None:
    comparison = Comparison(SequentialTest(0, 20))
    played = len(list(comparison.follow(games(*[1.0, 1.0, 1.0, 0.0] * 500))))
    assert comparison.decision is Decision.ACCEPTED
    assert comparison.pairs == played / 2
    assert comparison.pairs > FIRST
    assert comparison.pairs % EVERY == 0
