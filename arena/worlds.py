"""Guesses at what is hidden: hands and a bag that could be, after all that a seat has seen.

As nothing is assumed of how others choose, an unseen tile is as likely in one place as in another,
but for what is certain:

* What the seat itself traded away was in the bag then, and is elsewhere only by a later draw.
* Who passed could place nothing that it held, and draws no more, as the bag is empty.
* Who has not moved yet holds its first hand, with no larger group than the opener's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import or_
from random import Random

from arena.board import Board
from arena.game import Game
from arena.moves import Pass, Placement
from arena.opening import opening_size
from arena.ruleset import Opener, Ruleset
from arena.spots import FITS
from arena.tiles import Tile
from arena.traces import locate_trades, own_trades
from arena.view import View

_PATIENCE = 100
"""How many hands are tried for one without too large a group; then any will do."""

_CONTRADICTIONS = 30
"""After so many impossible guesses in a row the oldest trade still thought of is forgotten."""


@dataclass(frozen=True, slots=True)
class World:
    """A position with all that a view does not show."""

    ruleset: Ruleset
    board: Board
    hands: tuple[tuple[Tile, ...], ...]
    """By seat, the own one included."""
    bag: tuple[Tile, ...]
    """The last is drawn first."""
    playing: tuple[bool, ...]
    to_move: int


def worlds(view: View, rng: Random | None = None) -> Iterator[World]:
    """Guesses without end for the seat that is on move, by the view's ``rng`` if no other is given.

    >>> from itertools import islice
    >>> from arena.game import deal
    >>> view = deal(bytes(32), seats=3).view(1)
    >>> for world in islice(worlds(view, Random(1)), 2):
    ...     print(len(world.bag), *world.hands[2])
    90 Oq Ps Rc Rd Gs Bq
    90 Gs Ox Pq Pd Bk Yd
    """
    rng = rng or view.rng
    bounds = {seat: _bound(view, seat) for seat in range(view.players) if seat != view.me}
    hidden = list(view.unseen().elements())
    trades, contradictions = len(own_trades(view)), 0
    while True:
        if world := _guess(view, bounds, hidden.copy(), rng, trades):
            contradictions = 0
            yield world
            continue
        contradictions += 1
        # After many trades chance hardly finds a history that explains them all.
        if contradictions == _CONTRADICTIONS:
            trades, contradictions = max(0, trades - 1), 0


def world_of(game: Game, rng: Random) -> World:
    """A game as it really is, the bag well shaken; ValueError when it is over."""
    if game.to_move is None:
        raise ValueError("The game is over: nobody is to move.")
    bag = list(game.bag_tiles().elements())
    rng.shuffle(bag)
    return World(game.ruleset, game.board, game.hands, tuple(bag), game.playing, game.to_move)


@dataclass(frozen=True, slots=True)
class _Bound:
    """What is certain of a hidden hand."""

    refused: int
    """The mask of the kinds that cannot be in it."""
    group: int
    """The size of the largest group that can be in it; 0 where any can."""


def _bound(view: View, seat: int) -> _Bound:
    refused, moved = 0, False
    for number, turn in enumerate(view.history):
        if turn.seat == seat:
            moved = True
            if isinstance(turn.move, Pass):
                spots = _board_before(view, number).spots.values()
                refused |= reduce(or_, (spot[FITS] for spot in spots), 0)
    return _Bound(refused, 0 if moved else _largest_group(view, seat))


def _board_before(view: View, number: int) -> Board:
    moves = [turn.move for turn in view.history[number:]]
    later = {cell for move in moves if isinstance(move, Placement) for cell in move.cells}
    return Board((cell, tile) for cell, tile in view.board.items() if cell not in later)


def _largest_group(view: View, seat: int) -> int:
    """How large a group the first hand of a seat can have, as another one opened; 0 for any."""
    placed = [(turn.seat, turn.move) for turn in view.history if isinstance(turn.move, Placement)]
    if sum(len(move.tiles) for _, move in placed) < len(view.board):
        return 0  # An arranged position: nobody saw it opened.
    opener, size = (placed[0][0], len(placed[0][1].tiles)) if placed else (view.me, view.opening)
    oldest = view.ruleset.opener is Opener.OLDEST
    # With an equal group the preferred seat would have opened.
    return size - (seat < opener if oldest else seat > opener)


def _guess(
    view: View, bounds: dict[int, _Bound], hidden: list[Tile], rng: Random, trades: int
) -> World | None:
    """One guess, made of the hidden tiles; None where it came upon a contradiction."""
    located = locate_trades(view, rng, trades)
    if located is None:
        return None
    for tile in chain(*located):
        if tile not in hidden:
            return None
        hidden.remove(tile)
    rng.shuffle(hidden)
    hands = [view.hand] * view.players
    for seat, bound in bounds.items():
        rest = _take(hidden, view.hand_counts[seat], located[seat], bound, rng)
        if rest is None:
            return None
        hands[seat] = (*located[seat], *rest)
    inside = located[-1]
    bag = [*inside, *hidden[: view.bag_count - len(inside)]]
    if inside:
        rng.shuffle(bag)
    return World(view.ruleset, view.board, tuple(hands), tuple(bag), view.playing, view.me)


def _take(
    hidden: list[Tile], size: int, located: list[Tile], bound: _Bound, rng: Random
) -> list[Tile] | None:
    """Takes the rest of a hand out of the hidden tiles; None where they do not suffice.

    Their order is random already.
    """
    count = size - len(located)
    fitting = [tile for tile in hidden if not tile.bit & bound.refused] if bound.refused else hidden
    if len(fitting) < count or any(tile.bit & bound.refused for tile in located):
        return None
    taken = fitting[:count]
    for _ in range(_PATIENCE if bound.group else 0):
        if opening_size([*located, *taken]) <= bound.group:
            break
        taken = rng.sample(fitting, count)
    for tile in taken:
        hidden.remove(tile)
    return taken
