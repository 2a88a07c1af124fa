"""What one seat may know on its turn, and the moves that it may make."""

import math
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from arena.board import Board
from arena.cells import Cell
from arena.legality import Moves, judge, legal_moves, trades
from arena.moves import Move, Placement, Trade, UnseenTrade
from arena.ruleset import Ruleset
from arena.tiles import TILES, Tile


@dataclass(frozen=True, slots=True)
class Turn:
    """What one seat did, and the points it got for it."""

    seat: int
    move: Move | UnseenTrade | None
    """None when the seat forfeited."""
    points: int
    """Of the move, with the bonus for ending the game where there was one."""

    def seen_by(self, seat: int) -> "Turn":
        """The turn as this seat may know it: what others trade stays hidden."""
        if isinstance(self.move, Trade) and self.seat != seat:
            return Turn(self.seat, UnseenTrade(len(self.move.tiles)), self.points)
        return self


@dataclass(frozen=True, slots=True)
class View:
    """The game as the seat ``me`` sees it: everything public, and its own hand."""

    ruleset: Ruleset
    me: int
    players: int
    """Number of seats at the table, those that forfeited included."""
    hand: tuple[Tile, ...]
    board: Board
    scores: tuple[int, ...]
    hand_counts: tuple[int, ...]
    bag_count: int
    turn: int
    """Turns so far, of all seats; 0 at the start."""
    history: tuple[Turn, ...]
    playing: tuple[bool, ...]
    """For each seat whether it is still in; False once it has forfeited."""
    opening: int
    """Number of tiles that must be placed to open the game; 0 after the opening."""
    time_left_ms: float = math.inf
    # To seed a generator costs more than all the rest of a view, so unseeded views share one.
    rng: random.Random = field(default=random.Random(), compare=False, repr=False)
    """Randomness for the bot: seeded by the match, so that a game can be repeated."""

    def legal_moves(self) -> Moves[Move]:
        """Every placement, each once, with its points. Where nothing can be placed every trade, and
        where nothing can be traded either the one pass: there is always a move.

        Trading although something could be placed is allowed too: see ``trades``.

        >>> from arena.game import deal
        >>> moves = deal(bytes(32), seats=2).view(0).legal_moves()
        >>> len(moves), str(moves.best), moves.best.points
        (24, 'Rk@0,0 Gk@1,0', 2)
        """
        return legal_moves(self.board, self.hand, self.bag_count, self.opening)

    def judge(self, move: Move) -> int:
        """The points of the move of this seat, without the bonus for ending the game.

        Raises IllegalMoveError, with a ``reason``, when it would be refused.

        >>> from arena.game import deal
        >>> deal(bytes(32), seats=2).view(0).judge(Placement.parse("Pq@0,0 Pc@1,0"))
        2
        """
        return judge(move, self.board, self.hand, self.bag_count, self.opening)

    def trades(self) -> tuple[Trade, ...]:
        """Every trade that hand and bag allow, large ones first; none in the opening.

        >>> from arena.game import deal
        >>> game = deal(bytes(32), seats=2)
        >>> str(game.play(game.legal_moves().best).view(1).trades()[0])
        'trade Oc Yk Yk Gq Bq Bd'
        """
        return () if self.opening else trades(self.hand, self.bag_count)

    def trade(self, tiles: Iterable[Tile]) -> Trade:
        """The move that gives these tiles back.

        >>> from arena.game import deal
        >>> view = deal(bytes(32), seats=2).view(0)
        >>> str(view.trade(view.hand[:2]))
        'trade Gk Pq'
        """
        return Trade(tuple(tiles))

    def unseen(self) -> Counter[Tile]:
        """How many of each of the 36 kinds are neither on the board nor in the own hand.

        >>> from arena.game import deal
        >>> deal(bytes(32), seats=2).view(0).unseen()[Tile.parse("Rk")]
        1
        """
        counts = Counter(dict.fromkeys(TILES, self.ruleset.copies))
        counts.subtract(self.board.values())
        counts.subtract(self.hand)
        return counts

    def lines(self, move: Placement) -> tuple[tuple[Cell, ...], ...]:
        """The lines of two or more tiles that the placement would make or extend.

        >>> from arena.game import deal
        >>> deal(bytes(32), seats=2).view(0).lines(Placement.parse("Pq@0,0 Pc@1,0"))
        (((0, 0), (1, 0)),)
        """
        return self.board.lines(move)
