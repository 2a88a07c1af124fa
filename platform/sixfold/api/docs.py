"""The description of the API: OpenAPI for programs, and a page of it for people."""

from functools import cache
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sixfold.api import api
from sixfold.api.reference import Reference, reference


@login_not_required
@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document."""
    return JsonResponse(described())


@login_not_required
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Every operation, with what it takes and answers; it needs no script."""
    return render(request, "api/docs.html", {"reference": _reference})


def _reference() -> Reference:
    """Called by the template, where it does not have the page from before."""
    return reference(described())


@cache
def described() -> dict[str, Any]:
    """The OpenAPI document, which is in English for everybody; made once, as it takes 0.14 s."""
    return api.get_openapi_schema()
