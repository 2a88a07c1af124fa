"""A game as an immutable value: deal, view, legal moves, play to the next game, outcome."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from arena.bag import Bag, kinds
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
    to_move: int | None
    """The seat on move; None when the game is over."""
    history: tuple[Turn, ...] = ()
    forfeited: tuple[int, ...] = ()
    """The seats that are out, in the order in which they left."""
    idle: tuple[int, ...] = field(default=(), repr=False)
    """By seat, its turns since the last placement."""
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
        return Counter(self._tiles(sorted(self.bag.inside)))

    @property
    def playing(self) -> tuple[bool, ...]:
        """By seat, whether it is still in."""
        return tuple([seat not in self.forfeited for seat in range(len(self.held))])

    @property
    def opening(self) -> int:
        """The size of the group that the seat on move must open with; 0 after the opening."""
        return 0 if self.board or self.to_move is None else opening_size(self.hands[self.to_move])

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
        if self.outcome is not None or seat in self.forfeited or seat not in range(len(self.held)):
            raise ValueError(f"Seat {seat} cannot forfeit: it is not in, or the game is over.")
        return self._after(Turn(seat, None, 0), self.bag, self.held)

    def _exchange(self, seat: int, move: Move) -> tuple[tuple[int, ...], tuple[int, ...], Bag]:
        """The hand after the move, what was drawn into it, and the bag after.

        Of two alike in the hand the lower number goes.
        """
        kind_of = kinds(self.ruleset.copies)
        held, wanted, given = self.held[seat], list(move.tiles), []
        for number in sorted(held):
            if kind_of[number] in wanted:
                wanted.remove(kind_of[number])
                given.append(number)
        kept = [number for number in held if number not in given]
        if isinstance(move, Trade):
            drawn, bag = self.bag.trade(seat, given)
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
        seat, move, hands = turn.seat, turn.move, self.hands
        board, idle, forfeited, end = self.board, self.idle, self.forfeited, None
        if isinstance(move, Placement):
            board, idle = board.place(move), (0,) * len(held)
            end = None if held[seat] else End.OUT
        elif move is None:
            forfeited = (*forfeited, seat)
        else:
            idle = _replaced(idle, seat, idle[seat] + 1)
        if move is not None:
            hands = _replaced(hands, seat, tuple(self._tiles(held[seat])))
        scores = _replaced(self.scores, seat, self.scores[seat] + turn.points)
        still_in = [each for each in range(len(held)) if each not in forfeited]
        end = end or find_end(
            board,
            [hands[each] for each in still_in],
            self._tiles(bag.inside),
            [idle[each] for each in still_in],
        )
        # Named fields and no dataclasses.replace, which takes five times as long.
        return Game(
            ruleset=self.ruleset,
            board=board,
            bag=bag,
            held=held,
            hands=hands,
            scores=scores,
            to_move=None if end else self._next(seat, board, still_in),
            history=(*self.history, turn),
            forfeited=forfeited,
            idle=idle,
            drew=tuple(self._tiles(drawn)),
            outcome=Outcome(end, scores, places(scores, forfeited)) if end else None,
        )

    def _next(self, seat: int, board: Board, still_in: list[int]) -> int | None:
        """Who moves after a turn of this seat."""
        if not board:
            return opener(self.hands, still_in, self.ruleset.opener)
        if seat != self.to_move:
            return self.to_move
        later = [each for each in still_in if each > seat]
        return later[0] if later else still_in[0]

    def _tiles(self, numbers: Iterable[int]) -> Iterator[Tile]:
        return map(kinds(self.ruleset.copies).__getitem__, numbers)


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
        to_move=opener(hands, range(seats), ruleset.opener),
        idle=(0,) * seats,
    )


def _replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
