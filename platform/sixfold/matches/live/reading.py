"""A match under way as its page draws it: what its log says so far."""

import json
import logging
from dataclasses import dataclass
from typing import Any

import redis

from arena.game import deal
from arena.replay import FORMAT
from arena.ruleset import RULESETS
from sixfold.matches import replays
from sixfold.matches.live import log
from sixfold.matches.live.broker import broker
from sixfold.matches.live.log import BEFORE, Entry, Event, Mark
from sixfold.matches.models import Match

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SoFar:
    """The turns of the attempt that plays, from the first one on."""

    moves: tuple[dict[str, Any], ...]
    mark: Mark
    """The stream goes on from here."""


def so_far(match: Match) -> SoFar:
    """What has been played; nothing where Redis does not know or does not answer."""
    try:
        texts: list[str] = broker().lrange(log.key(match.pk), 0, -1)  # type: ignore[assignment]
    except redis.RedisError as error:
        logger.warning("What %s has come to is not known: %s", match, error)
        texts = []
    return gathered(log.entries(texts))


def gathered(entries: list[Entry]) -> SoFar:
    """The moves of the latest attempt, as far as none is missing."""
    attempt = max((entry.attempt for entry in entries), default=BEFORE.attempt)
    known = {entry.n: entry for entry in entries if entry.attempt == attempt}
    moves: list[dict[str, Any]] = []
    if 0 not in known:
        return SoFar((), BEFORE)
    while (entry := known.get(len(moves) + 1)) and entry.event is Event.MOVE:
        moves.append(json.loads(entry.data))
    return SoFar(tuple(moves), Mark(attempt, len(moves)))


def unfinished_replay(match: Match, so_far: SoFar) -> dict[str, Any]:
    """The replay as far as it goes; without the seed, and without all that tells of the end.

    `match` comes from `with_seats()`.
    """
    players = [{"name": str(seat.submission.bot)} for seat in match.seats.all()]
    for move in so_far.moves:
        if move["type"] == "forfeit":
            players[move["p"]] |= {"ending": move["cause"], "detail": move["detail"]}
    dealt = deal(bytes(match.cluster.seed), len(players), RULESETS[match.cluster.ruleset])
    return {
        "format": FORMAT,
        "rules": match.cluster.ruleset,
        "seed": None,
        "hands": [[str(tile) for tile in hand] for hand in dealt.hands],
        "moves": so_far.moves,
    } | replays.about(match, players)
