"""The match that every hostile bot sits down to, and how it goes when nobody disturbs it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from arena.moves import Move
from arena.player import InProcess
from arena.protocol import READY, Teller, encode_move
from arena.record import Record, frames
from arena.referee import Deal, play
from arena.ruleset import CLASSIC
from arena.view import View

GOOD, HOSTILE = 0, 1
"""The seats; the well-behaved bot opens, and wins unless it is disturbed."""
SHORT_GAME = replace(CLASSIC, name="short", copies=1)
DEAL = Deal(bytes(32), ("good", "hostile"), SHORT_GAME)

GOOD_BOT = """
import sys, time

for request, answer in {lines!r}:
    heard = sys.stdin.readline()
    if not heard.startswith(request):
        sys.exit("I was told " + heard + " instead of " + request)
    time.sleep({pause})
    sys.stdout.write(answer)
    sys.stdout.flush()
sys.stdin.readline()
"""


@cache
def undisturbed() -> Record:
    """The whole match: the most points against the fewest."""
    return play([InProcess(_best), InProcess(_worst)], DEAL)


def moves(seat: int) -> list[str]:
    """The answers of a seat, as lines."""
    made = (turn.move for turn in undisturbed().turns if turn.seat == seat)
    return [encode_move(move).decode() for move in made if move is not None]


def unconfined() -> InProcess:
    """A player of either seat that is no process."""
    made = {number: turn.move for number, turn in enumerate(undisturbed().turns) if turn.move}
    return InProcess(lambda view: made[view.turn])


def good_bot(pause: float = 0) -> Mapping[str, bytes]:
    """A bot that makes its moves, each after ``pause`` seconds, where it is asked for them."""
    lines = zip(_requests(GOOD), [READY.decode(), *moves(GOOD)], strict=True)
    return {"main.py": GOOD_BOT.format(lines=list(lines), pause=pause).encode()}


def speaking(answers: Iterable[str]) -> Mapping[str, bytes]:
    """A bot that speaks the protocol itself, and says these lines whatever it is asked."""
    return {
        "main.py": f"""
import sys
for answer in {list(answers)!r}:
    sys.stdin.readline()
    print(answer, flush=True)
sys.stdin.readline()
""".encode()
    }


def _requests(seat: int) -> list[str]:
    """How each request begins: all of it but the time that is left."""
    teller = Teller()
    asked = ["{"]
    for frame in frames(undisturbed()):
        if frame.turn.seat == seat:
            line = teller.turn(replace(frame.before.view(seat), time_left_ms=0))
            begin, _, _ = line.decode().partition(json.dumps("time_left_ms"))
            asked.append(begin)
    return asked


def _best(view: View) -> Move:
    return view.legal_moves().best


def _worst(view: View) -> Move:
    return min(view.legal_moves(), key=lambda move: move.points)
