"""What a bot printed, for those who look after it."""

import logging

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena.record import RecordError
from sixfold.matches import printed, storage
from sixfold.matches.failures import failure
from sixfold.matches.models import Seat

logger = logging.getLogger(__name__)


@login_not_required  # a 404 even to visitors who are not logged in, never a way to ask for more
@require_safe
def log(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """What a bot printed at its seat, for its owner and the staff; others learn nothing."""
    # By match__pk: Django finds nothing at a number that no column holds, but fails for match=.
    seats = Seat.objects.select_related("match", "submission__bot__owner")
    seat = get_object_or_404(seats, match__pk=pk, number=number)
    if not may_read_log(request, seat):
        raise Http404
    lines = storage.read_log(seat)
    if "download" in request.GET:
        return _download(seat, lines)
    try:
        failed = failure(seat, lines)
    except RecordError as error:
        logger.error("%s", error)
        failed = None
    context = {
        "seat": seat,
        "entries": printed.entries(lines),
        "cut": printed.cut(lines),
        "failure": failed,
        "address": request.build_absolute_uri(seat.match.get_absolute_url()),
    }
    response = render(request, "matches/log.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


def _download(seat: Seat, lines: storage.Log) -> HttpResponse:
    name = f"sixfold-{seat.match_id}-seat-{seat.number + 1}.log"
    return HttpResponse(
        printed.as_text(lines),
        content_type="text/plain; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "private, no-store",
        },
    )


def may_read_log(request: HttpRequest, seat: Seat) -> bool:
    """Whether this visitor belongs to the team of the bot at this seat or looks after the site."""
    return seat.submission.bot.may_be_managed_by(request.user)
