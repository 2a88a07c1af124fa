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


@pytest.mark.parametrize(
    ("seats", "rows"),
    [
        (2, "01 10"),
        (3, "012 120 201 210 021 102"),
        (4, "0132 1203 2310 3021"),
        (5, "01423 12034 23140 34201 40312 32410 43021 04132 10243 21304"),
        (6, "015243 120354 231405 342510 453021 504132"),
    ],
)
def test_the_orders_stay_as_they_are(seats: int, rows: str) -> None:
    found = orders(seats)
    assert " ".join("".join(map(str, row)) for row in found) == rows
    assert all(sorted(row) == list(range(seats)) for row in found)


def test_a_match_needs_two_seats() -> None:
    with pytest.raises(ValueError, match="at least two seats"):
        orders(1)
