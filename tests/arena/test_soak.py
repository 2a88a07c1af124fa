"""A short run of the soak, and proof that it would notice."""

from collections import Counter
from itertools import islice

import pytest

from arena.board import Board
from arena.tiles import parse_tiles
from tests.arena import oracle
from tests.soak import windows
from tests.soak.engine import DisagreementError, Position, compare, positions


def test_the_engine_lists_what_a_second_generator_finds() -> None:
    tally = Counter(word for each in islice(positions(7), 400) for word in compare(each))
    assert tally["placements compared"] > 10_000
    assert min(tally[f"games of {seats}"] for seats in range(2, 7)) > 20
    assert min(tally[f"a move where {lines} lines meet"] for lines in (3, 4)) > 5
    assert min(tally["openings"], tally["at an empty bag"]) > 5


def test_the_second_generator_finds_what_the_rules_read_literally_allow() -> None:
    for position in islice(positions(8), 3, 300, 13):
        table = {cell: str(tile) for cell, tile in position.board.items()}
        hand = list(map(str, position.hand))
        assert windows.placements(table, hand) == oracle.placements(table, hand)


@pytest.mark.parametrize("change", ["a move too many", "a point too many"])
def test_the_soak_notices(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = windows.placements

    def wrong(table: windows.Table, hand: list[str]) -> windows.Found:
        move, points = next(iter(right(table, hand).items()))
        return right(table, hand) | (
            {frozenset({((9, 9), "Rc")}): 1} if change == "a move too many" else {move: points + 1}
        )

    position = Position(Board.parse("Rc@0,0"), parse_tiles("Rq Bc"), 50, ())
    assert "placements compared" in compare(position)
    monkeypatch.setattr(windows, "placements", wrong)
    with pytest.raises(DisagreementError, match=r"On 'Rc@0,0' with 'Rq Bc'"):
        compare(position)
