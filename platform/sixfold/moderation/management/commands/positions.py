"""Makes the fixed positions on which the behaviour of versions is compared."""

import json
from collections.abc import Iterator
from hashlib import sha256
from random import Random

from django.core.management.base import BaseCommand

from arena.game import deal
from sixfold.moderation.positions import EACH, FILE, GAMES

GREEDY = 0.7
"""The share of moves that take the most points; the others are any, so that the games differ."""


class Command(BaseCommand):
    """Write positions.json; the same file each time."""

    help = "Write the fixed positions on which versions are compared: the same file each time."

    def handle(self, **_: object) -> None:
        made = list(lines())
        FILE.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
        self.stdout.write(f"{FILE.name}: {GAMES} games with {EACH} positions each.")


def lines() -> Iterator[dict[str, object]]:
    """Games that last long enough for the seat that is asked."""
    number = found = 0
    while found < GAMES:
        seed = sha256(f"sixfold positions {number}".encode()).digest()
        number += 1
        moves = _moves(seed, seat=found % 2)
        if moves:
            yield {"seed": seed.hex(), "seat": found % 2, "moves": moves}
            found += 1


def _moves(seed: bytes, seat: int) -> list[str] | None:
    """The moves up to the last position that is asked for, None where the game ends before."""
    rng, game, moves, asked = Random(seed.hex()), deal(seed, 2), [], 0
    while game.to_move is not None:
        asked += game.to_move == seat
        legal = game.legal_moves()
        move = legal.best if rng.random() < GREEDY else legal[rng.randrange(len(legal))]
        moves.append(str(move))
        game = game.play(move)
        if asked == EACH:
            return moves
    return None
