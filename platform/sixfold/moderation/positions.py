"""The fixed positions on which every version is asked for its move: stretches of a few games.

They are kept in positions.json, which the command `positions` has made once. With others, what was
answered before could not be compared with what is answered now.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena.game import Game, deal
from arena.moves import parse_move
from arena.view import View

FILE = Path(__file__).with_name("positions.json")
GAMES = 8
EACH = 25
"""Positions of one game, in which one seat is asked on its turns."""
POSITIONS = GAMES * EACH


@dataclass(frozen=True, slots=True)
class Line:
    """One game: its seed, the seat that is asked, and the moves of both seats."""

    seed: bytes
    seat: int
    moves: tuple[str, ...]

    def views(self) -> Iterator[View]:
        """What the seat sees on each of its turns, whatever it would rather have played."""
        game = self.start()
        for move in self.moves:
            if game.to_move == self.seat:
                yield game.view(self.seat)
            game = game.play(parse_move(move))

    def start(self) -> Game:
        return deal(self.seed, 2)


@cache
def lines() -> tuple[Line, ...]:
    """The games of the file."""
    return tuple(
        Line(bytes.fromhex(one["seed"]), one["seat"], tuple(one["moves"]))
        for one in json.loads(FILE.read_text("utf-8"))
    )
