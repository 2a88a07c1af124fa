"""What a visitor may ask for under the address of a bot."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from sixfold.bots.models import Bot


def own_bot(request: HttpRequest, owner: str, slug: str) -> Bot:
    """A bot for its team or staff; for others the address does not exist."""
    bots = Bot.objects.select_related("owner")
    bot = get_object_or_404(bots, owner__username=owner, slug=slug)
    if not bot.may_be_managed_by(request.user):
        raise Http404
    return bot
