"""Pictures of a match, for link previews and for whoever wants to show a position."""

import logging
from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from arena.record import RecordError
from sixfold.matches import animation, painting, pictures, replays
from sixfold.matches.models import Match
from sixfold.matches.serving import WEEK
from sixfold.matches.story import Story, tell

logger = logging.getLogger(__name__)

KEPT_SECONDS = 3600
"""How long pixels are kept: whoever shares a link is followed by those who preview it."""


@login_not_required
@require_safe
def board_svg(request: HttpRequest, pk: int) -> HttpResponse:
    """The board after `turn` turns, counted as the viewer counts, or the last one."""
    match = get_object_or_404(Match.objects.watchable().with_seats(), pk=pk)
    asked = request.GET.get("turn", "")
    turn = int(asked) if asked.isdecimal() and len(asked) <= 4 else None
    etag = f'"{match.record_sha256[:32]}-{turn}"'
    if (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return unchanged
    try:
        drawn = pictures.board(replays.shown(match), turn)
    except RecordError as error:
        return _lost(error)
    return _picture(drawn.encode(), "image/svg+xml", etag)


@login_not_required
@require_safe
def card(request: HttpRequest, pk: int) -> HttpResponse:
    """The final board and the result, as link previews show them."""
    return _painted(request, pk, "image/png", lambda story, _replay: painting.card(story, pk))


@login_not_required
@require_safe
def replay_gif(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole match as a moving picture, for where a link cannot be opened."""
    return _painted(request, pk, "image/gif", animation.animated)


def _painted(
    request: HttpRequest, pk: int, kind: str, paint: Callable[[Story, dict[str, Any]], bytes]
) -> HttpResponse:
    match = get_object_or_404(Match.objects.watchable().with_seats(), pk=pk)
    etag = f'"{match.record_sha256[:32]}-{kind}"'
    if (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return unchanged
    painted: bytes | None = caches["local"].get(etag)
    if painted is None:
        try:
            replay = replays.shown(match)
        except RecordError as error:
            return _lost(error)
        painted = paint(tell(replay), replay)
        caches["local"].set(etag, painted, KEPT_SECONDS)
    return _picture(painted, kind, etag)


def _picture(content: bytes, kind: str, etag: str) -> HttpResponse:
    headers = {
        "ETag": etag,
        "Cache-Control": f"public, max-age={WEEK}",
        # Pages elsewhere may show it, which is what it is for.
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return HttpResponse(content, content_type=kind, headers=headers)


def _lost(error: RecordError) -> HttpResponse:
    logger.error("%s", error)
    return HttpResponse(status=410)
