"""The pages of matches: the list, a match in every state, and the files behind its replay."""

import logging
from collections.abc import Callable

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh
from django_htmx.middleware import HtmxDetails

from arena.record import RecordError
from sixfold.leases import Progress
from sixfold.matches import replays, serving, storage
from sixfold.matches.failures import failure
from sixfold.matches.forms import MatchFilter
from sixfold.matches.live.reading import so_far, unfinished_replay
from sixfold.matches.models import Cluster, Match, Seat
from sixfold.matches.story import tell

logger = logging.getLogger(__name__)


class HtmxRequest(HttpRequest):
    """A request as the middleware hands it on."""

    htmx: HtmxDetails


@login_not_required
@require_safe
def match_list(request: HtmxRequest) -> HttpResponse:
    """Matches, newest first, as the address filters them."""
    form = MatchFilter(request.GET, label_suffix="")
    matches = form.matches().with_seats()
    asked = form.cleaned_data
    context = {
        "form": form,
        "page": form.page(matches),
        "bot": asked.get("bot"),
        "running": Match.objects.running().count(),
        "queued": Match.objects.queued().count(),
    }
    fragment = request.htmx and not request.htmx.history_restore_request
    return render(request, f"matches/{'_list' if fragment else 'list'}.html", context)


@login_not_required
@require_safe
def match(request: HtmxRequest, pk: int) -> HttpResponse:
    """A match: its replay once there is one, until then how far it has come."""
    match = get_object_or_404(Match.objects.with_seats(), pk=pk)
    if match.record_key or match.progress == Progress.RUNNING:
        if request.htmx:
            return HttpResponseClientRefresh()
        return _replay_page(request, match) if match.record_key else _live_page(request, match)
    context: dict[str, object] = {"match": match, "seats": match.seats.all()}
    if match.progress == Progress.QUEUED:
        context["ahead"] = Match.objects.ahead_of(match).count()
    fragment = "_waiting" if request.htmx else "waiting"
    return render(request, f"matches/{fragment}.html", context)


def _live_page(request: HttpRequest, match: Match) -> HttpResponse:
    """The same page, as far as the match has come; its script goes on from there."""
    known = so_far(match)
    shown = unfinished_replay(match, known)
    context = {"match": match, "so_far": known, "replay": shown, "story": tell(shown)}
    response = render(request, "matches/match.html", context)
    response["Cache-Control"] = "no-store"
    return response


def _replay_page(request: HttpRequest, match: Match) -> HttpResponse:
    try:
        shown = replays.shown(match)
    except RecordError as error:
        logger.error("%s", error)
        return render(request, "matches/lost.html", {"match": match}, status=410)
    watchable = Match.objects.watchable()
    context = {
        "match": match,
        "replay": shown,
        "story": tell(shown),
        "seats": [{"seat": seat, "log": may_read_log(request, seat)} for seat in match.seats.all()],
        "previous": watchable.filter(pk__lt=match.pk).order_by("-pk").only("pk").first(),
        "next": watchable.filter(pk__gt=match.pk).order_by("pk").only("pk").first(),
    }
    return render(request, "matches/match.html", context)


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
    try:
        failed = failure(seat, lines)
    except RecordError as error:
        logger.error("%s", error)
        failed = None
    context = {
        "seat": seat,
        "lines": lines,
        "failure": failed,
        "address": request.build_absolute_uri(seat.match.get_absolute_url()),
    }
    response = render(request, "matches/log.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


def may_read_log(request: HttpRequest, seat: Seat) -> bool:
    """Whether this visitor belongs to the team of the bot at this seat or looks after the site."""
    return seat.submission.bot.may_be_managed_by(request.user)


@login_not_required
@require_safe
def seeds_explained(request: HttpRequest) -> HttpResponse:
    """Where the draws come from, and how anybody can verify that nobody chose them."""
    clusters = Cluster.objects.over().filter(matches__progress=Progress.FINISHED)
    example = clusters.order_by("-pk").first()
    return render(request, "matches/seeds.html", {"example": example})
