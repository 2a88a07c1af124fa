"""Pages of one's own account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def profile(request: HttpRequest) -> HttpResponse:
    """Who is signed in, and what they can change about it."""
    return render(request, "accounts/profile.html")
