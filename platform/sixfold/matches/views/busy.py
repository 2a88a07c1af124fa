"""The page of what happens just now: matches under way, those that wait, and the last ones."""

from django.contrib.auth.decorators import login_not_required
from django.db.models import OuterRef, Subquery
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sixfold.answering import HtmxRequest, wants_part
from sixfold.matches.models import Attempt, Match
from sixfold.matches.queue import queue

RUNNING = 50
LAST = 50


@login_not_required
@require_safe
def live(request: HtmxRequest) -> HttpResponse:
    """What is played, how long the queue is and how long it takes, and the last games."""
    attempts = Attempt.objects.filter(match=OuterRef("pk")).order_by("-pk")
    since = Subquery(attempts.values("started_at")[:1])
    running = Match.objects.running().with_seats().annotate(since=since)
    context = {
        "queue": queue(),
        "running": running.order_by("-pk")[:RUNNING],
        "matches": Match.objects.finished().with_seats().order_by("-finished_at")[:LAST],
    }
    return render(request, f"matches/{'_busy' if wants_part(request) else 'busy'}.html", context)
