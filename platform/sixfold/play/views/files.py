"""A game that is over as files, and judged with hindsight."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena import notation as text
from arena.record import dumps
from sixfold.matches import story
from sixfold.play.models import Sitting
from sixfold.play.records import judged, record_of, replay_of


@login_not_required
@require_safe
def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """The replay as the viewer reads it."""
    return JsonResponse(replay_of(_over(pk)))


@login_not_required
@require_safe
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """The record, for downloading."""
    return HttpResponse(dumps(record_of(_over(pk))), content_type="application/json")


@login_not_required
@require_safe
def notation(request: HttpRequest, pk: int) -> HttpResponse:
    """The same as text that people can read."""
    game = text.dumps(record_of(_over(pk)))
    return HttpResponse(game, content_type="text/plain; charset=utf-8")


@login_not_required
@require_safe
def analysis(request: HttpRequest, pk: int) -> HttpResponse:
    """What each move got of what there was to get; who was lucky."""
    found = _over(pk)
    told = story.tell(replay_of(found))
    rows = judged(found)
    context = {
        "match": found,
        "seats": list(zip(told.seats, rows, strict=True)),
        "turns": story.judged(told, rows),
    }
    return render(request, "play/analysis.html", context)


def _over(pk: int) -> Sitting:
    over = Sitting.objects.filter(ended_at__isnull=False)
    return get_object_or_404(over.with_chairs(), pk=pk)
