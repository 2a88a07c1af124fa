"""Counts tiles: takes the points, but sets up no Qwirkle that another hand probably completes."""

from math import comb

from bots_sdk import TILES, Bot, Move, Placement, Tile, View

CANDIDATES = 12
"""Only the moves that score most now are worth a closer look."""
GIFT = 7
"""What a completed Qwirkle is worth in points: 12, less what would be scored instead."""
DOUBLE = 0.5
"""What a tile that is held twice costs: no line takes both."""


class Careful(Bot):
    """The move that scores most, if one adds what it promises and takes off what it gives away."""

    def choose(self, game: View) -> Move:
        found = game.legal_moves()
        if game.opening or not isinstance(found[0], Placement):
            return found[0]  # All openings score the same, and the first trade is the largest.
        return max(found.top(CANDIDATES), key=lambda move: move.points + prospects(game, move))


def prospects(game: View, move: Move) -> float:
    """The points that the move can be expected to bring later, or to cost."""
    kept = list(game.hand)
    for tile in move.tiles:
        kept.remove(tile)
    worth = -DOUBLE * (len(kept) - len(set(kept))) if game.bag_count else 0
    for tile in completing(game, move):
        safe = nobody_holds(game, tile)
        worth -= GIFT * (1 - safe)
        if tile in kept:
            worth += GIFT * safe
    return worth


def completing(game: View, move: Move) -> list[Tile]:
    """The tiles that would make a Qwirkle of a line of five which this move makes."""
    if not isinstance(move, Placement):
        return []
    fives = [line for line in game.lines(move) if len(line) == 5]
    if not fives:
        return []
    board, tiles = game.board.place(move), []
    for (x, y), *_, (last_x, last_y) in fives:
        step_x, step_y = x < last_x, y < last_y
        ends = [(x - step_x, y - step_y), (last_x + step_x, last_y + step_y)]
        for tile in TILES:
            verdicts = [board.judge(Placement((tile,), (end,))) for end in ends]
            # A verdict is the points, or the reason why the tile does not fit.
            if any(isinstance(verdict, int) for verdict in verdicts):
                tiles.append(tile)
    return tiles


def nobody_holds(game: View, tile: Tile) -> float:
    """The chance that no other hand holds the tile, from what is on the board and in the own."""
    unseen = game.unseen()
    hidden = sum(unseen.values())
    held = hidden - game.bag_count
    return comb(hidden - unseen[tile], held) / comb(hidden, held)
