"""What the addresses of boards and of ratings may ask for."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sixfold.bots.fields import BotField
from sixfold.bots.models import Bot
from sixfold.ladder.models import StandingQuerySet
from sixfold.matches.forms import PageForm
from sixfold.params import LARGEST


class LeaderboardFilter(forms.Form):
    """Narrows the rows down; what makes no sense is ignored, since addresses are typed by hand."""

    q = forms.CharField(
        label=_("Bot or owner"),
        required=False,
        max_length=60,
        widget=forms.SearchInput,
    )
    house = forms.BooleanField(label=_("Without the house's bots"), required=False)

    def apply(self, standings: StandingQuerySet) -> StandingQuerySet:
        if not self.is_valid():
            return standings
        if text := self.cleaned_data["q"]:
            standings = standings.filter(submission__bot__in=Bot.objects.matching(text).order_by())
        if self.cleaned_data["house"]:
            standings = standings.exclude(submission__bot__house=True)
        return standings


class PeriodForm(PageForm):
    """Which change of a rating is meant, and from which match on; nonsense is ignored."""

    to = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)

    def snapshot(self) -> int | None:
        """The key of the snapshot to which it leads."""
        self.is_valid()
        key: int | None = self.cleaned_data.get("to")
        return key


class RivalsForm(forms.Form):
    """Two bots, by their full names."""

    one = BotField(label=_("A bot"))
    other = BotField(label=_("Another bot"))

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"label_suffix": "", **options})
        for field in self.fields.values():
            field.required = True

    def clean(self) -> dict[str, Any]:
        asked = self.cleaned_data
        if asked.get("one") and asked.get("one") == asked.get("other"):
            self.add_error("other", gettext("Choose two different bots."))
        return asked

    def address(self) -> str:
        """Of the page of the two, which are valid."""
        one, other = self.cleaned_data["one"], self.cleaned_data["other"]
        where = [one.owner.username, one.slug, other.owner.username, other.slug]
        return reverse("head_to_head", args=where)
