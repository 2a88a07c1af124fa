"""The form of a challenge."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.ruleset import CLASSIC, RULESETS
from sixfold.accounts.models import User
from sixfold.bots.fields import BotField
from sixfold.bots.models import Bot, Submission
from sixfold.bots.services import Refused
from sixfold.challenges import services
from sixfold.challenges.models import Challenge
from sixfold.matches.forms import TagField
from sixfold.templating import EDITIONS

VERSIONS_OFFERED = 100
USUAL_PAIRS = 10
TWO_SEATS = {name: EDITIONS[name] for name, rules in RULESETS.items() if rules.min_seats <= 2}


class ChallengeForm(forms.Form):
    """One of the user's versions against any version of any bot."""

    mine = forms.TypedChoiceField(label=_("Your version"), coerce=int)
    against = BotField(label=_("Against"))
    version = forms.IntegerField(
        label=_("Version of that bot"),
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        help_text=_("Empty: the one that plays now."),
    )
    pairs = forms.IntegerField(
        label=_("Pairs of games"),
        min_value=1,
        max_value=services.MOST_PAIRS,
        initial=USUAL_PAIRS,
        help_text=_("Each pair is two games on the same bag, with the seats swapped."),
    )
    ruleset = forms.ChoiceField(label=_("Rules"), choices=TWO_SEATS, initial=CLASSIC.name)
    tag = TagField(
        most=1,
        label=_("Your tag"),
        help_text=_("A word of your own for all of its matches, which nobody else sees, or none."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.user = user
        passed = Submission.objects.passed().filter(bot__in=Bot.objects.of(user)).with_bot()
        newest = passed.select_related("bot__active").order_by("-pk")[:VERSIONS_OFFERED]
        self.versions = {version.pk: version for version in newest}
        self.fields["mine"].choices = [  # type: ignore[attr-defined]
            (pk, self._name(version)) for pk, version in self.versions.items()
        ]
        plays = (pk for pk, version in self.versions.items() if pk == version.bot.active_id)
        self.fields["mine"].initial = next(plays, None)

    def clean_against(self) -> Bot | None:
        bot: Bot | None = self.cleaned_data["against"]
        if bot is None:
            raise forms.ValidationError(gettext("Name the bot to play against, as owner/name."))
        return bot

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("against") and "version" not in self.errors:
            data["second"] = self._second(data["against"], data.get("version"))
        return data

    def save(self) -> Challenge | None:
        """The challenge, or None where it is refused: then the form has the reason."""
        data = self.cleaned_data
        try:
            return services.challenge(
                by=self.user,
                first=self.versions[data["mine"]],
                second=data["second"],
                pairs=data["pairs"],
                ruleset=data["ruleset"],
                tag="".join(data["tag"]),
            )
        except Refused as refusal:
            self.add_error(None, str(refusal))
            return None

    def _second(self, bot: Bot, number: int | None) -> Submission | None:
        passed = Submission.objects.passed().filter(bot=bot).with_bot()
        if number:
            found = passed.filter(number=number).first()
            if found is None:
                self.add_error("version", gettext("That bot has no such version that has passed."))
            return found
        found = passed.filter(pk=bot.active_id or 0).first()
        if found is None:
            self.add_error(
                "version", gettext("No version of that bot plays now. Give the number of one.")
            )
        return found

    def _name(self, version: Submission) -> str:
        plays = version.pk == version.bot.active_id
        name = f"{version.bot.name_for(self.user)} v{version.number}"
        return gettext("%s, which plays now") % name if plays else name
