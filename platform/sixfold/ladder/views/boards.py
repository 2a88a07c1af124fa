"""The site's first page, the leaderboard, the pages of bots, and how ratings come about."""

from typing import cast

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena.seating import orders
from sixfold.bots import example
from sixfold.bots.models import Bot, Submission
from sixfold.ladder import career, charts, pairing, ratings, services, showcase
from sixfold.ladder.forms import LeaderboardFilter
from sixfold.ladder.models import Entry, Ladder, Snapshot, Standing, StandingQuerySet
from sixfold.matches.models import Match
from sixfold.matches.views import HtmxRequest

TOP = 10
ROWS = 100
NEWCOMERS = 50
RECENT = 10
VERSIONS = 50
ERRORS = 10
SETTLE_SECONDS = cast(float, settings.CELERY_BEAT_SCHEDULE["ladder.settle"]["schedule"])


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What Sixfold is, with a board to look at, the best ten, and the way to a first bot."""
    ladder = Ladder.objects.order_by("pk").first()
    context = {
        "standings": Standing.objects.leaderboard(ladder)[:TOP] if ladder else [],
        "showcase": showcase.newest(),
        "example": example.SOURCE,
        **_queue(),
    }
    return render(request, "ladder/home.html", context)


@login_not_required
@require_safe
def leaderboard(request: HtmxRequest) -> HttpResponse:
    """Everybody who competes, by rating; the address filters, chooses a page and marks a bot."""
    ladders = list(Ladder.objects.order_by("pk"))
    ladder = _chosen(ladders, request)
    everybody = Standing.objects.leaderboard(ladder) if ladder else Standing.objects.none()
    form = LeaderboardFilter(request.GET)
    page = _page(request, form.apply(everybody).index())
    newest = Snapshot.objects.filter(ladder=ladder).order_by("pk").last()
    own = everybody.filter(submission__bot__owner=request.user.pk)
    context = {
        "ladders": ladders,
        "ladder": ladder,
        "form": form,
        "page": page,
        "rows": everybody.filter(pk__in=[entry.pk for entry in page]),
        "own": own if request.user.is_authenticated else [],
        "newcomers": [] if page.has_next() else _newcomers(everybody),
        "shown": request.GET.get("show"),
        "snapshot": newest,
        "seconds": max(SETTLE_SECONDS, services.rest(newest).total_seconds()),
        "provisional": ratings.PROVISIONAL,
        **_queue(),
    }
    fragment = request.htmx and not request.htmx.history_restore_request
    return render(request, f"ladder/{'_board' if fragment else 'leaderboard'}.html", context)


@login_not_required
@require_safe
def bot(request: HtmxRequest, owner: str, slug: str) -> HttpResponse:
    """A bot's rating and how it came to it, whom it met, its matches and its versions."""
    found = get_object_or_404(
        Bot.objects.select_related("owner", "active"), owner__username=owner, slug=slug
    )
    visible = Submission.objects.visible_to(request.user).filter(bot=found)
    versions = list(visible.order_by("-number")[:VERSIONS])
    if not versions:
        raise Http404
    ladder = _chosen(list(Ladder.objects.order_by("pk")), request)
    standings = career.standings(ladder, found) if ladder else []
    # The newest one of each version comes last.
    latest = {standing.submission_id: standing for standing in standings}
    own = request.user.is_authenticated and request.user.pk == found.owner_id
    context = {
        "bot": found,
        "own": own,
        "ladder": ladder,
        "standing": latest.get(found.active_id or 0),
        "versions": [(version, latest.get(version.pk)) for version in versions],
        "points": (points := career.points(standings)),
        "chart": charts.chart(points),
        "opponents": career.opponents(ladder, found.active) if ladder and found.active else [],
        "appearances": career.recent(found, RECENT),
        "errors": career.errors(versions[0], ERRORS) if own else [],
        **(_queue() if found.active else {}),
    }
    return render(request, f"ladder/{'_now' if request.htmx else 'bot'}.html", context)


@login_not_required
@require_safe
def ratings_explained(request: HttpRequest) -> HttpResponse:
    """How ratings come about and what they say, for authors; the figures are those in force."""
    start = ratings.Z * ratings.PRIOR_SD
    context = {
        "ratings": ratings,
        "pairing": pairing,
        "prior_bar": start,
        "provisional_games": ratings.games_until(ratings.PROVISIONAL, start),
        "settled_games": ratings.games_until(pairing.TARGET, start),
        "burst_percent": 100 * pairing.BURST_SHARE,
        "bars": [
            (games, ratings.expected_bar(start, games, 2), ratings.expected_bar(start, games, 4))
            for games in (10, 50, 100, 200, 400, 1000, 2000)
        ],
        "odds": [
            (difference, 100 / (1 + 10 ** (-difference / 400)))
            for difference in (0, 25, 50, 100, 200, 400)
        ],
        "weights": [(seats, len(orders(seats)), ratings.weight(seats)) for seats in range(2, 7)],
    }
    return render(request, "ladder/ratings.html", context)


def _chosen(ladders: list[Ladder], request: HttpRequest) -> Ladder | None:
    """The ladder that the address names, or the first; 404 for a name that there is not."""
    slug = request.GET.get("ladder")
    if not slug:
        return ladders[0] if ladders else None
    for ladder in ladders:
        if ladder.slug == slug:
            return ladder
    raise Http404


def _page(request: HttpRequest, index: list[Entry]) -> Page[Entry]:
    """The page that is asked for, or the one with the bot that is to be shown."""
    shown = request.GET.get("show")
    position = next((i for i, entry in enumerate(index) if str(entry) == shown), 0)
    return Paginator(index, ROWS).get_page(request.GET.get("page") or position // ROWS + 1)


def _newcomers(everybody: StandingQuerySet) -> QuerySet[Submission]:
    """What competes and waits for its first counted match."""
    rated = everybody.order_by().values("submission")
    competing = Submission.objects.competing().with_bot()
    return competing.exclude(pk__in=rated).order_by("pk")[:NEWCOMERS]


def _queue() -> dict[str, int]:
    return {"running": Match.objects.running().count(), "queued": Match.objects.queued().count()}
