"""A record from a visitor's own disk in the viewer."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from sixfold.matches.forms import OpenForm
from sixfold.matches.story import tell


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_record(request: HttpRequest) -> HttpResponse:
    """Ask for a file, or show the game in the one that was sent. Nothing of it is kept."""
    if request.method != "POST":
        return render(request, "matches/open.html", {"form": OpenForm(label_suffix="")})
    form = OpenForm(request.POST, request.FILES, label_suffix="")
    if not form.is_valid():
        return render(request, "matches/open.html", {"form": form}, status=422)
    shown = form.cleaned_data["file"]
    context = {"form": form, "replay": shown, "story": tell(shown)}
    return render(request, "matches/opened.html", context)
