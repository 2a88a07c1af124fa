"""Whatever answers a View with a Move, and the ways in which it can fail to."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter, process_time
from typing import Protocol

from arena.limits import Limits
from arena.moves import Move
from arena.ruleset import Ruleset
from arena.view import View


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a player is told before the first turn."""

    ruleset: Ruleset
    players: int
    """How many seats play."""
    me: int
    """The seat of this player, from 0."""
    rng_seed: str
    """Hexadecimal seed of the bot's own random numbers; it tells nothing about the bag."""
    limits: Limits


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's move with the time that it took, in ms."""

    move: Move
    cpu_ms: float
    wall_ms: float


class Ending(StrEnum):
    """How a seat's game ended: it stayed to the end, or the reason of its forfeit."""

    FINISHED = "finished"
    ILLEGAL = "illegal move"
    MALFORMED = "malformed answer"
    EXITED = "exited"
    CPU_TIME = "cpu time"
    WALL_TIME = "wall time"
    LINE_TOO_LONG = "line too long"
    UNSOLICITED = "unsolicited output"
    STDERR_LIMIT = "stderr limit"
    RESIGNED = "resigned"
    """Only people do, and who is put out by somebody who may."""


class Forfeit(Exception):  # noqa: N818 - it is the verdict of a game, not an error of ours
    """The player is out, by its own fault; ``detail`` is a sentence for its author."""

    def __init__(
        self, ending: Ending, detail: str, *, cpu_ms: float = 0, wall_ms: float = 0
    ) -> None:
        super().__init__(f"{ending}: {detail}")
        self.ending = ending
        self.detail = detail
        self.cpu_ms = cpu_ms
        self.wall_ms = wall_ms


class InfrastructureFailure(Exception):  # noqa: N818 - named for what failed
    """The machine failed and no player is to blame: the match has to be played again."""


class Player(Protocol):
    """Something that can take a seat: the referee calls ``start`` once, ``choose`` each turn."""

    def start(self, greeting: Greeting) -> float:
        """Get ready within ``greeting.limits.start_cpu_ms``; return the CPU time used in ms.

        Raises Forfeit, or InfrastructureFailure where the player could not be started at all.
        """
        ...

    def choose(self, view: View) -> Answer:
        """Answer within ``view.time_left_ms`` of CPU time.

        Raises Forfeit, or InfrastructureFailure.
        """
        ...


class InProcess:
    """A trusted function of ours as a player: for tests, benchmarks and the kit's samples."""

    def __init__(self, function: Callable[[View], Move]) -> None:
        self.function = function

    def start(self, greeting: Greeting) -> float:
        """Nothing to do."""
        return 0.0

    def choose(self, view: View) -> Answer:
        """Call the function and time it; time is measured and never enforced."""
        cpu, wall = process_time(), perf_counter()
        move = self.function(view)
        return Answer(move, 1000 * (process_time() - cpu), 1000 * (perf_counter() - wall))
