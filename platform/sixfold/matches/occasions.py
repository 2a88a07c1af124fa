"""Why a match is played, as the app knows it that asked for it."""

from collections.abc import Callable
from dataclasses import dataclass

from sixfold.matches.models import Kind, Match


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a match belongs to, by the name and the address of its page."""

    name: str
    url: str


Tell = Callable[[Match], Occasion | None]
_tellers: dict[str, Tell] = {}


def told_by(kind: Kind, tell: Tell) -> None:
    """Let an app tell of the matches that it asks for; at most one query a match."""
    _tellers[kind] = tell


def occasion(match: Match) -> Occasion | None:
    """What this match belongs to; None where nobody may know, or nobody tells."""
    tell = _tellers.get(match.kind)
    return tell(match) if tell else None
