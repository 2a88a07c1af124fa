"""Pages of uploads and of versions."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sixfold.accounts.models import User
from sixfold.bots import example, services
from sixfold.bots.files import log_of, source_of
from sixfold.bots.forms import DescriptionForm, SubmitForm
from sixfold.bots.models import Submission
from sixfold.bots.views.shared import own_bot
from sixfold.bots.waiting import wait_s
from sixfold.celery import wake

VERSIONS_SHOWN = 20
TWINS_SHOWN = 3


@require_http_methods(["GET", "HEAD", "POST"])
def submit(request: HttpRequest) -> HttpResponse:
    """Upload a bot or a version; `?example` fills in a working one, `?bot=` chooses a bot."""
    user = cast(User, request.user)
    status = 200
    if request.method == "POST":
        form = SubmitForm(request.POST, request.FILES, user=user)
        submission = form.save() if form.is_valid() else None
        if submission:
            if submission == form.twin:
                messages.info(request, _("This code is here already: nothing was added."))
            transaction.on_commit(wake)
            return redirect(submission)
        status = 422
    else:
        initial = {"source": example.SOURCE if "example" in request.GET else ""}
        if "bot" in request.GET:
            initial["target"] = request.GET["bot"].removeprefix(f"{user.get_username()}/")
        form = SubmitForm(initial=initial, user=user)
    return render(request, "bots/submit.html", {"form": form}, status=status)


@login_not_required
@require_safe
@never_cache
def checklist(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """What has changed during a check, or 204; the page asks again until that is over.

    Without news nothing is swapped, so that no screen reader is made to read it all again.
    """
    found = _visible(request, owner, slug, number)
    context = _progress(request, found)
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "bots/_update.html", context)


@require_safe
def source(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """What its owner has uploaded: the Python file, or the files as a zip."""
    return source_of(own_version(request, owner, slug, number))


@require_safe
def log(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """What the bot printed during its check, for its owner."""
    return log_of(own_version(request, owner, slug, number))


@require_POST
def activate(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """Let a version play for its bot (again)."""
    found = own_version(request, owner, slug, number)
    try:
        services.activate(found)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(
            request,
            _("v%(number)d now plays for %(bot)s.") % {"number": number, "bot": found.bot.name},
        )
    return redirect(found)


@require_POST
def retire(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    """Take a bot out of the competition."""
    bot = own_bot(request, owner, slug)
    services.retire(bot)
    messages.success(
        request,
        _("%(bot)s no longer competes. Any of its versions brings it back.") % {"bot": bot.name},
    )
    return redirect(bot)


@require_POST
def describe(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    """Change what an owner says about a bot."""
    bot = own_bot(request, owner, slug)
    form = DescriptionForm(request.POST, instance=bot)
    if form.is_valid():
        form.save()
        messages.success(request, _("The description is saved."))
    else:
        messages.error(request, " ".join(map(str, form.errors["description"])))
    return redirect(bot)


def shown(request: HttpRequest, owner: str, slug: str, number: int) -> dict[str, object]:
    """What the page of a version, which is an app's above this one, says of it.

    Raises Http404 for a version that this visitor may not see.
    """
    found = _visible(request, owner, slug, number)
    return {**_progress(request, found), "twins": found.twins()[:TWINS_SHOWN]}


def _visible(request: HttpRequest, owner: str, slug: str, number: int) -> Submission:
    versions = Submission.objects.with_bot().select_related("bot__active")
    found = get_object_or_404(
        versions.prefetch_related(Prefetch("steps")),
        bot__owner__username=owner,
        bot__slug=slug,
        number=number,
    )
    if not found.is_visible_to(request.user):
        raise Http404
    return found


def own_version(request: HttpRequest, owner: str, slug: str, number: int) -> Submission:
    """A version for its team or staff; for others the address does not exist."""
    found = _visible(request, owner, slug, number)
    if not found.bot.may_be_managed_by(request.user):
        raise Http404
    return found


def _progress(request: HttpRequest, found: Submission) -> dict[str, object]:
    place = found.queue_place() if found.is_waiting else None
    states = (step.shown_state for step in found.steps.all())
    versions = found.bot.versions_for(request.user)
    return {
        "submission": found,
        "bot": found.bot,
        "own": found.bot.may_be_managed_by(request.user),
        "queue_place": place,
        "queue_wait": wait_s(place) if place and place > 1 else 0,
        "versions": versions.order_by("-number")[:VERSIONS_SHOWN],
        "seen": "-".join([found.progress, *states, *([str(place)] if place else [])]),
    }
