"""The wire between referee and bot: one JSON object a line, encoded and decoded only here.

The referee greets a bot once and then asks it on each of its turns; the bot answers every line with
one line. A whole conversation, the referee's lines marked with ``>``::

    > {"type": "start", "protocol": 1, "ruleset": {"name": "classic", ...}, "players": 2, "me": 1,
       "rng": "9f0c...", "limits": {"bank_ms": 5000, ...}}
    {"type": "ready"}
    > {"type": "turn", "turn": 1, "hand": ["Rc", "Bq", ...], "board": ["Yd@0,0", "Yc@1,0"],
       "moves": [{"seat": 0, "move": "Yd@0,0 Yc@1,0", "points": 2}], "scores": [2, 0],
       "hands": [6, 6], "bag": 94, "playing": [true, true], "opening": 0, "time_left_ms": 5100.0}
    {"move": "Rc@1,1"}

``moves`` are those made since this seat's last turn, its own included; ``board`` is the whole
table.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from random import Random
from typing import Any

from arena.board import Board
from arena.limits import Limits
from arena.moves import Move, Placement, UnseenTrade, parse_move
from arena.player import Greeting
from arena.ruleset import Opener, Ruleset
from arena.tiles import Tile
from arena.view import Turn, View

VERSION = 1

READY = b'{"type": "ready"}\n'


class MalformedAnswer(ValueError):  # noqa: N818 - named for what the bot sent
    """A bot's line is not what the protocol asks for; the text says how, for its author."""


def encode_start(greeting: Greeting) -> bytes:
    """The referee's first line."""
    return _line(
        {
            "type": "start",
            "protocol": VERSION,
            "ruleset": asdict(greeting.ruleset),
            "players": greeting.players,
            "me": greeting.me,
            "rng": greeting.rng_seed,
            "limits": greeting.limits.to_json(),
        }
    )


def decode_start(line: bytes) -> Greeting:
    """The greeting as the bot reads it."""
    data = json.loads(line)
    return Greeting(
        ruleset=decode_ruleset(data["ruleset"]),
        players=data["players"],
        me=data["me"],
        rng_seed=data["rng"],
        limits=Limits.from_json(data["limits"]),
    )


def decode_ruleset(data: Mapping[str, Any]) -> Ruleset:
    """A ruleset from its fields; raises TypeError or ValueError where they do not fit."""
    return Ruleset(**{**data, "opener": Opener(data["opener"])})


def check_ready(line: bytes) -> None:
    """Accept the bot's answer to the greeting or raise MalformedAnswer."""
    if _object(line).get("type") != "ready":
        raise MalformedAnswer(
            f'The answer to "start" must be {{"type": "ready"}}, not {_shown(line)}.'
        )


class Teller:
    """The referee's side of the turns: tells one bot what is new, and writes each tile once."""

    def __init__(self) -> None:
        self._told_turns = 0
        self._board: list[str] = []

    def turn(self, view: View) -> bytes:
        """The request for a move; ``view`` is a later one of the same game than the last."""
        news = view.history[self._told_turns :]
        self._told_turns = len(view.history)
        moves = [(turn, None if turn.move is None else str(turn.move)) for turn in news]
        for turn, text in moves:
            if text and isinstance(turn.move, Placement):
                self._board += text.split()
        return _line(
            {
                "type": "turn",
                "turn": view.turn,
                "hand": [str(tile) for tile in view.hand],
                "board": self._board,
                "moves": [
                    {"seat": turn.seat, "move": text, "points": turn.points} for turn, text in moves
                ],
                "scores": view.scores,
                "hands": view.hand_counts,
                "bag": view.bag_count,
                "playing": view.playing,
                "opening": view.opening,
                "time_left_ms": round(view.time_left_ms, 3),
            }
        )


class Follower:
    """The bot's side of the turns: rebuilds each view and keeps the board between them."""

    def __init__(self, greeting: Greeting) -> None:
        self._greeting = greeting
        self._board = Board()
        self._history: tuple[Turn, ...] = ()
        self._rng = Random(greeting.rng_seed)

    def view(self, line: bytes) -> View:
        """The view that a turn's request describes."""
        data = json.loads(line)
        news = tuple(
            Turn(turn["seat"], _seen_move(turn["move"]), turn["points"]) for turn in data["moves"]
        )
        for turn in news:
            if isinstance(turn.move, Placement):
                self._board = self._board.place(turn.move)
        self._history += news
        return View(
            ruleset=self._greeting.ruleset,
            me=self._greeting.me,
            players=self._greeting.players,
            hand=tuple(map(Tile.parse, data["hand"])),
            board=self._board,
            scores=tuple(data["scores"]),
            hand_counts=tuple(data["hands"]),
            bag_count=data["bag"],
            turn=data["turn"],
            history=self._history,
            playing=tuple(data["playing"]),
            opening=data["opening"],
            time_left_ms=data["time_left_ms"],
            rng=self._rng,
        )


def encode_move(move: Move) -> bytes:
    """The bot's answer to a turn."""
    return _line({"move": str(move)})


def decode_move(line: bytes) -> Move:
    """A bot's answer; raises MalformedAnswer with a sentence for its author."""
    text = _object(line).get("move")
    if not isinstance(text, str):
        raise MalformedAnswer(
            f'The answer to "turn" must be an object with a "move" text, not {_shown(line)}.'
        )
    try:
        return parse_move(text)
    except ValueError as error:
        raise MalformedAnswer(str(error)) from None


def _seen_move(text: str | None) -> Move | UnseenTrade | None:
    """A move of the history; what others traded is a number, and a forfeit is nothing."""
    if text is None:
        return None
    verb, _, count = text.partition(" ")
    if verb == "trade" and count.isdecimal():
        return UnseenTrade(int(count))
    return parse_move(text)


def _object(line: bytes) -> dict[str, Any]:
    try:
        # Decoded here, since json.loads takes bytes for UTF-16 and the like as well.
        data = json.loads(line.decode())
    # Deep nesting within the length limit overflows the parser's stack.
    except (ValueError, RecursionError):
        raise MalformedAnswer(f"The answer is not JSON in UTF-8: {_shown(line)}.") from None
    if not isinstance(data, dict):
        raise MalformedAnswer(f"The answer must be a JSON object, not {_shown(line)}.")
    return data


def _shown(line: bytes) -> str:
    """The start of a hostile line, safe to print."""
    text = ascii(line[:80].decode("utf-8", "replace").rstrip("\n"))
    return f"{text} ..." if len(line) > 80 else text


def _line(data: Mapping[str, object]) -> bytes:
    return json.dumps(data).encode() + b"\n"
