"""The addresses of the API, of its description and of the page that shows it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, re_path
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from sixfold.api import api, docs, handlers
from sixfold.problems import problem

View = Callable[..., HttpResponse]


def opened(view: View) -> View:
    """A view of ninja's without the site's log-in page, its faults told as problems.

    No cookie is looked at by any of them, so none needs a token against forged forms.
    """

    @login_not_required
    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Http404 as error:
            response = handlers.missing(request, error)
        if response.status_code == 405:
            detail = _("This address does not take %(method)s.") % {"method": request.method}
            response = problem(405, "method", detail, headers={"Allow": response.headers["Allow"]})
        # One address answers its owner and strangers differently.
        patch_vary_headers(response, ["Authorization"])
        return response

    return answer


def nothing(request: HttpRequest) -> HttpResponse:
    """An address below the API's that none of its operations has."""
    raise Http404


operations: list[Any] = api.urls[0]
for operation in operations:
    operation.callback = opened(operation.callback)

app_name = "api"
urlpatterns = [
    path("docs", docs.page, name="docs"),
    path("openapi.json", docs.openapi, name="openapi"),
    *operations,
    re_path("", opened(nothing)),
]
