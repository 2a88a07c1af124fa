"""A game as it is stored, its seed and its turns, and the positions that follow from these."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arena.game import Game, deal
from arena.moves import Move, parse_move
from arena.record import TurnRecord
from arena.ruleset import Ruleset

Row = list[Any]
"""A turn as JSON: seat, move (null for a forfeit), CPU time and wall time in ms."""


@dataclass(frozen=True, slots=True)
class Act:
    """What a seat did, and the time in ms that it took for it."""

    seat: int
    move: Move | None
    """None for a forfeit."""
    cpu_ms: float = 0
    """0 for a person."""
    wall_ms: float = 0

    @classmethod
    def parse(cls, row: Row) -> "Act":
        seat, move, cpu_ms, wall_ms = row
        return cls(seat, None if move is None else parse_move(move), cpu_ms, wall_ms)

    def row(self) -> Row:
        """As it is stored."""
        move = None if self.move is None else str(self.move)
        return [self.seat, move, round(self.cpu_ms, 3), round(self.wall_ms)]


@dataclass(frozen=True)
class Table:
    """A game under way or over; everything else that there is to know of it follows."""

    seed: bytes
    ruleset: Ruleset
    seats: int
    acts: tuple[Act, ...] = ()

    @classmethod
    def of(cls, seed: bytes, ruleset: Ruleset, seats: int, rows: Iterable[Row]) -> "Table":
        return cls(seed, ruleset, seats, tuple(map(Act.parse, rows)))

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """The position before each act, and the last one."""
        return tuple(self._replay())

    @property
    def game(self) -> Game:
        """The present position."""
        return self.games[-1]

    def turns(self) -> Iterator[TurnRecord]:
        """The acts with what they scored and drew, for a record."""
        for act, after in zip(self.acts, self.games[1:], strict=True):
            points = after.history[-1].points
            yield TurnRecord(act.seat, act.move, points, after.drew, act.cpu_ms, act.wall_ms)

    def _replay(self) -> Iterator[Game]:
        game = deal(self.seed, self.seats, self.ruleset)
        yield game
        for act in self.acts:
            game = game.forfeit(act.seat) if act.move is None else game.play(act.move)
            yield game
