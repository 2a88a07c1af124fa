"""The page of somebody who enters bots."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Invitation
from sixfold.ladder import sparks
from sixfold.ladder.models import Ladder, Standing
from sixfold.ladder.owned import bots_of
from sixfold.ladder.views.shared import chosen

BOTS = 100


@login_not_required
@require_safe
def owner(request: HttpRequest, owner: str) -> HttpResponse:
    """Their bots, and those that they work on in a team, by rating; then those without one.

    To themselves they are shown with what there is to do about them.
    """
    person = get_object_or_404(User, username=owner)
    ladders = list(Ladder.objects.order_by("pk"))
    ladder = chosen(ladders, request)
    context: dict[str, object] = {"person": person, "ladders": ladders, "ladder": ladder}
    if person == request.user:
        invited = Invitation.objects.to(person).exists()
        context |= {"bots": bots_of(person, ladder), "invited": invited}
        return render(request, "ladder/own.html", context)
    shown = Bot.objects.visible_to(request.user).of(person).select_related("owner", "active")
    bots = list(shown.order_by("-pk")[:BOTS])
    if not bots:
        raise Http404
    rated = Standing.objects.leaderboard(ladder) if ladder else Standing.objects.none()
    own = rated.filter(submission__bot__in=[bot.pk for bot in bots])
    rows = sparks.beside(ladder, own.with_change(ladder)) if ladder else []
    listed = {standing.submission.bot_id for standing, _spark in rows}
    context |= {"rows": rows, "others": [bot for bot in bots if bot.pk not in listed]}
    return render(request, "ladder/owner.html", context)
