"""Verdicts of the rules engine: JSON lines in, JSON lines out, for other programs to compare.

One line, one question, one answer with the same ``id``::

    {"id": 1, "board": ["Rc@0,0"], "move": ["Rq@1,0"]}   a placement; with "hand", of its tiles
    {"id": 1, "legal": true, "score": 2, "reason": null}

    {"id": 2, "board": ["Rc@0,0"], "hand": ["Rq"], "list": true}   all placements of a hand
    {"id": 2, "count": 4, "by_size": {"1": 4}, "best_score": 2, "best_moves": [["Rq@-1,0"], ...]}

    {"id": 3, "hand": ["Rq", "Rd", "Bx"], "opening": true}   the size that a hand would open with
    {"id": 3, "size": 2}

An answer to anything else has an ``error``, a sentence.
"""

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NoReturn

from arena.board import Board, Reason
from arena.cells import Cell
from arena.generation import placements
from arena.opening import opening_size, openings
from arena.placement import Placement, parse_word
from arena.tiles import Tile

Verdict = dict[str, Any]


def judge(lines: Iterable[str | bytes]) -> Iterator[Verdict]:
    """The verdict on each line that is not blank, in order."""
    return (verdict(line) for line in lines if line.strip())


def verdict(line: str | bytes) -> Verdict:
    """The verdict on one line; where it asks nothing that makes sense it has an ``error``."""
    try:
        question = _question(line)
    except ValueError as error:
        return {"id": None, "error": str(error)}
    try:
        return {"id": question.get("id"), **_answer(question)}
    except ValueError as error:
        return {"id": question.get("id"), "error": str(error)}


def _question(line: str | bytes) -> dict[str, Any]:
    """The object on a line; ValueError with a sentence where there is none.

    What comes back with the verdict must be JSON again, so none of Python's own numbers passes.
    """
    try:
        text = line if isinstance(line, str) else line.decode("utf-8-sig")
        question = _JSON.decode(text.strip())
    except UnicodeDecodeError:
        raise ValueError("The line is not UTF-8 text.") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"The line is not JSON: {error.msg} at character {error.colno}.") from None
    except RecursionError:
        raise ValueError("The line is not JSON that can be read: it is nested too deep.") from None
    if not isinstance(question, dict):
        raise ValueError('The line must be a JSON object such as {"id": 1, ...}.')
    return question


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f'The line says "{twice[:40]}" twice in one object.')
    return found


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError(f"The line has a number of {len(digits)} digits; {_DIGITS} will do.")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"The line has a number that is too large: {digits[:40]}.")
    return number


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"The line is not JSON: {word} is no number there.")


_DIGITS = 1000
_JSON = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_finite, parse_constant=_no_number
)


def _answer(question: dict[str, Any]) -> Verdict:
    if "move" in question:
        return _placement(question)
    if question.get("list") is True:
        return _list(Board(_board(question)), _hand(question))
    if question.get("opening") is True:
        return {"size": opening_size(_hand(question))}
    raise ValueError('The question needs a "move", or "list": true, or "opening": true.')


def _placement(question: dict[str, Any]) -> Verdict:
    placement = Placement.parse(_words(question, "move"))
    board = Board(_near(placement, _board(question)))
    if "hand" in question and Counter(placement.tiles) - Counter(_hand(question)):
        return {"legal": False, "score": None, "reason": Reason.NOT_IN_HAND}
    points = board.judge(placement)
    if isinstance(points, Reason):
        return {"legal": False, "score": None, "reason": points}
    return {"legal": True, "score": points, "reason": None}


def _list(board: Board, hand: tuple[Tile, ...]) -> Verdict:
    found = placements(board, hand) if board else openings(hand)
    best = max(found.points, default=0)
    return {
        "count": len(found),
        "by_size": {str(size): number for size, number in sorted(Counter(found.sizes()).items())},
        "best_score": best,
        "best_moves": sorted(
            sorted(str(found.build(index)).split())
            for index, points in enumerate(found.points)
            if points == best
        ),
    }


def _near(placement: Placement, tiles: list[tuple[Cell, Tile]]) -> list[tuple[Cell, Tile]]:
    """The tiles in the rows and columns of a placement: no other can be in a line with it, or join
    it. To build the whole board would be most of the work.
    """
    columns, rows = (set(numbers) for numbers in zip(*placement.cells, strict=True))
    near = [(cell, tile) for cell, tile in tiles if cell[0] in columns or cell[1] in rows]
    # Where none is near the placement is not connected; it is no opening.
    return near or tiles[:1]


_word = lru_cache(maxsize=1 << 14)(parse_word)


def _board(question: dict[str, Any]) -> list[tuple[Cell, Tile]]:
    words = _words(question, "board")
    tiles = [(cell, tile) for tile, cell in map(_word, words)]
    if len({cell for cell, _ in tiles}) < len(tiles):
        raise ValueError("There are two tiles on one cell of the board.")
    return tiles


def _hand(question: dict[str, Any]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, _words(question, "hand")))


def _words(question: dict[str, Any], key: str) -> tuple[str, ...]:
    """A list of texts, or one text with spaces between its words."""
    words = question.get(key)
    if isinstance(words, str):
        return tuple(words.split())
    if isinstance(words, list) and all(isinstance(word, str) for word in words):
        return tuple(words)
    raise ValueError(f'"{key}" must be a list of texts such as ["Rc@0,0"] or, for a hand, ["Rc"].')
