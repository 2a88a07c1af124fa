"""What a visitor may ask of the list of matches, as it stands in the address."""

from typing import Any

from django import forms
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sixfold.bots.models import Bot
from sixfold.leases import Progress
from sixfold.matches.models import Match, MatchQuerySet, Seat

LARGEST = 2**63 - 1


class MatchFilter(forms.Form):
    """Which matches, and from where on; an invalid field is reported and filters nothing."""

    bot = forms.CharField(
        label=_("Bot"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"placeholder": _("owner/name"), "autocomplete": "off"}),
    )
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", _("Any")),
            ("won", _("Won")),
            ("tied", _("Tied")),
            ("lost", _("Lost")),
            ("error", _("Error or time-out")),
        ],
    )
    status = forms.ChoiceField(
        label=_("Status"), required=False, choices=[("", _("Any")), *Progress.choices]
    )
    before = forms.IntegerField(
        required=False, min_value=1, max_value=LARGEST, widget=forms.HiddenInput
    )
    after = forms.IntegerField(
        required=False, min_value=0, max_value=LARGEST, widget=forms.HiddenInput
    )

    def clean_bot(self) -> Bot | None:
        text = self.cleaned_data["bot"].strip().strip("/")
        if not text:
            return None
        owner, _slash, slug = text.partition("/")
        bot = Bot.objects.filter(owner__username=owner, slug=slug).first()
        if bot is None:
            raise forms.ValidationError(
                gettext("There is no bot “%(bot)s”. Write it as owner/name."),
                params={"bot": text},
            )
        return bot

    def clean(self) -> dict[str, Any]:
        asked = self.cleaned_data
        of_a_bot = asked.get("result") in ("won", "tied", "lost")
        if of_a_bot and not asked.get("bot") and "bot" not in self.errors:
            self.add_error("result", gettext("Name the bot whose result you mean."))
        return asked

    def matches(self) -> MatchQuerySet:
        """What was asked for, in no order yet."""
        self.is_valid()
        asked = self.cleaned_data
        matches = Match.objects.all()
        bot, result = asked.get("bot"), asked.get("result")
        if asked.get("status"):
            matches = matches.filter(progress=asked["status"])
        if bot or result:
            seats = Seat.objects.filter(submission__bot=bot) if bot else Seat.objects.all()
            matches = matches.filter(pk__in=_with_result(seats, result).values("match"))
        return matches


def _with_result(seats: Any, result: str | None) -> Any:
    beside = Seat.objects.filter(match=OuterRef("match"), place=1).exclude(pk=OuterRef("pk"))
    match result:
        case "won":
            return seats.filter(~Exists(beside), place=1)
        case "tied":
            return seats.filter(Exists(beside), place=1)
        case "lost":
            return seats.filter(place__gt=1)
        case "error":
            return seats.failed()
        case _:
            return seats
