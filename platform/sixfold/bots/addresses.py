"""Old addresses of bots: a bot that was handed over is found under its former owner's name too."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse

from sixfold.bots.models import FormerAddress

View = Callable[..., HttpResponse]


def follows_bots(view: View) -> View:
    """A page of a bot that leads on from an address which the bot has had before."""

    @wraps(view)
    def answer(request: Any, owner: str, slug: str, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, owner=owner, slug=slug, **kwargs)
        except Http404:
            return HttpResponsePermanentRedirect(_moved(request, owner, slug, kwargs))

    return answer


def _moved(request: HttpRequest, owner: str, slug: str, kwargs: dict[str, Any]) -> str:
    former = FormerAddress.objects.select_related("bot__owner").filter(
        owner__username=owner, slug=slug
    )
    bot = next((one.bot for one in former), None)
    assert request.resolver_match is not None, "a view is called by an address"
    if bot is None:
        raise Http404
    where = {"owner": bot.owner.get_username(), "slug": bot.slug}
    address = reverse(request.resolver_match.view_name, kwargs={**kwargs, **where})
    query = request.META.get("QUERY_STRING")
    return f"{address}?{query}" if query else address
