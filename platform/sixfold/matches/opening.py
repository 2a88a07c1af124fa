"""A record from a visitor's disk: read within bounds, shown, and kept nowhere."""

import math
from typing import Any

from django.utils.translation import gettext

from arena import notation, record, replay
from arena.record import Record, RecordError
from arena.ruleset import RULESETS

LARGEST = 300_000
"""Bytes: several times what the longest game takes."""
TURNS = 1_000
"""Several times as many as a game has."""
NAME_LENGTH = 200
SHOWN = 300
"""Characters of what was wrong with a file, which may quote from it."""


def opened(data: bytes) -> dict[str, Any]:
    """The replay of a record that was uploaded, as JSON or as text; raises RecordError.

    Whoever made the file may mean harm: whatever it says is checked against the rules, and nothing
    in it makes this dear.
    """
    if len(data) > LARGEST:
        raise RecordError(
            gettext("A record has at most %(most)d kB, and this file has more.")
            % {"most": LARGEST // 1000}
        )
    try:
        found = _read(data)
        _check(found)
        return replay.replay(found)
    except RecordError as error:
        raise RecordError(str(error)[:SHOWN]) from None


def _read(data: bytes) -> Record:
    if data.lstrip()[:1] == b"{":
        return record.loads(data)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise RecordError(
            gettext("This is neither a record as JSON nor a game as text: it is not UTF-8.")
        ) from None
    return notation.loads(text)


def _check(found: Record) -> None:
    """What a record of our own never has, and what would be dear to replay or to show."""
    if found.ruleset not in RULESETS.values():
        raise RecordError(gettext("The game was played by rules that are not known here."))
    if len(found.turns) > TURNS:
        raise RecordError(gettext("No game has so many turns."))
    texts = [text for seat in found.seats for text in (seat.name, seat.detail)]
    # Half of a pair of surrogates, which JSON can say and no page can.
    if any(len(text) > NAME_LENGTH or not text.isprintable() for text in texts):
        raise RecordError(gettext("A name or a reason in it is too long, or no text to show."))
    if not all(math.isfinite(time) for turn in found.turns for time in (turn.cpu_ms, turn.wall_ms)):
        raise RecordError(gettext("A time in it is no number."))
