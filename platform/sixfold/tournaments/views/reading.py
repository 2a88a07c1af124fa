"""What everybody may read: the list, a tournament, its rounds, its data, how it all works."""

from typing import cast

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena.seating import orders
from sixfold.answering import HtmxRequest, wants_part
from sixfold.matches.models import TimeRule
from sixfold.params import key_of, paged
from sixfold.tournaments import exports, wording
from sixfold.tournaments.formats import swiss
from sixfold.tournaments.forms import EntryForm, ReasonForm
from sixfold.tournaments.models import Entry, State, Tournament, may_organise
from sixfold.tournaments.preview import FIELD, LOW, MEASURED
from sixfold.tournaments.services.entering import MOST
from sixfold.tournaments.showing import Sheet, brackets, cross_tables, pulse, seated

PAGE_SIZE = 25
MOST_LISTED = 100
TICK_SECONDS = cast(float, settings.CELERY_BEAT_SCHEDULE["tournaments.advance"]["schedule"])


@login_not_required
@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """What is open, what runs, and what is over, the newest first."""
    visible = Tournament.objects.visible_to(request.user).select_related("organiser")
    winners = Prefetch(
        "entries", Entry.objects.filter(rank=1).select_related("bot__owner"), to_attr="winners"
    )
    listed = visible.with_entrants().prefetch_related(winners).order_by("-pk")
    before = key_of(request.GET.get("before", ""))
    over = listed.filter(state__in=(State.FINISHED, State.CANCELLED))
    page = paged(over, before=before, limit=PAGE_SIZE)
    context = {
        "drafts": listed.filter(state=State.DRAFT)[:MOST_LISTED],
        "open": listed.filter(state=State.OPEN)[:MOST_LISTED],
        "running": listed.filter(state=State.RUNNING)[:MOST_LISTED],
        "over": page["items"],
        "older": page["older"],
        "before": before,
        "may_organise": may_organise(request.user),
    }
    return render(request, "tournaments/list.html", context)


@login_not_required
@require_safe
def tournament(request: HtmxRequest, slug: str) -> HttpResponse:
    """A tournament: how it works, who takes part, what is played, who stands where.

    Asked again for what is new, it answers 204 where there is nothing.
    """
    one = visible(request, slug)
    seen = pulse(one)
    fragment = wants_part(request)
    if fragment and request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    sheet = Sheet(one)
    current = sheet.current
    tables = seated(sheet, current) if current else []
    context = {
        **_now(request, sheet),
        "seen": seen,
        "current": current,
        "seated": tables,
        "picture": next((match for table in tables for match, _scores in table.results), None),
        "cross_tables": cross_tables(sheet),
        "brackets": brackets(sheet),
    }
    return render(request, f"tournaments/{'_now' if fragment else 'tournament'}.html", context)


def _now(request: HttpRequest, sheet: Sheet) -> dict[str, object]:
    one, user = sheet.tournament, request.user
    mine = [entry for entry in sheet.entries if entry.bot.is_of(user)]
    return {
        "tournament": one,
        "sheet": sheet,
        "explained": wording.FORMATS[sheet.plan.format],
        "tie_words": wording.tie_words() if sheet.plan.format.is_knockout else "",
        "rules": [(wording.LABELS[rule], wording.EXPLAINED[rule]) for rule in sheet.rules],
        "games": sheet.plan.games(len(sheet.by_seed)) if sheet.by_seed else None,
        "mine": mine,
        "entry_form": EntryForm(user=user, entered=[entry.bot_id for entry in mine])
        if user.is_authenticated and one.takes_entries
        else None,
        "organises": one.may_be_run_by(user),
        "public": settings.PUBLIC,
        "reason_form": ReasonForm(label_suffix=""),
        "seconds": TICK_SECONDS,
        "places": MOST,
        "live": one.state in (State.OPEN, State.RUNNING),
    }


@login_not_required
@require_safe
def tournament_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round: every table with its reason, its result and its games."""
    sheet = Sheet(visible(request, slug))
    one = get_object_or_404(sheet.tournament.rounds, number=number)
    shown = next(each for each in sheet.rounds if each.pk == one.pk)
    context = {
        "tournament": sheet.tournament,
        "sheet": sheet,
        "round": shown,
        "seated": seated(sheet, shown),
    }
    return render(request, "tournaments/round.html", context)


@login_not_required
@require_safe
def tournament_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole tournament as JSON."""
    return JsonResponse(exports.as_json(Sheet(visible(request, slug))))


@login_not_required
@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings as CSV."""
    return _csv(exports.standings_csv(Sheet(visible(request, slug))), f"{slug}-standings.csv")


@login_not_required
@require_safe
def games_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Every game as CSV."""
    return _csv(exports.games_csv(Sheet(visible(request, slug))), f"{slug}-games.csv")


def _csv(text: str, filename: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response


@login_not_required
@require_safe
def explained(request: HttpRequest) -> HttpResponse:
    """How tournaments work, for participants and organisers; the figures are those in force."""
    context = {
        "formats": [(wording.NAMES[form], text) for form, text in wording.FORMATS.items()],
        "rules": [(wording.LABELS[rule], text) for rule, text in wording.EXPLAINED.items()],
        "tie_words": wording.tie_words(),
        "times": TimeRule.labels,
        "tables": [(seats, len(orders(seats))) for seats in range(2, 7)],
        "measured": [
            (wording.NAMES[plan.format], 2 * plan.clusters, plan.games(FIELD), 100 * chance)
            for plan, chance in MEASURED
        ],
        "swiss": [(entrants, swiss.longest(entrants)) for entrants in (8, 16, 32)],
        "low": 100 * LOW,
        "places": MOST,
    }
    return render(request, "tournaments/explained.html", context)


def visible(request: HttpRequest, slug: str) -> Tournament:
    """The tournament at this address; 404 for a draft of others."""
    tournaments = Tournament.objects.visible_to(request.user).select_related("organiser")
    return get_object_or_404(tournaments, slug=slug)
