"""Pages of one's own account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def profile(request: HttpRequest) -> HttpResponse:
    """Who is signed in, and what they can change about it."""
    return render(request, "accounts/profile.html")
