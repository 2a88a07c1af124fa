"""The page of the search."""

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from sixfold.answering import HtmxRequest, wants_part
from sixfold.search.finding import Found, find


class SearchForm(forms.Form):
    """What somebody looks for."""

    q = forms.CharField(
        label=_("A bot, its owner, a tournament, or the number of a match"),
        required=False,
        max_length=100,
        widget=forms.SearchInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )


@login_not_required
@require_safe
def search(request: HtmxRequest) -> HttpResponse:
    """What has the asked text in its name; as somebody types, the results alone."""
    form = SearchForm(request.GET, label_suffix="")
    found = find(form.cleaned_data["q"], request.user) if form.is_valid() else Found()
    part = "_found" if wants_part(request) else "search"
    return render(request, f"search/{part}.html", {"form": form, "found": found})
