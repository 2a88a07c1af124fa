"""A visitor's own words for a match."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from sixfold.accounts.models import User
from sixfold.matches import tagging
from sixfold.matches.forms import TagsForm
from sixfold.matches.models import Match


@require_http_methods(["GET", "HEAD", "POST"])
def tags(request: HttpRequest, pk: int) -> HttpResponse:
    """The form that changes them, and all of the visitor's words."""
    match = get_object_or_404(Match.objects.with_seats(), pk=pk)
    user = cast(User, request.user)
    if request.method == "POST":
        form = TagsForm(request.POST, label_suffix="")
        if form.is_valid():
            tagging.retag(user, match, form.cleaned_data["words"])
            return redirect(match)
    else:
        words = ", ".join(tagging.tags_of(user, match))
        form = TagsForm(initial={"words": words}, label_suffix="")
    context = {"match": match, "form": form, "known": tagging.words_of(user)}
    return render(request, "matches/tags.html", context, status=422 if form.errors else 200)
