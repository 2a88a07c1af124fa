"""A game as an immutable value: deal, view, legal moves, play to the next game, outcome."""

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TypeVar

from arena.bag import Bag, kinds, numbers
from arena.board import Board, Reason
from arena.legality import IllegalMoveError, Moves, judge, legal_moves, trades
from arena.moves import Move, Placement, Trade
from arena.opening import opener, opening_size
from arena.outcome import End, Outcome, find_end, places
from arena.ruleset import CLASSIC, Ruleset
from arena.tiles import Tile
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
    hands: tuple[tuple[Tile, ...], ...]
    """By seat; those of seats that forfeited stay out of play."""
    scores: tuple[int, ...]
    still_in: tuple[int, ...]
    """The seats that have not forfeited, in their order."""
    to_move: int | None
    """The seat on move; None when the game is over."""
    history: tuple[Turn, ...] = ()
    drew: tuple[Tile, ...] = ()
    """What the last action drew."""
    outcome: Outcome | None = None

    @property
    def turn(self) -> int:
        """Turns so far: placements, trades, passes and forfeits."""
        return len(self.history)

    @property
    def bag_count(self) -> int:
        return len(self.bag)

    def bag_tiles(self) -> Counter[Tile]:
        """What is in the bag, which no seat may know.

        >>> deal(bytes(32), seats=2).bag_tiles()[Tile.parse("Rc")]
        3
        """
        return Counter(self.bag.tiles())

    @property
    def playing(self) -> tuple[bool, ...]:
        """By seat, whether it is still in."""
        return tuple([seat in self.still_in for seat in range(len(self.held))])

    @property
    def opening(self) -> int:
        """The size of the group that the seat on move must open with; 0 after the opening."""
        if self.board.tiles or self.to_move is None:
            return 0
        return opening_size(self.hands[self.to_move])

    def view(self, seat: int) -> View:
        """What this seat may know: its own hand, and what everybody sees.

        >>> view = deal(bytes(32), seats=2).view(1)
        >>> " ".join(map(str, view.hand)), view.hand_counts, view.bag_count
        ('Bd Bq Gq Yk Oc Yk', (6, 6), 96)
        """
        hand = self.hands[seat]
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
            # Nearly all turns are placements, which everybody sees.
            history=tuple(
                [
                    turn if isinstance(turn.move, Placement) else turn.seen_by(seat)
                    for turn in self.history
                ]
            ),
            playing=self.playing,
            opening=0 if self.board else opening_size(hand),
        )

    def legal_moves(self) -> Moves[Move]:
        """The moves of the seat on move, as its view lists them; none when the game is over.

        >>> deal(bytes(32), seats=2).legal_moves()
        <24 moves, up to 2 points>
        """
        if self.to_move is None:
            return Moves([], [].__getitem__)
        hand = self.hands[self.to_move]
        return legal_moves(self.board, hand, len(self.bag), self.opening)

    def trades(self) -> tuple[Trade, ...]:
        """Every trade that the seat on move may choose, whether or not it could place.

        >>> game = deal(bytes(32), seats=2)
        >>> len(game.trades()), len(game.play(game.legal_moves().best).trades())
        (0, 47)
        """
        if self.to_move is None or not self.board:
            return ()
        return trades(self.hands[self.to_move], len(self.bag))

    def judge(self, move: Move) -> int:
        """The points of the move, without the bonus for ending the game.

        Raises IllegalMoveError when the seat on move may not make it.

        >>> deal(bytes(32), seats=2).judge(Placement.parse("Pq@0,0 Pc@1,0"))
        2
        """
        if self.to_move is None:
            raise IllegalMoveError(Reason.GAME_OVER, "The game is over.")
        hand = self.hands[self.to_move]
        return judge(move, self.board, hand, len(self.bag), self.opening)

    def play(self, move: Move) -> "Game":
        """The game after this move of the seat on move; IllegalMoveError when it is not allowed.

        >>> game = deal(bytes(32), seats=2)
        >>> after = game.play(Placement.parse("Pq@0,0 Pc@1,0"))
        >>> after.scores, after.to_move, " ".join(map(str, after.drew)), game.scores
        ((2, 0), 1, 'Rd Rx', (0, 0))
        """
        points = self.judge(move)
        seat = self.to_move
        assert seat is not None, "judge refuses every move once the game is over"
        hand, drawn, bag = self._exchange(seat, move)
        if isinstance(move, Placement):
            if move.points != points:
                move = Placement.trusted(move.tiles, move.cells, points)
            points += 0 if hand else self.ruleset.end_bonus
        return self._after(Turn(seat, move, points), bag, _replaced(self.held, seat, hand), drawn)

    def forfeit(self, seat: int) -> "Game":
        """The game without this seat, on move or not: it moves no more and its hand stays out.

        ValueError when the game is over or the seat is out already. It counts as a turn. Before the
        opening, the largest group among the others opens.

        >>> deal(bytes(32), seats=2).forfeit(0).outcome
        Outcome(end=<End.ALONE: 'last seat in'>, scores=(0, 0), places=(2, 1))
        """
        if self.outcome is not None or seat not in self.still_in:
            raise ValueError(f"Seat {seat} cannot forfeit: it is not in, or the game is over.")
        return self._after(Turn(seat, None, 0), self.bag, self.held)

    def _exchange(self, seat: int, move: Move) -> tuple[tuple[int, ...], tuple[int, ...], Bag]:
        """The hand after the move, what was drawn into it, and the bag after.

        Of two alike in the hand the lower number goes.
        """
        of_kind = numbers(self.ruleset.copies)
        held = self.held[seat]
        kept = list(held)
        for tile in move.tiles:
            for number in of_kind[tile.index]:
                if number in kept:
                    kept.remove(number)
                    break
        if isinstance(move, Trade):
            drawn, bag = self.bag.trade(seat, [number for number in held if number not in kept])
        else:
            drawn, bag = self.bag.draw(seat, max(0, self.ruleset.hand_size - len(kept)))
        return (*kept, *drawn), drawn, bag

    def _after(
        self,
        turn: Turn,
        bag: Bag,
        held: tuple[tuple[int, ...], ...],
        drawn: tuple[int, ...] = (),
    ) -> "Game":
        """The game once this has happened: books it, then finds the end or who moves next."""
        seat, move, history = turn.seat, turn.move, (*self.history, turn)
        board, hands, still_in, end = self.board, self.hands, self.still_in, None
        if move is None:
            still_in = tuple([each for each in still_in if each != seat])
        else:
            hands = _replaced(hands, seat, self._tiles(held[seat]))
        if isinstance(move, Placement):
            board = board.place(move)
            end = None if held[seat] else End.OUT
        scores = _replaced(self.scores, seat, self.scores[seat] + turn.points)
        end = end or find_end(
            board,
            [hands[each] for each in still_in],
            bag,
            0 if isinstance(move, Placement) else _idle(history, still_in),
        )
        to_move = None if end else self._next(seat, board, still_in)
        outcome = Outcome(end, scores, places(scores, _forfeited(history))) if end else None
        drew = self._tiles(drawn)
        # In the order of the fields: to name them takes a third longer, dataclasses.replace five
        # times as long.
        return Game(
            self.ruleset, board, bag, held, hands, scores, still_in, to_move, history, drew, outcome
        )

    def _next(self, seat: int, board: Board, still_in: tuple[int, ...]) -> int | None:
        """Who moves after a turn of this seat."""
        if not board.tiles:
            return opener(self.hands, still_in, self.ruleset.opener)
        if seat != self.to_move:
            return self.to_move
        return still_in[bisect(still_in, seat) % len(still_in)]

    def _tiles(self, numbers: Iterable[int]) -> tuple[Tile, ...]:
        kind_of = kinds(self.ruleset.copies)
        return tuple([kind_of[number] for number in numbers])


def deal(seed: bytes, seats: int, ruleset: Ruleset = CLASSIC) -> Game:
    """A new game: every draw in it follows from the seed of 32 bytes.

    ValueError when the ruleset does not seat so many.
    """
    ruleset.check_seats(seats)
    bag = Bag.fill(seed, seats, ruleset.copies)
    held: list[tuple[int, ...]] = []
    for seat in range(seats):
        drawn, bag = bag.draw(seat, ruleset.hand_size)
        held.append(drawn)
    hands = tuple(tuple(map(kinds(ruleset.copies).__getitem__, drawn)) for drawn in held)
    board = Board(qwirkle_bonus=ruleset.qwirkle_bonus)
    return Game(
        ruleset=ruleset,
        board=board,
        bag=bag,
        held=tuple(held),
        hands=hands,
        scores=(0,) * seats,
        still_in=tuple(range(seats)),
        to_move=opener(hands, range(seats), ruleset.opener),
    )


def _idle(history: Sequence[Turn], still_in: Iterable[int]) -> int:
    """How many turns each of these seats has had since the last placement, at least."""
    since = takewhile(lambda turn: not isinstance(turn.move, Placement), reversed(history))
    turns = Counter(turn.seat for turn in since)
    return min(turns[seat] for seat in still_in)


def _forfeited(history: Iterable[Turn]) -> tuple[int, ...]:
    """The seats that are out, in the order in which they left."""
    return tuple(turn.seat for turn in history if turn.move is None)


def _replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
