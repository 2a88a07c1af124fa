"""A game as an immutable value: deal, view, legal moves, play to the next game, outcome."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from arena.bag import Bag
from arena.board import Board, Reason
from arena.legality import IllegalMoveError, Moves, judge, legal_moves, trades
from arena.moves import Move, Placement, Trade
from arena.opening import opener, opening_size
from arena.outcome import End, Outcome, find_end, places
from arena.ruleset import CLASSIC, Ruleset
from arena.tiles import TILES, Tile
from arena.view import Turn, View

__all__ = ["End", "Game", "IllegalMoveError", "Outcome", "Turn", "deal"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Game:
    """One position of a game, with all that is hidden in it. Moves return new games.

    >>> game = deal(bytes(32), seats=2)
    >>> game.to_move, [str(tile) for tile in game.hands[0]]
    (0, ['Pq', 'Gk', 'Pc', 'Rk', 'Rk', 'Gx'])
    >>> while game.outcome is None:
    ...     game = game.play(game.legal_moves().best)
    >>> game.outcome.scores, game.outcome.places
    ((242, 263), (2, 1))
    """

    ruleset: Ruleset
    board: Board
    bag: Bag = field(repr=False)
    held: tuple[tuple[int, ...], ...]
    """The numbered tiles of each seat, as the bag numbers them."""
    scores: tuple[int, ...]
    to_move: int | None
    """The seat on move; None when the game is over."""
    turn: int = 0
    """Turns so far: placements, trades, passes and forfeits."""
    history: tuple[Turn, ...] = ()
    forfeited: tuple[int, ...] = ()
    """The seats that are out, in the order in which they left."""
    idle: tuple[int, ...] = field(default=(), repr=False)
    """By seat, its turns since the last placement."""
    drew: tuple[Tile, ...] = ()
    """What the last action drew."""
    outcome: Outcome | None = None

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """By seat; those of seats that forfeited stay out of play."""
        return tuple(map(self._tiles, self.held))

    @property
    def bag_count(self) -> int:
        return len(self.bag)

    def bag_tiles(self) -> Counter[Tile]:
        """What is in the bag, which no seat may know."""
        return Counter(self._tiles(sorted(self.bag.inside)))

    @property
    def playing(self) -> tuple[bool, ...]:
        """By seat, whether it is still in."""
        return tuple(seat not in self.forfeited for seat in range(len(self.held)))

    @property
    def opening(self) -> int:
        """The size of the group that the seat on move must open with; 0 after the opening."""
        return 0 if self.board or self.to_move is None else opening_size(self._hand(self.to_move))

    def _hand(self, seat: int) -> tuple[Tile, ...]:
        return self._tiles(self.held[seat])

    def view(self, seat: int) -> View:
        """What this seat may know: its own hand, and what everybody sees."""
        hand = self._hand(seat)
        return View(
            ruleset=self.ruleset,
            me=seat,
            players=len(self.held),
            hand=hand,
            board=self.board,
            scores=self.scores,
            hand_counts=tuple(map(len, self.held)),
            bag_count=len(self.bag),
            turn=self.turn,
            history=tuple([turn.seen_by(seat) for turn in self.history]),
            playing=self.playing,
            opening=0 if self.board else opening_size(hand),
        )

    def legal_moves(self) -> Moves[Move]:
        """The moves of the seat on move, as its view lists them; none when the game is over."""
        if self.to_move is None:
            return Moves([], [].__getitem__)
        hand = self._hand(self.to_move)
        return legal_moves(self.board, hand, len(self.bag), self.opening)

    def trades(self) -> tuple[Trade, ...]:
        """Every trade that the seat on move may choose, whether or not it could place."""
        if self.to_move is None or not self.board:
            return ()
        return trades(self._hand(self.to_move), len(self.bag))

    def judge(self, move: Move) -> int:
        """The points of the move, without the bonus for ending the game.

        Raises IllegalMoveError when the seat on move may not make it.
        """
        if self.to_move is None:
            raise IllegalMoveError(Reason.GAME_OVER, "The game is over.")
        hand = self._hand(self.to_move)
        return judge(move, self.board, hand, len(self.bag), self.opening)

    def play(self, move: Move) -> "Game":
        """The game after this move of the seat on move; IllegalMoveError when it is not allowed."""
        points = self.judge(move)
        assert self.to_move is not None, "judge refuses every move once the game is over"
        match move:
            case Placement(tiles, cells):
                return self._placed(self.to_move, Placement.trusted(tiles, cells, points))
            case Trade():
                return self._traded(self.to_move, move)
        return self._idled(self.to_move, move, drew=())

    def _placed(self, seat: int, placement: Placement) -> "Game":
        kept, _ = self._split(seat, placement.tiles)
        drawn, bag = self.bag.draw(seat, self.ruleset.hand_size - len(kept))
        went_out = not kept and not drawn
        turn = Turn(seat, placement, placement.points + self.ruleset.end_bonus * went_out)
        return replace(
            self,
            board=self.board.place(placement),
            bag=bag,
            held=_replaced(self.held, seat, kept + drawn),
            idle=(0,) * len(self.held),
            drew=self._tiles(drawn),
        )._after(turn, End.OUT if went_out else None)

    def _traded(self, seat: int, trade: Trade) -> "Game":
        kept, given = self._split(seat, trade.tiles)
        drawn, bag = self.bag.trade(seat, given)
        game = replace(self, bag=bag, held=_replaced(self.held, seat, kept + drawn))
        return game._idled(seat, trade, drew=self._tiles(drawn))

    def _idled(self, seat: int, move: Move, drew: tuple[Tile, ...]) -> "Game":
        idle = _replaced(self.idle, seat, self.idle[seat] + 1)
        return replace(self, idle=idle, drew=drew)._after(Turn(seat, move, 0))

    def forfeit(self, seat: int) -> "Game":
        """The game without this seat, on move or not: it moves no more and its hand stays out.

        ValueError when the game is over or the seat is out already. It counts as a turn. Before the
        opening, the largest group among the others opens.
        """
        if self.outcome is not None or seat in self.forfeited or seat not in range(len(self.held)):
            raise ValueError(f"Seat {seat} cannot forfeit: it is not in, or the game is over.")
        game = replace(self, forfeited=(*self.forfeited, seat), drew=())
        return game._after(Turn(seat, None, 0))

    def _split(self, seat: int, given: Sequence[Tile]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The hand without some of its tiles, and those: of two alike the lower number goes."""
        kept = list(self.held[seat])
        gone = []
        for tile in given:
            number = min(each for each in kept if each // self.ruleset.copies == tile.index)
            kept.remove(number)
            gone.append(number)
        return tuple(kept), tuple(gone)

    def _tiles(self, numbers: Iterable[int]) -> tuple[Tile, ...]:
        copies = self.ruleset.copies
        return tuple([TILES[number // copies] for number in numbers])

    def _after(self, turn: Turn, end: End | None = None) -> "Game":
        """Books the turn, then finds the end of the game or who moves next."""
        seat = turn.seat
        scores = _replaced(self.scores, seat, self.scores[seat] + turn.points)
        end = end or self._end()
        return replace(
            self,
            scores=scores,
            turn=self.turn + 1,
            history=(*self.history, turn),
            to_move=None if end else self._next(seat),
            outcome=Outcome(end, scores, places(scores, self.forfeited)) if end else None,
        )

    def _next(self, seat: int) -> int | None:
        """Who moves after a turn of this seat."""
        if not self.board:
            return opener(self.hands, self._still_in(), self.ruleset.opener)
        if seat != self.to_move:
            return self.to_move
        still_in = self._still_in()
        return min(still_in, key=lambda each: (each <= seat, each))

    def _still_in(self) -> list[int]:
        return [seat for seat in range(len(self.held)) if seat not in self.forfeited]

    def _end(self) -> End | None:
        """Why the game is over although nobody has gone out."""
        still_in = self._still_in()
        copies = self.ruleset.copies
        return find_end(
            self.board,
            [self._hand(seat) for seat in still_in],
            (TILES[number // copies] for number in self.bag.inside),
            [self.idle[seat] for seat in still_in],
        )


def deal(seed: bytes, seats: int, ruleset: Ruleset = CLASSIC) -> Game:
    """A new game: every draw in it follows from the seed of 32 bytes.

    ValueError when the ruleset does not seat so many.
    """
    ruleset.check_seats(seats)
    bag = Bag.fill(seed, seats, ruleset.copies)
    held = []
    for seat in range(seats):
        drawn, bag = bag.draw(seat, ruleset.hand_size)
        held.append(drawn)
    board = Board(qwirkle_bonus=ruleset.qwirkle_bonus)
    game = Game(ruleset, board, bag, tuple(held), (0,) * seats, None, idle=(0,) * seats)
    return replace(game, to_move=opener(game.hands, range(seats), ruleset.opener))


def _replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
