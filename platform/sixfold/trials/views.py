"""The page of a version with its trials, and the page of a trial with its matches."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from bots_sdk.comparison import EVERY, FIRST
from sixfold.answering import HtmxRequest
from sixfold.bots.addresses import follows_bots
from sixfold.bots.models import Submission
from sixfold.bots.services import Refused
from sixfold.bots.views.versions import own_version, shown
from sixfold.celery import wake
from sixfold.matches.forms import PageForm
from sixfold.matches.models import Match
from sixfold.matches.usage import usage
from sixfold.trials import services
from sixfold.trials.gauge import gauge
from sixfold.trials.models import TEST, Trial, TrialQuerySet

TRIALS_SHOWN = 3


@login_not_required
@require_safe
@follows_bots
def submission(request: HtmxRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """A version: its checklist while it is checked, what it is, and how its trials go."""
    context = shown(request, owner, slug, number)
    found = context["submission"]
    assert isinstance(found, Submission)
    trials = [
        (trial, _explained(trial)) for trial in _with_sides(Trial.objects.of(found))[:TRIALS_SHOWN]
    ]
    testing = any(trial.is_running for trial, _more in trials)
    if request.htmx and not testing:
        # It asks only while a trial runs; the end of one changes the rest of the page as well.
        return HttpResponseClientRefresh()
    context |= {"trials": trials, "testing": testing}
    if request.htmx:
        return render(request, "trials/_trials.html", context)
    return render(request, "trials/version.html", context | {"usage": usage(found)})


@login_not_required
@require_safe
def trial(request: HttpRequest, pk: int) -> HttpResponse:
    """A trial: how it stands or ended, and all of its matches."""
    found = get_object_or_404(_with_sides(Trial.objects.all()), pk=pk)
    matches = Match.objects.filter(cluster__trials=found)
    context = {
        "trial": found,
        "more": _explained(found),
        "page": PageForm(request.GET).page(matches.with_seats()),
    }
    return render(request, "trials/trial.html", context)


@require_POST
def begin(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """Test a version against the one that plays."""
    found = own_version(request, owner, slug, number)
    try:
        services.begin(found)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        transaction.on_commit(wake)
        messages.success(
            request,
            _("v%(number)d is being tested; it plays for the bot once it has proved stronger.")
            % {"number": number},
        )
    return redirect(found)


@require_POST
def call_off(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """End the running trial of a version."""
    found = own_version(request, owner, slug, number)
    for running in Trial.objects.running().filter(candidate=found):
        services.call_off(running)
        messages.success(request, _("The test of v%(number)d is over.") % {"number": number})
    return redirect(found)


def _with_sides(trials: TrialQuerySet) -> TrialQuerySet:
    return trials.select_related(
        "bot__owner", "candidate__bot__owner", "incumbent__bot__owner", "bot__active"
    )


def _explained(trial: Trial) -> dict[str, object]:
    """What the picture and the words say of a trial."""
    return {
        "gauge": gauge(TEST, trial.llr),
        "estimate": trial.estimate,
        "test": TEST,
        "first": FIRST,
        "every": EVERY,
        "cap": settings.TRIAL_PAIRS,
    }
