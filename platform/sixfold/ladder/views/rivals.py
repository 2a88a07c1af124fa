"""Two bots head to head, and the way to choose them."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from sixfold.bots.fields import bot_named
from sixfold.bots.models import Bot, Submission
from sixfold.ladder import rivalry
from sixfold.ladder.forms import RivalsForm
from sixfold.ladder.models import Ladder
from sixfold.ladder.neighbours import neighbours
from sixfold.ladder.rivalry import Rivalry
from sixfold.ladder.views.shared import chosen
from sixfold.matches.forms import PageForm


@login_not_required
@require_safe
def rivals(request: HttpRequest) -> HttpResponse:
    """A form for two bots, which leads to their page; of one, those that are rated next to it."""
    asked = request.GET if "other" in request.GET else None
    form = RivalsForm(asked, initial=request.GET.dict())
    if form.is_valid():
        return redirect(form.address())
    ladders = list(Ladder.objects.order_by("pk"))
    ladder = chosen(ladders, request)
    one = bot_named(request.GET.get("one", ""))
    context = {
        "form": form,
        "ladders": ladders,
        "ladder": ladder,
        "one": one,
        "neighbours": neighbours(ladder, one) if ladder and one else [],
    }
    return render(request, "ladder/rivals.html", context)


@login_not_required
@require_safe
def head_to_head(
    request: HttpRequest, owner: str, slug: str, other_owner: str, other_slug: str
) -> HttpResponse:
    """All that two bots have done to each other on one ladder, from the first one's side."""
    bots = Bot.objects.select_related("owner", "active")
    one = get_object_or_404(bots, owner__username=owner, slug=slug)
    other = get_object_or_404(bots, owner__username=other_owner, slug=other_slug)
    versions = rivalry.versions(
        Submission.objects.visible_to(request.user).filter(bot__in=[one, other])
    )
    ladders = list(Ladder.objects.order_by("pk"))
    games = rivalry.met_on(one, other)
    met = next((ladder for ladder in ladders if games.get(ladder.pk)), None)
    ladder = chosen(ladders, request, otherwise=met)
    if one == other or {bot for bot, _ in versions.values()} != {one.pk, other.pk} or not ladder:
        raise Http404
    found = Rivalry(ladder, one, other, versions)
    meetings = found.meetings()
    context = {
        "one": one,
        "other": other,
        "ladder": ladder,
        "ladders": ladders,
        "met": met,
        "chances": found.chances(),
        "score": sum((meeting.score for meeting in meetings), rivalry.Score()),
        "by_seat": rivalry.summed(meetings, key=lambda meeting: meeting.seat + 1),
        "by_version": rivalry.summed(meetings, key=lambda meeting: meeting.versions)[::-1],
        "page": PageForm(request.GET).page(found.matches().with_seats()),
        "form": RivalsForm(initial={"one": one, "other": other}),
    }
    return render(request, "ladder/head_to_head.html", context)
