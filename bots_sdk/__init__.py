"""The bot author's kit: ``from bots_sdk import Bot`` is all that a bot needs."""

from arena.board import Board
from arena.cells import Cell
from arena.legality import legal_moves
from arena.moves import Move, Pass, Placement, Trade
from arena.tiles import TILES, Color, Shape, Tile
from arena.view import View
from bots_sdk.bot import Bot

__all__ = [
    "TILES",
    "Board",
    "Bot",
    "Cell",
    "Color",
    "Move",
    "Pass",
    "Placement",
    "Shape",
    "Tile",
    "Trade",
    "View",
    "legal_moves",
]
