"""The description of the API: OpenAPI for programs, and a page of it for people."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sixfold.api import api
from sixfold.api.reference import reference


@login_not_required
@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document."""
    return JsonResponse(api.get_openapi_schema())


@login_not_required
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Every operation, with what it takes and answers; it needs no script."""
    return render(request, "api/docs.html", {"reference": reference(api.get_openapi_schema())})
