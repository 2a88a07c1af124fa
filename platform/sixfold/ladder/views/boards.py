"""The site's first page, and the leaderboard."""

from typing import cast

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from sixfold.answering import HtmxRequest, wants_part
from sixfold.bots import example
from sixfold.bots.models import Bot, Submission
from sixfold.ladder import ratings, services, showcase, sparks
from sixfold.ladder.forms import LeaderboardFilter
from sixfold.ladder.models import Entry, Ladder, Snapshot, Standing, StandingQuerySet
from sixfold.ladder.owned import bots_of
from sixfold.ladder.services.matchmaking import PROVEN_AFTER
from sixfold.ladder.views.shared import chosen
from sixfold.matches.queue import lengths

TOP = 10
OWN = 5
ROWS = 50
NEWCOMERS = 50
SETTLE_SECONDS = cast(float, settings.CELERY_BEAT_SCHEDULE["ladder.settle"]["schedule"])


@login_not_required
@require_safe
def home(request: HtmxRequest) -> HttpResponse:
    """What Sixfold is, with a board to look at, the best ten, and the way to a first bot."""
    if request.htmx:
        return render(request, "ladder/_queue.html", lengths())
    ladder = Ladder.objects.order_by("pk").first()
    context = {
        "standings": Standing.objects.leaderboard(ladder)[:TOP] if ladder else [],
        "showcase": showcase.chosen(ladder),
        "example": example.SOURCE,
        "public": settings.PUBLIC,
        "bots": bots_of(request.user, ladder, OWN) if request.user.is_authenticated else [],
        **lengths(),
    }
    return render(request, "ladder/home.html", context)


@login_not_required
@require_safe
def leaderboard(request: HtmxRequest) -> HttpResponse:
    """Everybody who competes, by rating; the address filters, chooses a page and marks a bot."""
    ladders = list(Ladder.objects.order_by("pk"))
    ladder = chosen(ladders, request)
    everybody = Standing.objects.leaderboard(ladder) if ladder else Standing.objects.none()
    form = LeaderboardFilter(request.GET)
    page = _page(request, form.apply(everybody).index())
    newest = Snapshot.objects.filter(ladder=ladder).order_by("pk").last()
    own = everybody.filter(submission__bot__in=Bot.objects.of(request.user))
    listed = Standing.objects.filter(pk__in=[entry.pk for entry in page])
    context = {
        "ladders": ladders,
        "ladder": ladder,
        "form": form,
        "page": page,
        # To find that nobody has none took a quarter of the page's time.
        "own": _rows(ladder, own) if request.user.is_authenticated else [],
        # Asked for only where the page keeps no rows of this snapshot. By key alone: SQLite would
        # look up each of a page among all that compete.
        "rows": SimpleLazyObject(lambda: _rows(ladder, listed.in_order())),
        "newcomers": [] if page.has_next() else _newcomers(everybody),
        "shown": request.GET.get("show"),
        "snapshot": newest,
        "seconds": max(SETTLE_SECONDS, services.rest(newest).total_seconds()),
        "provisional": ratings.PROVISIONAL,
        "proven": PROVEN_AFTER,
        **lengths(),
    }
    part = "_board" if wants_part(request) else "leaderboard"
    return render(request, f"ladder/{part}.html", context)


def _page(request: HttpRequest, index: list[Entry]) -> Page[Entry]:
    """The page that is asked for, or the one with the bot that is to be shown."""
    shown = request.GET.get("show")
    position = next((i for i, entry in enumerate(index) if str(entry) == shown), 0)
    return Paginator(index, ROWS).get_page(request.GET.get("page") or position // ROWS + 1)


def _rows(ladder: Ladder | None, standings: StandingQuerySet) -> list[tuple[Standing, str]]:
    """These standings, each with its line. Two queries."""
    return sparks.beside(ladder, standings.with_change(ladder)) if ladder else []


def _newcomers(everybody: StandingQuerySet) -> QuerySet[Submission]:
    """What competes and waits for its first counted match."""
    rated = everybody.order_by().values("submission")
    competing = Submission.objects.competing().with_bot()
    return competing.exclude(pk__in=rated).order_by("pk")[:NEWCOMERS]
