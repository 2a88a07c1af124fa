"""A match judged with hindsight: a page, and a tab of the viewer."""

import logging

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena.record import RecordError
from sixfold.matches import hindsight, replays
from sixfold.matches.models import Match
from sixfold.matches.story import judged, tell

logger = logging.getLogger(__name__)


@login_not_required
@require_safe
def analysis(request: HttpRequest, pk: int) -> HttpResponse:
    """What each move got of what there was to get, and what it gave away; who was lucky."""
    match = get_object_or_404(Match.objects.watchable().with_seats(), pk=pk)
    try:
        story = tell(replays.shown(match))
        rows = hindsight.of(match)
    except RecordError as error:
        logger.error("%s", error)
        return render(request, "matches/lost.html", {"match": match}, status=410)
    context = {
        "match": match,
        "seats": list(zip(story.seats, rows, strict=True)),
        "turns": judged(story, rows),
    }
    response = render(request, "matches/analysis.html", context)
    # What it judges does not change, but the page around it may.
    response["Cache-Control"] = "private, max-age=600"
    return response
