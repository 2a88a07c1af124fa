"""The page of the workers, for staff."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sixfold.accounts.gates import is_staff, only
from sixfold.jail import weakest
from sixfold.workers.models import Worker


@require_safe
@never_cache
@only(is_staff)
def workers(request: HttpRequest) -> HttpResponse:
    """Every process that plays: its sandbox, and how to get a stronger one."""
    context = {
        "workers": Worker.objects.with_silence().order_by("host", "pid"),
        "accepted": weakest(),
    }
    return render(request, "workers/workers.html", context)
