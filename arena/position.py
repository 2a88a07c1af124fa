"""A game in the middle, made from tiles: for puzzles, for tests, for a bot that guesses."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from arena.bag import Bag
from arena.board import Board
from arena.game import Game
from arena.opening import opener
from arena.outcome import Outcome, find_end, places
from arena.ruleset import CLASSIC, Ruleset
from arena.tiles import TILES, Tile


def arrange(
    board: Board,
    hands: Sequence[Sequence[Tile]],
    bag: Iterable[Tile] | None = None,
    *,
    scores: Sequence[int] | None = None,
    to_move: int = 0,
    ruleset: Ruleset = CLASSIC,
    seed: bytes = bytes(32),
) -> Game:
    """The game with these tiles where they are; it is over if nothing fits.

    Without ``bag`` it holds all tiles that are not on the board or in a hand; the seed says in
    which order they come. On an empty board who moves follows from the hands. ValueError when a
    kind of tile occurs too often, or the ruleset does not seat so many.
    """
    seats = len(hands)
    ruleset.check_seats(seats)
    spare = _Spare(ruleset.copies)
    spare.take(board.values())
    held = tuple(map(spare.take, hands))
    inside = spare.all() if bag is None else spare.take(bag)
    game = Game(
        ruleset=ruleset,
        board=board,
        bag=Bag.of(inside, seed, seats, ruleset.copies),
        held=held,
        hands=tuple(map(tuple, hands)),
        scores=tuple(scores or (0,) * seats),
        still_in=tuple(range(seats)),
        to_move=to_move if board else opener(hands, range(seats), ruleset.opener),
    )
    end = find_end(board, hands, game.bag, idle=0)
    if end is None:
        return game
    outcome = Outcome(end, game.scores, places(game.scores, ()))
    return replace(game, to_move=None, outcome=outcome)


class _Spare:
    """The numbers of the tiles that have no place yet, the lowest of a kind first."""

    def __init__(self, copies: int) -> None:
        self.copies = copies
        self.numbers = {
            tile: list(range(tile.index * copies, (tile.index + 1) * copies)) for tile in TILES
        }

    def take(self, tiles: Iterable[Tile]) -> tuple[int, ...]:
        try:
            return tuple([self.numbers[tile].pop(0) for tile in tiles])
        except IndexError:
            raise ValueError(f"There are only {self.copies} tiles of a kind.") from None

    def all(self) -> list[int]:
        return [number for numbers in self.numbers.values() for number in numbers]
