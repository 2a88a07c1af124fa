"""What a bot may spend: time, memory, output; sent to every bot and shown to authors."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """The rules of time and space for one seat of one match.

    Time is CPU time of the bot's process, all threads included, so that a busy machine costs nobody
    a game. The wall clock is only a backstop against bots that sleep.
    """

    start_cpu_ms: float = 5_000
    """CPU time from the start of the bot's code until it is ready."""

    bank_ms: float = 5_000
    """CPU time for all moves of the match together."""

    increment_ms: float = 100
    """CPU time added to the bank before each move."""

    wall_factor: float = 20
    """A request may last this many times the CPU time that is left ..."""

    wall_floor_ms: float = 10_000
    """... but never less than this."""

    memory_bytes: int = 512 * MEGABYTE
    """Address space; an allocation beyond it raises MemoryError in the bot."""

    answer_bytes: int = 4_096
    """The longest line that a bot may answer."""

    log_bytes: int = 64 << 10
    """What is kept of a bot's printed output: the end of it."""

    log_flood_bytes: int = 8 * MEGABYTE
    """A bot that prints more than this in one match forfeits."""

    def wall_ms(self, cpu_ms: float) -> float:
        """The wall-clock backstop in ms of a request that may use ``cpu_ms`` of CPU time."""
        return max(self.wall_floor_ms, self.wall_factor * cpu_ms)

    @property
    def waiting_ms(self) -> float:
        """For how long a bot may wait or sleep in all its turns together: so long, and not times
        the number of turns, can it hold a match up. What it computes, on a machine however busy, is
        no waiting.
        """
        return self.wall_ms(self.bank_ms)

    def to_json(self) -> dict[str, float]:
        """The limits as a JSON object, a field a key."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what ``to_json`` wrote; raises TypeError for a missing or unknown field."""
        return cls(**data)
