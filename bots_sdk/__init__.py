"""The bot author's kit: ``from bots_sdk import Bot`` is all that a bot needs."""

from arena.board import Board, Cell
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
]
