"""What an organiser says of a tournament, and what owners choose."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.ruleset import RULESETS
from sixfold.accounts.models import User
from sixfold.bots.models import Bot
from sixfold.templating import EDITIONS
from sixfold.tournaments.models import Format, State, Tournament
from sixfold.tournaments.services import DESCRIBING
from sixfold.tournaments.services.entering import MOST


class Moment(forms.DateTimeInput):
    """A date and a time, as browsers ask for them; the site's clock is UTC."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class TournamentForm(forms.ModelForm[Tournament]):
    """A whole tournament; once it has begun only what describes it can change."""

    expected = forms.IntegerField(
        label=_("Bots that you expect, for the preview"), min_value=2, max_value=MOST, initial=16
    )

    class Meta:
        model = Tournament
        fields: ClassVar = [
            "name",
            "description",
            "format",
            "clusters",
            "rounds_planned",
            "by_strength",
            "seats",
            "groups",
            "qualify",
            "final_clusters",
            "ruleset",
            "time_rule",
            "opens_at",
            "closes_at",
            "with_house",
        ]
        labels: ClassVar = {
            "clusters": _("Pairs of games for each meeting"),
            "rounds_planned": _("Rounds"),
            "final_clusters": _("Pairs of games for each meeting of the final"),
            "opens_at": _("Entries from (UTC)"),
            "closes_at": _("Entries until (UTC); then it begins by itself"),
        }
        help_texts: ClassVar = {
            "clusters": _(
                "Both play from each seat with the same tiles. At larger tables: all seat orders."
            ),
            "rounds_planned": _("A Swiss has at most half as many as there are bots."),
            "opens_at": _("Empty: at once."),
            "closes_at": _("Empty: until you start it."),
        }
        widgets: ClassVar = {
            "description": forms.Textarea(attrs={"rows": 4}),
            "opens_at": Moment(),
            "closes_at": Moment(),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.fields["ruleset"].widget.choices = EDITIONS.items()
        if self.instance.pk and self.instance.state not in (State.DRAFT, State.OPEN):
            for name, field in self.fields.items():
                field.disabled = name not in DESCRIBING

    def clean_closes_at(self) -> datetime | None:
        closes: datetime | None = self.cleaned_data["closes_at"]
        if closes and "closes_at" in self.changed_data and closes <= timezone.now():
            raise forms.ValidationError(gettext("This moment has passed; choose a later one."))
        return closes

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        opens, closes = data.get("opens_at"), data.get("closes_at")
        if opens and closes and opens >= closes:
            self.add_error("closes_at", gettext("Entries cannot end before they have begun."))
        rules, seats = RULESETS.get(data.get("ruleset", "")), data.get("seats", 0)
        if data.get("format") == Format.TABLES and rules and seats > rules.max_seats:
            self.add_error(
                "seats",
                gettext("The %(rules)s rules seat %(most)d at most; choose others for more.")
                % {"rules": EDITIONS[rules.name], "most": rules.max_seats},
            )
        one_finalist = data.get("groups", 2) * data.get("qualify", 2) < 2
        if data.get("format") == Format.GROUPS and one_finalist:
            self.add_error("qualify", gettext("A final takes two bots or more."))
        return data


class BotChoice(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of somebody's bots, by its name alone where they own it."""

    user: User

    def label_from_instance(self, obj: Bot) -> str:
        return obj.name_for(self.user)


class EntryForm(forms.Form):
    """Which of their bots somebody enters, beside those that are `entered` already."""

    bot = BotChoice(Bot.objects.none(), label=_("Bot"), empty_label=None)

    def __init__(
        self, *args: Any, user: User, entered: Collection[int] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        field = self.fields["bot"]
        assert isinstance(field, BotChoice)
        field.user = user
        mine = Bot.objects.competing().of(user).exclude(pk__in=entered)
        field.queryset = mine.select_related("owner")


class ReasonForm(forms.Form):
    """Why an organiser does something to others; everybody reads it."""

    why = forms.CharField(label=_("Reason, for everybody to read"), max_length=200)
