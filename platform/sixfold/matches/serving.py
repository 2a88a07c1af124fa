"""Sends what never changes, compressed as it is stored, to pages and programs alike."""

import gzip
import json
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import parse_header_parameters
from django.utils.translation import gettext

from arena import notation as text
from sixfold.matches import hindsight, replays, storage
from sixfold.matches.models import Match

WEEK = 7 * 24 * 3600


class HeldBack(Exception):  # noqa: N818 - nothing is wrong, it is only too early
    """The record has the seed in it, and matches on the same seed are still to be played."""

    def __str__(self) -> str:
        return gettext(
            "Other matches are still to be played on the same seed, which the record would give "
            "away. Ask again when they are over; the replay can be watched already."
        )


def record(request: HttpRequest, match: Match) -> HttpResponse:
    """The stored record itself; raises HeldBack, and RecordError where it is lost."""
    if not match.cluster.seed_is_public:
        raise HeldBack
    etag = f'"{match.record_sha256[:32]}"'
    return immutable(request, etag, lambda: storage.packed_record(match))


def notation(request: HttpRequest, match: Match) -> HttpResponse:
    """The record as text that people can read; raises as `record`."""
    if not match.cluster.seed_is_public:
        raise HeldBack
    return immutable(
        request,
        f'"{match.record_sha256[:32]}-text"',
        lambda: gzip.compress(text.dumps(storage.read_record(match)).encode(), mtime=0),
        content_type="text/plain; charset=utf-8",
    )


def analysis(request: HttpRequest, match: Match) -> HttpResponse:
    """What hindsight says of each seat and its moves, as JSON; raises RecordError."""
    return immutable(
        request,
        f'"{match.record_sha256[:32]}-analysis"',
        lambda: gzip.compress(json.dumps(hindsight.told(hindsight.of(match))).encode(), mtime=0),
    )


def replay(request: HttpRequest, match: Match) -> HttpResponse:
    """The replay as the viewer reads it, derived from the record; raises RecordError.

    Without the seed, and to be asked for again, while others are to be played on it.
    """
    response = immutable(request, replays.etag(match), lambda: replays.packed_replay(match))
    if not match.cluster.seed_is_public:
        response["Cache-Control"] = "public, no-cache"
    return response


def immutable(
    request: HttpRequest,
    etag: str,
    packed: Callable[[], bytes],
    content_type: str = "application/json",
) -> HttpResponse:
    """What is compressed already, or 304 for who has it."""
    response = get_conditional_response(request, etag=etag)
    if response is None:
        body = packed()
        response = HttpResponse(content_type=content_type)
        if _unpacks_gzip(request):
            response.content = body
            response["Content-Encoding"] = "gzip"
        else:
            response.content = gzip.decompress(body)
    response["ETag"] = etag
    response["Cache-Control"] = f"public, max-age={WEEK}"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _unpacks_gzip(request: HttpRequest) -> bool:
    for coding in request.headers.get("Accept-Encoding", "").split(","):
        name, parameters = parse_header_parameters(coding.strip())
        if name in ("gzip", "*"):
            return parameters.get("q") not in ("0", "0.0", "0.00", "0.000")
    return False
