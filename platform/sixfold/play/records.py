"""What a game is once it is over: a record like any other, its replay, and hindsight."""

import gzip
import json
from typing import Any

from django.core.cache import caches

from arena.outcome import Outcome
from arena.player import Ending
from arena.record import Record, SeatRecord
from arena.replay import FORMAT, replay
from sixfold.matches import hindsight, replays
from sixfold.matches.models import Hindsight
from sixfold.play.asking import LIMITS
from sixfold.play.models import Chair, Sitting


def record_of(sitting: Sitting) -> Record:
    """The record of a game that is over; `sitting` comes from `with_chairs()`."""
    table = sitting.table
    outcome = table.game.outcome
    assert isinstance(outcome, Outcome), "only a game that is over has a record"
    seats = (SeatRecord(one.name, Ending(one.ending), one.detail) for one in sitting.chairs.all())
    return Record(
        ruleset=table.ruleset,
        seed=table.seed,
        limits=LIMITS,
        seats=tuple(seats),
        turns=tuple(table.turns()),
        outcome=outcome,
    )


def packed_replay(sitting: Sitting) -> bytes:
    """What the viewer draws such a game from, as gzipped JSON; it judges every turn, so it is kept
    for a while. The person's moves have the time that they took, where a bot's have its CPU time.
    """
    return replays.kept(f"sitting:{sitting.pk}:{FORMAT}", lambda: _build(sitting))


def replay_of(sitting: Sitting) -> dict[str, Any]:
    """The same as values."""
    shown: dict[str, Any] = json.loads(gzip.decompress(packed_replay(sitting)))
    return shown


def judged(sitting: Sitting) -> list[Hindsight]:
    """How each seat played, in seat order: a tenth of a second of work, kept for a while."""
    key = f"sitting:{sitting.pk}:hindsight"
    rows: list[Hindsight] | None = caches["local"].get(key)
    if rows is None:
        rows = hindsight.unsaved(record_of(sitting))
        caches["local"].set(key, rows, replays.CACHED_SECONDS)
    return rows


def _build(sitting: Sitting) -> dict[str, Any]:
    shown = replay(record_of(sitting))
    for act, move in zip(sitting.table.acts, shown["moves"], strict=True):
        if act.seat == sitting.own.number and act.move is not None:
            move["ms"] = round(act.wall_ms or move["ms"], 1)
    known = [
        player | _who(chair)
        for player, chair in zip(shown["players"], sitting.chairs.all(), strict=True)
    ]
    return shown | {"url": sitting.get_absolute_url(), "players": known}


def _who(chair: Chair) -> dict[str, Any]:
    """What no record says: where the bot is to be found."""
    return replays.whereabouts(chair.submission) if chair.submission else {"person": True}
