"""The names that a field for a bot suggests."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sixfold.bots.models import Bot

OFFERED = 10


@login_not_required
@require_safe
def offers(request: HttpRequest) -> HttpResponse:
    """Bots that compete and go on from what was typed, as options."""
    # A field sends itself alone, whatever it is called.
    typed = request.GET.get(next(iter(request.GET), ""), "")
    bots = Bot.objects.competing().matching(typed).select_related("owner")
    return render(request, "bots/_offers.html", {"offered": bots[:OFFERED]})
