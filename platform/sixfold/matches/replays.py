"""What the viewer draws a match from: the arena's replay, with who played and where they are."""

import gzip
import json
from collections.abc import Callable
from typing import Any

from django.core.cache import caches

from arena.replay import FORMAT, replay
from sixfold.bots.models import Submission
from sixfold.matches.models import Match
from sixfold.matches.storage import read_record

CACHED_SECONDS = 600


def etag(match: Match) -> str:
    """Changes with the record, the form of what is made of it, and when the seed is published."""
    return f'"{_version(match)}"'


def shown(match: Match) -> dict[str, Any]:
    """The replay of a match for its page; raises RecordError."""
    unpacked: dict[str, Any] = json.loads(gzip.decompress(packed_replay(match)))
    return unpacked


def packed_replay(match: Match) -> bytes:
    """The replay of a match as compressed JSON; raises RecordError.

    Computing it judges every turn again, so what is being watched now is kept for a while.
    """
    return kept(f"replay:{match.pk}:{_version(match)}", lambda: build(match))


def kept(key: str, build: Callable[[], dict[str, Any]]) -> bytes:
    """JSON-ready values as compressed JSON, which a process keeps for a while under a key."""
    packed: bytes | None = caches["local"].get(key)
    if packed is None:
        text = json.dumps(build(), ensure_ascii=False, separators=(",", ":"))
        packed = gzip.compress(text.encode(), compresslevel=6, mtime=0)
        caches["local"].set(key, packed, CACHED_SECONDS)
    return packed


def build(match: Match) -> dict[str, Any]:
    """The replay as JSON-ready values; `match` comes from `with_seats()`."""
    shown = replay(read_record(match))
    seed = {} if match.cluster.seed_is_public else {"seed": None}
    return shown | about(match, shown["players"]) | seed


def about(match: Match, players: list[dict[str, Any]]) -> dict[str, Any]:
    """What no record says: where the match and those who play it are to be found."""
    known = [
        player | whereabouts(seat.submission)
        for player, seat in zip(players, match.seats.all(), strict=True)
    ]
    return {
        "match": match.pk,
        "url": match.get_absolute_url(),
        "players": known,
        "cluster": match.cluster.pk,
        "commitment": match.cluster.commitment,
    }


def whereabouts(version: Submission) -> dict[str, Any]:
    """Whose the bot of a seat is, and where it is to be found."""
    return {
        "bot": version.bot.name,
        "owner": version.bot.owner.get_username(),
        "version": version.number,
        "url": version.get_absolute_url(),
    }


def _version(match: Match) -> str:
    whole = "" if match.cluster.seed_is_public else "-without-seed"
    return f"{match.record_sha256[:32]}-{FORMAT}{whole}"
