"""A match within a page of somebody else: the only page of the site that may be framed."""

from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from arena.record import RecordError
from sixfold.matches import replays
from sixfold.matches.models import Match
from sixfold.matches.story import tell


@login_not_required
@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def embed(request: HttpRequest, pk: int) -> HttpResponse:
    """The board with its controls and the players. The address says how it looks.

    `theme`, `palette` and `letters` as a visitor chooses them elsewhere; `turn`, `hands` (all,
    none, a seat from 0, or knows- and a seat), `speed`, and `play` to start by itself.
    """
    match = get_object_or_404(Match.objects.watchable().with_seats(), pk=pk)
    try:
        shown = replays.shown(match)
    except RecordError:
        return render(request, "matches/lost.html", {"match": match}, status=410)
    # Nothing in it depends on who looks.
    context = {"match": match, "replay": shown, "story": tell(shown), "dressed": request.GET}
    return render(request, "matches/embed.html", context)
