"""What a record says about the play: points left on the table, Qwirkles set up, luck of the draw.

It sees all hands and the seed, so it is for after the game.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from arena.board import Board
from arena.game import Game
from arena.generation import placements
from arena.moves import Placement
from arena.record import Frame, Record, frames
from arena.spots import FITS, THROUGH, Through
from arena.tiles import Tile, mask

SAMPLES = 50
"""Draws that might have been, for each that was: enough to tell half a point of luck."""


Five = tuple[int, Through]
"""An empty cell, packed, and the line through it, ROW or COLUMN, that a tile there makes six."""


@dataclass(frozen=True, slots=True)
class Insight:
    """One move, judged with hindsight."""

    turn: int
    """From 1: the move led to the position after so many."""
    seat: int
    best: int
    """The most points that any move would have got, end bonus included."""
    missed: int
    """The points left on the table: ``best`` less what the move got; never negative."""
    set_up: int
    """The Qwirkles that the move set up for the next player.

    Such is an empty cell where a single tile makes a line of five (the two parts beside the cell
    together) a line of six; where that was not so before the move; where the rules let the tile in;
    and where the mover could not know that nobody else has the tile: not all copies lie on the
    table or were in the hand that it moved with. None once the game is over.
    """
    left_open: int
    """The same, whoever set it up: what the move made and what it did not take or block."""
    held: int
    """Of those left open, how many the next player really held the tile for."""
    luck: float
    """What the draw after the move was worth, in points above the average.

    Worth is what the best placement on the table just after the move would score with the new hand,
    and the average is over SAMPLES other draws of as many tiles from the same bag. Zero where
    nothing was drawn or nothing else could have come. It averages zero; measured against all the
    tiles that the mover had not seen, it would not, as players keep what is hard to place.
    """


def analyse(record: Record) -> tuple[Insight, ...]:
    """An insight for each move of a record, in order; forfeits have none. Raises RecordError.

    The same record always gives the same: the samples follow from its seed.
    """
    return tuple(_insights(record))


def _insights(record: Record) -> Iterator[Insight]:
    for number, frame in enumerate(frames(record), 1):
        if frame.turn.move is not None:
            yield insight(frame, number, record.seed)


def insight(frame: Frame, number: int, seed: bytes) -> Insight:
    """The insight into one move, the ``number``-th of the game of this seed."""
    before, turn, after = frame.before, frame.turn, frame.after
    best = _best(before)
    was_open = open_fives(before.board)
    now_open: dict[Five, int] = {}
    next_hand: tuple[Tile, ...] = ()
    if after.to_move is not None:
        unseen = before.view(turn.seat).unseen()
        now_open = _completed_by(unseen.elements(), open_fives(after.board))
        next_hand = after.hands[after.to_move]
    return Insight(
        turn=number,
        seat=turn.seat,
        best=best,
        missed=best - turn.points,
        set_up=len(now_open.keys() - was_open.keys()),
        left_open=len(now_open),
        held=len(_completed_by(next_hand, now_open)),
        luck=_luck(frame, Random(seed + number.to_bytes(2, "big"))),
    )


def _best(game: Game) -> int:
    moves = game.legal_moves()
    most = max(moves.points)
    if game.bag_count or game.to_move is None:
        return most
    # Only at an empty bag can a move go out.
    hand, bonus = game.hands[game.to_move], game.ruleset.end_bonus
    return max(
        move.points + bonus * (isinstance(move, Placement) and len(move.tiles) == len(hand))
        for move in moves
    )


def open_fives(board: Board) -> dict[Five, int]:
    """Every chance to complete a line of six with one tile, with the mask of tiles that do."""
    return {
        (key, axis): spot[FITS]
        for key, spot in board.spots.items()
        for axis in THROUGH
        if spot[FITS] and spot[axis].tiles.bit_count() == 5
    }


def _completed_by(tiles: Iterable[Tile], fives: dict[Five, int]) -> dict[Five, int]:
    """Those of the chances that one of the tiles takes."""
    among = mask(tiles)
    return {five: fitting for five, fitting in fives.items() if fitting & among}


def _luck(frame: Frame, chance: Random) -> float:
    drew = len(frame.turn.drew)
    if not drew:
        return 0
    board, hand = frame.after.board, frame.after.hands[frame.turn.seat]
    # A hand lists what was kept before what was drawn.
    kept = hand[:-drew]
    # As it was before the turn: what a trade gives back cannot come at once.
    bag = list(frame.before.bag_tiles().elements())
    draws = [chance.sample(bag, drew) for _ in range(SAMPLES)]
    average = sum(_worth(board, [*kept, *draw]) for draw in draws) / SAMPLES
    return _worth(board, hand) - average


def _worth(board: Board, hand: Iterable[Tile]) -> int:
    return max(placements(board, hand).points, default=0)
