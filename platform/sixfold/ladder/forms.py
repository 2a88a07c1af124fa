"""What the addresses of boards and of ratings may ask for."""

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from sixfold.ladder.models import StandingQuerySet
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
            bot = Q(submission__bot__name__icontains=text) | Q(
                submission__bot__slug__icontains=text
            )
            owner = Q(submission__bot__owner__username__icontains=text)
            standings = standings.filter(bot | owner)
        if self.cleaned_data["house"]:
            standings = standings.exclude(submission__bot__house=True)
        return standings


class PeriodForm(forms.Form):
    """Which change of a rating is meant, and from which match on; nonsense is ignored."""

    to = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)
    before = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)
    after = forms.IntegerField(required=False, min_value=0, max_value=LARGEST)

    def key(self, name: str) -> int | None:
        self.is_valid()
        value: int | None = self.cleaned_data.get(name)
        return value
