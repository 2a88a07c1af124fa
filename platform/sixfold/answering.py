"""What htmx asks for, and what every answer has: a page to read, or the word that it is a part."""

from collections.abc import Awaitable

from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails, HtmxMiddleware


class HtmxRequest(HttpRequest):
    """A request as the middleware hands it on."""

    htmx: HtmxDetails


def wants_part(request: HtmxRequest) -> bool:
    """Whether htmx asks for what it puts into a page; to go back to one it asks for the whole."""
    return bool(request.htmx) and not request.htmx.history_restore_request


class AnswerMiddleware(HtmxMiddleware):
    """Tells views what htmx asks for, and browsers that it is not the page of that address.

    One that has stored the part would show it instead of the page to who goes back to it.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        answer = super().__call__(request)
        return answer if isinstance(answer, Awaitable) else complete(request, answer)

    async def __acall__(self, request: HttpRequest) -> HttpResponseBase:
        return complete(request, await super().__acall__(request))


def complete(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """The answer with its header, and with a page where Django has none."""
    patch_vary_headers(answer, ["HX-Request"])
    if isinstance(answer, HttpResponseNotAllowed) and not answer.content:
        answer.content = render_to_string("405.html", request=request).encode()
    return answer
