"""How a bot behaves, as numbers: its answer to each fixed position, and how alike two bots are."""

import struct
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b

from arena.limits import Limits
from arena.moves import Move
from arena.player import Forfeit, Greeting, Player
from arena.referee import Stopped, rng_seed
from arena.ruleset import CLASSIC
from arena.sandbox import Launcher
from sixfold.moderation.positions import EACH, POSITIONS, Line, lines

NONE = 0
"""Stands for an answer that was not given in time."""
ALIKE = 197
"""Equal answers, of 200, from which on two bots are alike: more than 98 %."""
STRETCH = POSITIONS // (POSITIONS - ALIKE + 1)
"""Positions of a stretch. Bots that are alike differ in fewer positions than there are stretches:
one stretch at least they answer equally from end to end, and who shares none is never compared."""
LIMITS = Limits(bank_ms=2_000, increment_ms=40)
"""Less than in a match: a bot that thinks as long as it may keeps its worker half a minute."""
PATIENCE = 60.0
"""Seconds after which no further game begins; what was not answered is equal to nothing."""

Answers = tuple[int, ...]
"""A number of 16 bits for each position."""
FORMAT = struct.Struct(f"<{POSITIONS}H")
"""How answers are stored."""


def behave(
    files: Mapping[str, bytes], launcher: Launcher, stop: Callable[[], bool] = lambda: False
) -> Answers:
    """Ask a bot for its move on every fixed position: in the sandbox, each game in a fresh process.

    A bot that fails leaves out the rest of that game. Raises Stopped where `stop` says so, and
    InfrastructureFailure, ValueError as `Launcher.player`.
    """
    until = time.monotonic() + PATIENCE
    answers = [NONE] * POSITIONS
    for game, line in enumerate(lines()):
        if time.monotonic() > until:
            break
        with launcher.player(files) as player:
            for position, answer in enumerate(_answers(player, line), start=game * EACH):
                if stop():
                    raise Stopped
                answers[position] = answer
    return tuple(answers)


def pack(answers: Answers) -> bytes:
    """The answers as they are stored; `unpack` reads them."""
    return FORMAT.pack(*answers)


def unpack(data: bytes) -> Answers:
    return FORMAT.unpack(data)


def equal(one: Answers, other: Answers) -> int:
    """The number of positions that both have answered with the same move."""
    return sum(a == b != NONE for a, b in zip(one, other, strict=True))


def stretches(answers: Answers) -> dict[int, int]:
    """A number of 63 bits for each stretch of the positions that was answered from end to end."""
    found = {}
    for number, start in enumerate(range(0, POSITIONS, STRETCH)):
        part = answers[start : start + STRETCH]
        if NONE not in part:
            found[number] = _number(repr(part).encode(), 8) >> 1
    return found


def _answers(player: Player, line: Line) -> Iterator[int]:
    bank = LIMITS.bank_ms
    greeting = Greeting(
        ruleset=CLASSIC,
        players=2,
        me=line.seat,
        rng_seed=rng_seed(line.seed, line.seat),
        limits=LIMITS,
    )
    try:
        player.start(greeting)
        for view in line.views():
            bank += LIMITS.increment_ms
            answer = player.choose(replace(view, time_left_ms=bank))
            bank -= answer.cpu_ms
            yield number(answer.move)
    except Forfeit:
        return


def number(move: Move) -> int:
    """A move as a number of 16 bits, whatever the order of its tiles; never that of no answer."""
    return 1 + _number(" ".join(sorted(str(move).split())).encode(), 4) % 0xFFFF


def _number(data: bytes, size: int) -> int:
    return int.from_bytes(blake2b(data, digest_size=size).digest())
