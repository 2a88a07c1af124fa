"""What organisers do: draw up, announce, start, cancel, take somebody out."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from sixfold.accounts.models import User
from sixfold.celery import wake
from sixfold.tournaments import services, wording
from sixfold.tournaments.forecasts import forecast
from sixfold.tournaments.forms import ReasonForm, TournamentForm
from sixfold.tournaments.models import Tournament, may_organise
from sixfold.tournaments.views.reading import visible


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Draw up a tournament; it stays a draft until it is announced."""
    if not isinstance(request.user, User) or not may_organise(request.user):
        raise PermissionDenied(wording.ORGANISERS_ONLY)
    form = TournamentForm(request.POST or None)
    if _is_to_be_saved(request, form):
        made = services.create(form.save(commit=False), request.user)
        messages.success(
            request, _("The draft is saved. Nobody else sees it before you announce it.")
        )
        return redirect(made)
    return _form_page(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a tournament; once it has begun, only what describes it."""
    tournament = own(request, slug)
    form = TournamentForm(request.POST or None, instance=tournament)
    if _is_to_be_saved(request, form):
        changed = set(form.changed_data) - {"expected"}
        verb = partial(services.change, fields=changed)
        return _do(request, form.save(commit=False), verb, _("The changes are saved."))
    return _form_page(request, form)


def _is_to_be_saved(request: HttpRequest, form: TournamentForm) -> bool:
    return request.method == "POST" and "preview" not in request.POST and form.is_valid()


def _form_page(request: HttpRequest, form: TournamentForm) -> HttpResponse:
    context: dict[str, object] = {"form": form}
    if "preview" in request.POST and form.is_valid():
        told = forecast(form.instance, form.cleaned_data["expected"])
        context |= {"forecast": told, "chance": 100 * told.chance, "error": 100 * told.error}
    refused = request.method == "POST" and not form.is_valid()
    return render(request, "tournaments/form.html", context, status=422 if refused else 200)


@require_POST
def announce(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a draft for entries."""
    return _do(request, own(request, slug), services.announce, _("It is open for entries."))


@require_POST
def enter_everybody(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a bot of everybody who has one: for a class."""
    tournament = own(request, slug)
    try:
        entered = services.enter_everybody(tournament)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    else:
        told = ngettext("%(bots)d more bot is entered.", "%(bots)d more bots are entered.", entered)
        messages.success(request, told % {"bots": entered})
    return redirect(tournament)


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin now, whatever the window says."""

    def begin(tournament: Tournament) -> None:
        for _cluster in range(services.start(tournament)):
            wake()

    return _do(request, own(request, slug), begin, _("It has begun."))


@require_POST
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """End it without a result, for a reason that everybody reads."""
    tournament, why = own(request, slug), ReasonForm(request.POST)
    if not why.is_valid():
        messages.error(request, _("Say why: everybody who entered will read it."))
        return redirect(tournament)
    return _do(
        request,
        tournament,
        lambda one: services.cancel(one, why.cleaned_data["why"]),
        _("It is cancelled."),
    )


@require_POST
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take an entrant out, for a reason that everybody reads."""
    tournament, why = own(request, slug), ReasonForm(request.POST)
    entries = tournament.entries.select_related("bot", "tournament")
    entry = get_object_or_404(entries, pk=pk)
    if not why.is_valid():
        messages.error(request, _("Say why: everybody will read it."))
        return redirect(tournament)
    return _do(
        request,
        tournament,
        lambda _one: services.remove(entry, why.cleaned_data["why"]),
        _("%(bot)s is taken out.") % {"bot": entry.bot.name},
    )


def _do(
    request: HttpRequest, tournament: Tournament, verb: Callable[[Tournament], None], done: str
) -> HttpResponse:
    try:
        verb(tournament)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, done)
    return redirect(tournament)


def own(request: HttpRequest, slug: str) -> Tournament:
    """A tournament for its organiser or staff; for others the address does not exist."""
    tournament = visible(request, slug)
    if not tournament.may_be_run_by(request.user):
        raise Http404
    return tournament
