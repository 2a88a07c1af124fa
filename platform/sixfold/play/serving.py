"""Sends what a game has become once it is over, to pages and programs alike: it never changes."""

import gzip
import json

from django.http import HttpRequest, HttpResponse

from arena import notation as text
from arena.record import dumps
from arena.replay import FORMAT
from sixfold.matches import hindsight
from sixfold.matches.serving import immutable
from sixfold.play.models import Sitting
from sixfold.play.records import judged, packed_replay, record_of


def record(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """The record, as that of a match."""
    return immutable(request, _etag(sitting, "record"), lambda: _packed(dumps(record_of(sitting))))


def notation(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """The same as text that people can read."""
    return immutable(
        request,
        _etag(sitting, "text"),
        lambda: _packed(text.dumps(record_of(sitting)).encode()),
        content_type="text/plain; charset=utf-8",
    )


def replay(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """The replay as the viewer reads it."""
    return immutable(request, _etag(sitting, str(FORMAT)), lambda: packed_replay(sitting))


def analysis(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """What hindsight says of each seat and its moves, as JSON."""
    return immutable(
        request,
        _etag(sitting, "analysis"),
        lambda: _packed(json.dumps(hindsight.told(judged(sitting))).encode()),
    )


def _etag(sitting: Sitting, what: str) -> str:
    return f'"game-{sitting.pk}-{what}"'


def _packed(whole: bytes) -> bytes:
    return gzip.compress(whole, mtime=0)
