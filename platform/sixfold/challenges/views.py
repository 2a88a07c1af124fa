"""The pages of challenges: all of them, one, and the form for another."""

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sixfold.accounts.models import User
from sixfold.answering import HtmxRequest
from sixfold.celery import wake
from sixfold.challenges import services
from sixfold.challenges.forms import ChallengeForm
from sixfold.challenges.models import Challenge
from sixfold.matches.forms import PageForm
from sixfold.matches.models import Match
from sixfold.params import key_of, paged

PAGE = 25


@login_not_required
@require_safe
def challenges(request: HttpRequest) -> HttpResponse:
    """Challenges, the newest first; `?mine` for one's own, `?before=` for older ones."""
    user = request.user
    found = Challenge.objects.with_sides()
    mine = "mine" in request.GET and user.is_authenticated
    if user.is_authenticated and mine:
        found = found.managed_by(user)
    page = paged(found, before=key_of(request.GET.get("before", "")), limit=PAGE)
    context = {
        "challenges": page["items"],
        "older": page["older"],
        "mine": mine,
        "left": services.allowance(user) if user.is_authenticated else None,
        "per_day": settings.CHALLENGE_MATCHES_PER_DAY,
    }
    return render(request, "challenges/list.html", context)


@login_not_required
@require_safe
def challenge(request: HtmxRequest, pk: int) -> HttpResponse:
    """A challenge: its score so far, and all of its matches."""
    found = get_object_or_404(Challenge.objects.with_sides(), pk=pk)
    matches = Match.objects.filter(cluster__challenges=found)
    context = {
        "challenge": found,
        "own": _is_own(request, found),
        "page": PageForm(request.GET).page(matches.with_seats()),
    }
    return render(request, f"challenges/{'_now' if request.htmx else 'challenge'}.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest) -> HttpResponse:
    """Challenge a bot; the address may name `mine`, `against` and its `version`."""
    user = cast(User, request.user)
    status = 200
    if request.method == "POST":
        form = ChallengeForm(request.POST, user=user)
        made = form.save() if form.is_valid() else None
        if made:
            transaction.on_commit(wake)
            messages.success(request, _("Its games are queued within seconds."))
            return redirect(made)
        status = 422
    else:
        form = ChallengeForm(initial=request.GET.dict(), user=user)
    context = {
        "form": form,
        "left": services.allowance(user),
        "open_limit": settings.CHALLENGES_OPEN,
        "per_day": settings.CHALLENGE_MATCHES_PER_DAY,
    }
    return render(request, "challenges/make.html", context, status=status)


@require_POST
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """End one's own challenge; for others the address does not exist."""
    found = get_object_or_404(Challenge.objects.with_sides(), pk=pk)
    if not _is_own(request, found):
        raise Http404
    services.call_off(found)
    messages.success(request, _("No more of its games are played."))
    return redirect(found)


def _is_own(request: HttpRequest, found: Challenge) -> bool:
    return found.first.bot.may_be_managed_by(request.user)
