"""What a person is shown of a game under way: all of it comes from the view of their seat."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.board import Board
from arena.cells import Cell
from arena.moves import Move, Pass, Placement, Trade, UnseenTrade
from arena.player import Ending
from arena.tiles import TILES, Tile
from arena.view import Turn, View
from sixfold.bots.services import Refused
from sixfold.leases import Progress
from sixfold.matches.phrases import CAUSES, sentence
from sixfold.matches.story import short_names
from sixfold.play.choices import Choice, Laid, bonus, choice
from sixfold.play.models import BotTurn, Chair, Sitting
from sixfold.templating import tile_name

LISTED = 40
"""Moves in the list, the best ones: any other can be written."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as everybody may see it."""

    number: int
    name: str
    chair: Chair
    score: int
    tiles: int
    """In its hand."""
    to_move: bool
    out: str
    """Why it left, in words; empty for who has not."""


@dataclass(frozen=True, slots=True)
class Told:
    """A turn as the person may know it."""

    number: int
    seat: int
    kind: str
    """"place", "trade", "pass" or "forfeit"."""
    tiles: tuple[Tile, ...]
    """None of those that others have traded."""
    points: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A legal move for who chooses from a list."""

    text: str
    """Its notation."""
    told: str
    points: int


class Scene:
    """A game under way as the person sees it; `sitting` comes from `with_chairs()`."""

    def __init__(self, sitting: Sitting) -> None:
        game = sitting.table.game
        self.sitting = sitting
        self.view: View = game.view(sitting.own.number)
        self.to_move = game.to_move
        """The seat on move."""
        self.names = short_names([chair.name for chair in sitting.chairs.all()])

    @property
    def mine(self) -> bool:
        """Whether the person is on move."""
        return self.to_move == self.view.me

    @cached_property
    def moves(self) -> list[Move]:
        """The best of what the person may do; nothing while others are on move."""
        return self.view.legal_moves().top(LISTED) if self.mine else []

    @property
    def must_pass(self) -> bool:
        return self.moves[:1] == [Pass()]

    @property
    def must_trade(self) -> bool:
        """Whether no tile of the hand fits."""
        return bool(self.moves) and isinstance(self.moves[0], Trade)

    @property
    def most_traded(self) -> int:
        """How many tiles may be traded."""
        return 0 if self.view.opening else min(len(self.view.hand), self.view.bag_count)

    @property
    def seats(self) -> list[Seat]:
        view = self.view
        return [
            Seat(
                number=chair.number,
                name=self.names[chair.number],
                chair=chair,
                score=view.scores[chair.number],
                tiles=view.hand_counts[chair.number],
                to_move=chair.number == self.to_move,
                out="" if chair.plays else str(CAUSES[Ending(chair.ending)]),
            )
            for chair in self.sitting.chairs.all()
        ]

    @property
    def board(self) -> list[tuple[int, int, str]]:
        """The tiles on the table, in the order of their placement."""
        return [(x, y, str(tile)) for (x, y), tile in self.view.board.items()]

    @property
    def rows(self) -> list[tuple[int, list[Tile | None]]]:
        """The same as a table, from top to bottom."""
        return _rows(self.view.board)

    @property
    def columns(self) -> list[int]:
        columns = [x for x, _y in self.view.board]
        return list(range(min(columns), max(columns) + 1)) if columns else []

    @property
    def fresh(self) -> int:
        """How many of the last tiles came in the last turn."""
        last = self.view.history[-1:]
        return len(last[0].move.tiles) if last and isinstance(last[0].move, Placement) else 0

    @property
    def unseen(self) -> list[tuple[Tile, int]]:
        """How many of each kind are neither on the table nor in the own hand."""
        left = self.view.unseen()
        return [(kind, left[kind]) for kind in TILES]

    @cached_property
    def turns(self) -> list[Told]:
        return list(self._turns())

    @property
    def listed(self) -> list[Listed]:
        """The best placements, for who does not choose on the board."""
        return [
            Listed(str(move), placed_in_words(move), move.points + bonus(self.view, move))
            for move in self.moves
            if isinstance(move, Placement)
        ]

    @property
    def told(self) -> str:
        """Whose turn it is, and what there is to do."""
        if not self.mine:
            return self._waiting()
        if self.view.opening:
            return _(
                "You open, with the largest group in your hand: place %(count)d of your tiles."
            ) % {"count": self.view.opening}
        if self.must_pass:
            return _("You can neither place nor trade: pass.")
        if self.must_trade:
            return _("None of your tiles fits: choose those that you want to trade.")
        return _("It is your turn: choose a tile.")

    @property
    def state(self) -> dict[str, Any]:
        """What the page asks for while it waits."""
        return {"turn": self.view.turn, "mine": self.mine, "told": self.told}

    @property
    def script(self) -> dict[str, Any]:
        """What the page's script begins with."""
        last = self.view.history[-1:]
        return {
            "turn": self.view.turn,
            "mine": self.mine,
            "tiles": self.board,
            "fresh": self.fresh,
            "by": last[0].seat if last else 0,
            "points": last[0].points if last else 0,
            "hand": [str(tile) for tile in self.view.hand],
            "trades": self.most_traded if self.mine else 0,
            "must": "pass" if self.must_pass else "trade" if self.must_trade else "",
            "choice": as_json(choice(self.view, {})) if self.mine else None,
        }

    def choice(self, laid: Laid) -> dict[str, Any]:
        """Where further tiles may go beside these."""
        return {"turn": self.view.turn} | as_json(choice(self.view, laid))

    def _turns(self) -> Iterator[Told]:
        scores = [0] * self.view.players
        for number, turn in enumerate(self.view.history, 1):
            scores[turn.seat] += turn.points
            move = self._as_replayed(turn)
            told = sentence(number, move, self.names[turn.seat], scores)
            tiles = turn.move.tiles if turn.move else ()
            yield Told(number, turn.seat, move["type"], tiles, turn.points, told)

    def _as_replayed(self, turn: Turn) -> dict[str, Any]:
        """The turn as an entry of a replay, as far as the sentence about it needs it."""
        move = turn.move
        if move is None:
            chair = self.sitting.chairs.all()[turn.seat]
            return {"type": "forfeit", "cause": chair.ending, "pts": 0}
        if isinstance(move, Placement):
            tiles = [(*cell, str(tile)) for cell, tile in zip(move.cells, move.tiles, strict=True)]
            return {"type": "place", "pts": turn.points, "tiles": tiles}
        if isinstance(move, Pass):
            return {"type": "pass", "pts": 0}
        count = move.count if isinstance(move, UnseenTrade) else len(move.tiles)
        return {"type": "trade", "pts": 0, "give": [""] * count}

    def _waiting(self) -> str:
        assert self.to_move is not None, "a game that is over has no scene"
        words: dict[str, Any] = {"name": self.names[self.to_move]}
        turn = BotTurn.objects.filter(sitting=self.sitting, number=self.view.turn).first()
        if turn is None or turn.progress == Progress.QUARANTINED:
            return (
                _("Our machines have failed %(name)s again and again. Come back later, or resign.")
                % words
            )
        if turn.progress == Progress.RUNNING:
            return _("%(name)s is thinking.") % words
        words["ahead"] = BotTurn.objects.ahead_of(turn).count()
        if not words["ahead"]:
            return _("%(name)s waits for a worker that is free.") % words
        return (
            ngettext(
                "%(name)s waits for a worker that is free; %(ahead)d other turn comes first.",
                "%(name)s waits for a worker that is free; %(ahead)d other turns come first.",
                words["ahead"],
            )
            % words
        )


def on_move(sitting: Sitting) -> Scene:
    """The game as the person sees it who is to move; raises Refused where they are not."""
    scene = None if sitting.is_over else Scene(sitting)
    if scene is None or not scene.mine:
        raise Refused(_("It is not your turn."))
    return scene


def as_json(found: Choice) -> dict[str, Any]:
    """A choice for the page's script."""
    return {
        "points": found.points,
        "cells": {str(tile): cells for tile, cells in found.cells.items()},
    }


def placed_in_words(move: Placement) -> str:
    """The tiles of a placement with their cells."""
    return ", ".join(
        _("%(tile)s at column %(x)d, row %(y)d") % {"tile": tile_name(tile), "x": x, "y": y}
        for tile, (x, y) in zip(move.tiles, move.cells, strict=True)
    )


def _rows(board: Board) -> list[tuple[int, list[Tile | None]]]:
    if not board:
        return []
    cells: dict[Cell, Tile] = dict(board.items())
    columns = [x for x, _y in cells]
    lines = [y for _x, y in cells]
    return [
        (y, [cells.get((x, y)) for x in range(min(columns), max(columns) + 1)])
        for y in range(max(lines), min(lines) - 1, -1)
    ]
