"""The forms of rulings."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from sixfold.bots.models import Submission
from sixfold.matches.models import Match, MatchQuerySet
from sixfold.moderation.models import REASON_LENGTH


class ReasonForm(forms.Form):
    """Why, in words that everybody concerned will read."""

    reason = forms.CharField(
        label=_("Reason, shown to everybody"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class MatchesField(forms.ModelMultipleChoiceField[Match]):
    """Matches by their ids, of which any may be asked for."""

    def clean(self, value: Any) -> Any:
        try:
            return super().clean(value)
        except OverflowError as error:  # an id that no column holds
            raise forms.ValidationError(_("There is no such match.")) from error


class ChosenMatches(forms.Form):
    """Which matches the address is about: some of them, or all of a version."""

    match = MatchesField(Match.objects.all(), required=False, widget=forms.MultipleHiddenInput)
    version = forms.ModelChoiceField(
        Submission.objects.with_bot(), required=False, widget=forms.HiddenInput
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not data.get("match") and not data.get("version"):
            raise forms.ValidationError(_("Name the matches."))
        return data

    @property
    def chosen(self) -> MatchQuerySet:
        matches: MatchQuerySet = self.cleaned_data["match"]
        return matches

    @property
    def submission(self) -> Submission | None:
        found: Submission | None = self.cleaned_data["version"]
        return found
