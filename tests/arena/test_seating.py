from itertools import pairwise, permutations

import pytest

from arena.seating import orders


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_bot_sits_everywhere_equally_often(seats: int) -> None:
    rows = orders(seats)
    for seat in range(seats):
        column = [row[seat] for row in rows]
        assert {column.count(bot) for bot in range(seats)} == {len(rows) // seats}


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_bot_follows_every_other_equally_often(seats: int) -> None:
    pairs = [pair for row in orders(seats) for pair in pairwise(row)]
    counts = {pairs.count(pair) for pair in permutations(range(seats), 2)}
    assert len(counts) == 1


def test_a_match_needs_two_seats() -> None:
    with pytest.raises(ValueError, match="at least two seats"):
        orders(1)
