"""The stream of a match under way."""

from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from sixfold.leases import Progress
from sixfold.matches.live.hub import hub
from sixfold.matches.live.log import Mark
from sixfold.matches.live.reporting import ending
from sixfold.matches.live.stream import events, message
from sixfold.matches.models import Match

MOST_VIEWERS = 2_000
"""Of one process: each holds a connection and a thread."""


@login_not_required
@require_GET
async def watch(request: HttpRequest, pk: int) -> HttpResponseBase:
    """What happens in a match, as server-sent events, from where the viewer has been."""
    match = await sync_to_async(_found)(pk)
    if match.record_key:
        return _streaming(_ended(match))
    if match.progress not in (Progress.QUEUED, Progress.RUNNING):
        # By this status a browser knows that it need not come back.
        return HttpResponse(status=204)
    if hub().viewers >= MOST_VIEWERS:
        full = gettext("Too many are watching just now. The result is shown when it is there.")
        return HttpResponse(full, status=503, headers={"Retry-After": "30"})
    seen = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    return _streaming(events(match.pk, Mark.parse(seen)))


def _found(pk: int) -> Match:
    try:
        return get_object_or_404(Match, pk=pk)
    finally:
        # A stream is open for minutes, and so would be the connection of its thread.
        if not connection.in_atomic_block:
            connection.close()


async def _ended(match: Match) -> AsyncIterator[str]:
    yield message(ending(match, attempt=0, turns=match.turns or 0))


def _streaming(stream: AsyncIterator[str]) -> StreamingHttpResponse:
    return StreamingHttpResponse(
        stream,
        content_type="text/event-stream",
        headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"},
    )
