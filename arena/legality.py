"""What a seat may do: every legal move of a position, and the verdict on any other."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar, overload

from arena.board import Board, Reason
from arena.generation import placements
from arena.moves import Move, Pass, Placement, Trade
from arena.opening import openings
from arena.tiles import Tile, in_order, mask

M_co = TypeVar("M_co", bound=Move, covariant=True)


class Moves(Sequence[M_co]):
    """Moves with their points, each built when it is looked at; searching for one is the slow way.

    >>> from arena.tiles import parse_tiles
    >>> moves = legal_moves(Board.parse("Rc@0,0 Rq@1,0"), parse_tiles("Gc Gd"), bag_count=96)
    >>> [f"{move} for {move.points}" for move in moves][:3]
    ['Gc@0,1 for 2', 'Gc@0,-1 for 2', 'Gd@-1,1 Gc@0,1 for 4']
    >>> len(moves), str(moves.best), [move.points for move in moves.top(3)]
    (4, 'Gd@-1,1 Gc@0,1', [4, 4, 2])
    """

    __slots__ = ("_build", "points")

    def __init__(self, points: list[int], build: Callable[[int], M_co]) -> None:
        self.points = points
        self._build = build

    def __len__(self) -> int:
        return len(self.points)

    @overload
    def __getitem__(self, index: int) -> M_co: ...
    @overload
    def __getitem__(self, index: slice) -> list[M_co]: ...
    def __getitem__(self, index: int | slice) -> M_co | list[M_co]:
        if isinstance(index, slice):
            return [self._build(each) for each in range(len(self))[index]]
        return self._build(range(len(self))[index])

    def __iter__(self) -> Iterator[M_co]:
        return map(self._build, range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} moves, up to {max(self.points, default=0)} points>"

    @property
    def best(self) -> M_co:
        """The move with the most points, the first of several: of trades the largest."""
        return self._build(self.points.index(max(self.points)))

    def top(self, count: int) -> list[M_co]:
        """The ``count`` moves with the most points, or all if there are fewer; the best first, and
        of equal ones the first listed first. Only these are built.
        """
        ranked = sorted(range(len(self)), key=self.points.__getitem__, reverse=True)
        return list(map(self._build, ranked[: max(0, count)]))


def legal_moves(
    board: Board, hand: Sequence[Tile], bag_count: int, opening: int = 0
) -> Moves[Move]:
    """Every placement, each once; where nothing can be placed every trade; else only the pass.

    While ``opening`` is not 0, every placement of exactly that many tiles that covers 0,0.
    """
    found = (
        openings(hand, board.qwirkle_bonus, shifted=True) if opening else placements(board, hand)
    )
    if found.points:
        return Moves(found.points, found.build)
    others: Sequence[Move] = trades(hand, bag_count) or (Pass(),)
    return Moves([0] * len(others), others.__getitem__)


def trades(hand: Sequence[Tile], bag_count: int) -> tuple[Trade, ...]:
    """Every different trade the hand and the bag allow, large ones first; none at an empty bag."""
    sizes = range(min(len(hand), bag_count), 0, -1)
    tiles = in_order(hand)
    return tuple(
        Trade(given) for size in sizes for given in dict.fromkeys(combinations(tiles, size))
    )


class IllegalMoveError(ValueError):
    """A move that the rules forbid: ``reason`` names the rule, the text says it in a sentence."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(reason, sentence)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[1])


_BECAUSE = {
    Reason.BAD_LINE: "a line may only hold different shapes of one colour or different colours of "
    "one shape.",
    Reason.NOT_CONNECTED: "it does not join the tiles on the table.",
    Reason.OCCUPIED: "a tile lies there already.",
    Reason.NOT_ONE_LINE: "the tiles of one turn lie in one row or one column.",
    Reason.GAP: "there is a gap between the tiles.",
    Reason.SAME_CELL_TWICE: "two tiles cannot lie on one cell.",
}


def judge(move: Move, board: Board, hand: Sequence[Tile], bag_count: int, opening: int) -> int:
    """The points of a move, without the bonus for ending the game.

    Raises IllegalMoveError when the rules forbid it, TypeError when it is no move at all.
    """
    if isinstance(move, Placement):
        _check_hand(move, hand)
        return _judge_placement(move, board, opening)
    if isinstance(move, Trade):
        _check_hand(move, hand)
        _check_trade(move, bag_count, opening)
    elif not isinstance(move, Pass):
        raise TypeError(f"{move!r} is not a move: place, trade or pass.")
    elif opening or bag_count or board.can_take(mask(hand)):
        raise IllegalMoveError(
            Reason.CAN_MOVE, "pass: only who can neither place nor trade may pass."
        )
    return 0


def _check_hand(move: Move, hand: Sequence[Tile]) -> None:
    left = list(hand)
    try:
        for tile in move.tiles:
            left.remove(tile)
    except ValueError:
        held, many = " ".join(map(str, hand)), hand.count(tile)
        has_fewer = f"the hand {held} has only {many} {tile}."
        has_none = f"the hand {held} has no {tile}."
        because = has_fewer if many else has_none
        raise IllegalMoveError(Reason.NOT_IN_HAND, f"{move}: {because}") from None


def _judge_placement(placement: Placement, board: Board, opening: int) -> int:
    verdict = board.judge(placement)
    if isinstance(verdict, Reason):
        raise IllegalMoveError(verdict, f"{placement}: {_BECAUSE[verdict]}")
    if opening and (len(placement.tiles) != opening or (0, 0) not in placement.cells):
        raise IllegalMoveError(
            Reason.OPENING,
            f"{placement}: the opening places a group of {opening}, one of its tiles on 0,0.",
        )
    return verdict


def _check_trade(trade: Trade, bag_count: int, opening: int) -> None:
    if opening:
        raise IllegalMoveError(
            Reason.OPENING, f"{trade}: who opens places a group of {opening} instead."
        )
    if len(trade.tiles) > bag_count:
        raise IllegalMoveError(Reason.BAG_TOO_SMALL, f"{trade}: the bag holds only {bag_count}.")
