"""The list of matches, a match in every state, and how its draws are proved."""

import logging
from dataclasses import dataclass

from django.contrib.auth.decorators import login_not_required
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from arena.record import RecordError
from sixfold.answering import HtmxRequest, wants_part
from sixfold.leases import Progress
from sixfold.matches import gains, replays, tagging
from sixfold.matches.forms import MatchFilter, TagsForm
from sixfold.matches.live.reading import so_far, unfinished_replay
from sixfold.matches.models import Cluster, Match
from sixfold.matches.occasions import occasion
from sixfold.matches.queue import lengths
from sixfold.matches.story import tell
from sixfold.matches.views.logs import may_read_log

logger = logging.getLogger(__name__)


@login_not_required
@require_safe
def match_list(request: HtmxRequest) -> HttpResponse:
    """Matches, newest first, as the address filters them; what waits only when asked for."""
    user = request.user
    form = MatchFilter(request.GET, user=user)
    matches = form.matches().with_seats()
    if not (form.cleaned_data.get("status") or form.cleaned_data.get("tag")):
        # They may be thousands, before all that there is to see.
        matches = matches.begun()
    found, bot = form.page(matches), form.cleaned_data.get("bot")
    if bot:
        gains.tell(bot, found.matches)
    context = {
        "form": form,
        "page": found,
        "bot": bot,
        "gained": bot,
        "words": tagging.tell(user, found.matches) if user.is_authenticated else [],
        **lengths(),
    }
    return render(request, f"matches/{'_list' if wants_part(request) else 'list'}.html", context)


@login_not_required
@require_safe
def match(request: HtmxRequest, pk: int) -> HttpResponse:
    """A match: its replay once there is one, until then how far it has come."""
    match = get_object_or_404(Match.objects.with_seats(), pk=pk)
    if match.record_key or match.progress == Progress.RUNNING:
        if request.htmx:
            return HttpResponseClientRefresh()
        return _replay_page(request, match) if match.record_key else _live_page(request, match)
    context = _about(request, match) | {"seats": match.seats.all()}
    if match.progress == Progress.QUEUED:
        context["ahead"] = Match.objects.ahead_of(match).count()
    fragment = "_waiting" if request.htmx else "waiting"
    return render(request, f"matches/{fragment}.html", context)


def _about(request: HttpRequest, match: Match) -> dict[str, object]:
    """What the page of a match says of it in every state."""
    tags = tagging.tags_of(request.user, match)
    return {
        "match": match,
        "occasion": occasion(match),
        "tags": tags,
        "tags_form": TagsForm(initial={"words": ", ".join(tags)}, label_suffix=""),
    }


def _live_page(request: HttpRequest, match: Match) -> HttpResponse:
    """The same page, as far as the match has come; its script goes on from there."""
    known = so_far(match)
    shown = unfinished_replay(match, known)
    context = _about(request, match) | {"so_far": known, "replay": shown, "story": tell(shown)}
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
    context = _about(request, match) | {
        "replay": shown,
        "story": tell(shown),
        "tabs": _tabs(request, match),
        "previous": watchable.filter(pk__lt=match.pk).order_by("-pk").only("pk").first(),
        "next": watchable.filter(pk__gt=match.pk).order_by("pk").only("pk").first(),
    }
    return render(request, "matches/match.html", context)


@dataclass(frozen=True, slots=True)
class Tab:
    """What can be had beside the moves, from an address of its own."""

    name: str
    url: str
    text: str


def _tabs(request: HttpRequest, match: Match) -> list[Tab]:
    analysis = Tab("analysis", reverse("analysis", args=[match.pk]), gettext("Analysis"))
    logs = [
        Tab(
            f"log-{seat.number}",
            reverse("match_log", args=[match.pk, seat.number]),
            (gettext("Why %(bot)s was out") if seat.failed else gettext("Log of %(bot)s"))
            % {"bot": seat.submission.bot.name},
        )
        for seat in match.seats.all()
        if (seat.log_key or seat.failed) and may_read_log(request, seat)
    ]
    return [analysis, *logs]


@login_not_required
@require_safe
def seeds_explained(request: HttpRequest) -> HttpResponse:
    """Where the draws come from, and how anybody can verify that nobody chose them."""
    # Not joined: SQLite would go through all matches, while one of the newest clusters will do.
    finished = Match.objects.finished().filter(cluster=OuterRef("pk"))
    example = Cluster.objects.over().filter(Exists(finished)).order_by("-pk").first()
    return render(request, "matches/seeds.html", {"example": example})
