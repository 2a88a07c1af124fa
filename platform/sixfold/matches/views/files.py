"""The files behind a replay: what the viewer draws, the record, and the game as text."""

import logging
from collections.abc import Callable

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from arena.record import RecordError
from sixfold.matches import serving
from sixfold.matches.models import Match

logger = logging.getLogger(__name__)


@login_not_required
@require_safe
def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """The replay as the viewer reads it, derived from the stored record."""
    return _stored(request, pk, serving.replay)


@login_not_required
@require_safe
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """The stored record itself, for downloading."""
    return _stored(request, pk, serving.record)


@login_not_required
@require_safe
def notation(request: HttpRequest, pk: int) -> HttpResponse:
    """The same as text that people can read, for downloading."""
    return _stored(request, pk, serving.notation)


def _stored(
    request: HttpRequest, pk: int, send: Callable[[HttpRequest, Match], HttpResponse]
) -> HttpResponse:
    match = get_object_or_404(Match.objects.watchable().with_seats(), pk=pk)
    try:
        return send(request, match)
    except RecordError as error:
        logger.error("%s", error)
        return JsonResponse({"error": str(error)}, status=410)
    except serving.HeldBack as early:
        return JsonResponse({"error": str(early)}, status=409, headers={"Retry-After": "10"})
