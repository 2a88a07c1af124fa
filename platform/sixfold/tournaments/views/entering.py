"""What owners do: enter a bot, choose another, withdraw."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from sixfold.accounts.models import User
from sixfold.tournaments import services
from sixfold.tournaments.forms import EntryForm
from sixfold.tournaments.views.reading import visible


@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter one of one's bots, in place of another that was entered before."""
    tournament = visible(request, slug)
    if not isinstance(request.user, User):
        raise Http404
    form = EntryForm(request.POST, user=request.user)
    if not form.is_valid():
        messages.error(request, _("Choose one of your bots that has a version that plays."))
        return redirect(tournament)
    try:
        entry = services.enter(tournament, form.cleaned_data["bot"])
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("%(bot)s is entered.") % {"bot": entry.bot.name})
    return redirect(tournament)


@require_POST
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take an entry of one's own back; for others the address does not exist."""
    tournament = visible(request, slug)
    entry = get_object_or_404(tournament.entries.select_related("bot", "tournament"), pk=pk)
    if not entry.bot.is_of(request.user):
        raise Http404
    try:
        services.withdraw(entry)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("%(bot)s is withdrawn.") % {"bot": entry.bot.name})
    return redirect(tournament)
