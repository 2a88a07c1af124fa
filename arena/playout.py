"""A game played on from a position without a referee: quick, unjudged, for a bot that searches."""

from collections.abc import Callable
from itertools import count
from random import Random

from arena.legality import Moves, legal_moves
from arena.moves import Move, Placement
from arena.opening import opening_size
from arena.tiles import Tile
from arena.worlds import World

Policy = Callable[[Moves[Move]], Move]
"""Chooses one of the moves that a seat has."""

_PATIENCE = 3
"""Rounds without a placement after which a game with tiles in the bag is stalled."""


def greedy(moves: Moves[Move]) -> Move:
    """The move with the most points."""
    return moves.best


def at_random(rng: Random) -> Policy:
    """Every move alike."""
    return lambda moves: moves[rng.randrange(len(moves))]


def playout(
    world: World,
    policy: Policy = greedy,
    *,
    first: Move | None = None,
    plies: int | None = None,
) -> tuple[int, ...]:
    """The points that each seat makes from here on, the end bonus included.

    ``first`` is the move of the seat on move, taken as it is; all others are the policy's. So many
    ``plies`` are played, the first among them, or else to the end. What is traded goes under the
    bag, to be drawn last.

    >>> from arena.game import deal
    >>> from arena.worlds import world_of
    >>> playout(world_of(deal(bytes(32), seats=2), Random(1)), plies=2)
    (2, 4)
    """
    ruleset, board, to_move = world.ruleset, world.board, world.to_move
    hands, bag = list(map(list, world.hands)), list(world.bag)
    seats = [seat for seat, playing in enumerate(world.playing) if playing]
    points, idle = [0] * len(hands), 0
    turns = range(plies) if plies is not None else count()
    at = seats.index(to_move)
    for ply in turns:
        seat = seats[(at + ply) % len(seats)]
        hand = hands[seat]
        if ply == 0 and first is not None:
            move = first
        else:
            opening = 0 if board else opening_size(hand)
            move = policy(legal_moves(board, hand, len(bag), opening))
        for tile in move.tiles:
            hand.remove(tile)
        _draw(hand, bag, ruleset.hand_size)
        if isinstance(move, Placement):
            idle = 0
            points[seat] += move.points
            if ply + 1 != plies:
                board = board.place(move)
            if not hand:
                points[seat] += ruleset.end_bonus
                break
        else:
            bag[:0] = move.tiles
            idle += 1
            # At an empty bag one round of passes tells that nobody can place.
            if idle == len(seats) * (_PATIENCE if bag else 1):
                break
    return tuple(points)


def _draw(hand: list[Tile], bag: list[Tile], size: int) -> None:
    while bag and len(hand) < size:
        hand.append(bag.pop())
