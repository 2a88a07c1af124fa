"""What each match did to a bot's rating, as the app knows it that rates."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sixfold.bots.models import Bot
from sixfold.matches.models import Match


@dataclass(frozen=True, slots=True)
class Gain:
    """About how much a rated match moved a rating: all matches move it together."""

    elo: float | None
    """None where nobody knows, or not yet."""
    told: str
    """What the figure is, or why there is none."""
    url: str = ""
    """Where it is explained; empty where there is nothing to explain."""


Tell = Callable[[Bot, Sequence[Match]], Mapping[int, Gain]]
_tellers: list[Tell] = []


def told_by(tell: Tell) -> None:
    """Let the app that rates tell of rated matches, by their keys; a few queries for any number."""
    _tellers[:] = [tell]


def tell(bot: Bot, matches: Sequence[Match]) -> None:
    """Have each of a bot's matches know what it `gain`ed; they come from `with_seats()`."""
    found = _tellers[0](bot, matches) if _tellers else {}
    for match in matches:
        match.gain = found.get(match.pk)
