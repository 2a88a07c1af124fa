"""A game that is over as files, and judged with hindsight."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from sixfold.matches import story
from sixfold.play import serving
from sixfold.play.models import Sitting
from sixfold.play.records import judged, replay_of


@login_not_required
@require_safe
def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """The replay as the viewer reads it."""
    return serving.replay(request, _over(pk))


@login_not_required
@require_safe
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """The record, for downloading."""
    return serving.record(request, _over(pk))


@login_not_required
@require_safe
def notation(request: HttpRequest, pk: int) -> HttpResponse:
    """The same as text that people can read."""
    return serving.notation(request, _over(pk))


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
    return get_object_or_404(Sitting.objects.over().with_chairs(), pk=pk)
