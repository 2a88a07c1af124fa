"""What may be asked of the list of matches, and the record that a visitor brings along."""

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from arena.record import RecordError
from sixfold.accounts.models import User
from sixfold.bots.fields import BotField
from sixfold.languages.sentences import said
from sixfold.leases import Progress
from sixfold.matches.models import (
    LONGEST_TAG,
    TAG,
    Kind,
    Match,
    MatchQuerySet,
    Seat,
    SeatQuerySet,
)
from sixfold.matches.opening import LARGEST as LARGEST_RECORD
from sixfold.matches.opening import opened
from sixfold.matches.paging import Page, page
from sixfold.matches.phrases import CAUSES
from sixfold.matches.tagging import MOST_TAGS
from sixfold.params import LARGEST

RESULTS = {"won": _("Won"), "tied": _("Tied"), "lost": _("Lost"), "error": _("Error or time-out")}
OF_SOMEBODY = ("result", "opponent")
"""What is asked of the matches of one bot, or of one owner's."""
OF_A_BOT = ("version", "since")
"""What is asked of the matches of one bot."""


def any_of(choices: Any) -> list[tuple[str, Any]]:
    """These choices, and that of none."""
    return [("", _("Any")), *choices]


class PageForm(forms.Form):
    """From where on a list goes: the newest where the address says nothing, or nonsense."""

    before = forms.IntegerField(
        required=False, min_value=1, max_value=LARGEST, widget=forms.HiddenInput
    )
    after = forms.IntegerField(
        required=False, min_value=0, max_value=LARGEST, widget=forms.HiddenInput
    )

    def page(self, matches: MatchQuerySet) -> Page:
        """The page of these matches that was asked for."""
        self.is_valid()
        asked = self.cleaned_data
        return page(matches, before=asked.get("before"), after=asked.get("after"))


class MatchFilter(PageForm):
    """Which matches, and from where on; an invalid field is reported and filters nothing."""

    bot = BotField(label=_("Bot"))
    opponent = BotField(label=_("Against"))
    result = forms.ChoiceField(label=_("Result"), required=False, choices=any_of(RESULTS.items()))
    cause = forms.ChoiceField(
        label=_("Out because"),
        required=False,
        choices=any_of((ending.value, words) for ending, words in CAUSES.items()),
    )
    version = forms.IntegerField(
        label=_("Version"), required=False, min_value=1, max_value=2**31 - 1
    )
    since = forms.ChoiceField(
        label=_("Since"), required=False, choices=any_of([("upload", _("the last upload"))])
    )
    kind = forms.ChoiceField(label=_("Played as"), required=False, choices=any_of(Kind.choices))
    status = forms.ChoiceField(
        label=_("Status"),
        required=False,
        choices=[("", _("All that have begun")), *Progress.choices],
    )
    tag = forms.CharField(
        label=_("Your tag"),
        required=False,
        max_length=LONGEST_TAG,
        widget=forms.TextInput({"list": "own-tags", "autocomplete": "off"}),
    )
    owner = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: User | AnonymousUser, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.user = user
        # Whoever was sent the address of somebody's list is told why there is none.
        if not user.is_authenticated and not self.data.get("tag"):
            del self.fields["tag"]

    @property
    def asked(self) -> int:
        """How many fields of it narrow the list."""
        return len({field.name for field in self.visible_fields()} & {*self.changed_data})

    def clean_tag(self) -> str:
        word: str = self.cleaned_data["tag"]
        if word and not self.user.is_authenticated:
            raise forms.ValidationError(gettext("Tags are private: log in to find yours."))
        return word

    def clean(self) -> dict[str, Any]:
        asked = self.cleaned_data
        if "bot" not in self.errors and not asked.get("bot"):
            self._require_bot(OF_A_BOT if asked.get("owner") else (*OF_SOMEBODY, *OF_A_BOT))
        return asked

    def _require_bot(self, names: Iterable[str]) -> None:
        for name in names:
            # Errors are anybody's; the rest is told from one side of the table.
            if self.cleaned_data.get(name) not in (None, "", "error"):
                self.add_error(name, gettext("Name the bot whose matches you mean."))

    def matches(self) -> MatchQuerySet:
        """What was asked for, in no order yet."""
        self.is_valid()
        asked = self.cleaned_data
        matches = Match.objects.all()
        if asked.get("status"):
            matches = matches.filter(progress=asked["status"])
        if asked.get("kind"):
            matches = matches.of_kind(asked["kind"])
        if asked.get("tag") and self.user.is_authenticated:
            matches = matches.tagged(self.user, asked["tag"])
        if asked.get("opponent"):
            matches = matches.of_bot(asked["opponent"])
        if any(asked.get(name) for name in ("bot", "owner", "result", "cause")):
            matches = matches.filter(pk__in=self._seats().values("match"))
        return matches

    def _seats(self) -> SeatQuerySet:
        """The seats at one of which the bot, or any, is to have fared as asked."""
        asked = self.cleaned_data
        seats = Seat.objects.all()
        if owner := asked.get("owner"):
            seats = seats.filter(submission__bot__owner__username=owner)
        if bot := asked.get("bot"):
            seats = seats.filter(submission__bot=bot)
            if asked.get("since"):
                seats = seats.filter(submission=bot.submissions.order_by("-number")[:1])
        if version := asked.get("version"):
            seats = seats.filter(submission__number=version)
        if cause := asked.get("cause"):
            # Said to have failed as well, so that the index of failures serves.
            seats = seats.failed().filter(ending=cause)
        return _with_result(seats, asked.get("result"))


def _with_result(seats: SeatQuerySet, result: str | None) -> SeatQuerySet:
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


class TagField(forms.CharField):
    """Words of a user's own, with commas between them; so many at the most."""

    def __init__(self, *, most: int, **options: Any) -> None:
        super().__init__(required=False, max_length=most * (LONGEST_TAG + 2), **options)
        self.most = most

    def clean(self, value: Any) -> list[str]:
        words = list(dict.fromkeys(filter(None, map(str.strip, super().clean(value).split(",")))))
        for word in words:
            if not re.match(TAG, word):
                raise forms.ValidationError(
                    gettext("“%(word)s” is no tag: it may have %(most)d characters and no breaks."),
                    params={"most": LONGEST_TAG, "word": word},
                )
        if len(words) > self.most:
            raise forms.ValidationError(
                ngettext(
                    "There is room for %(most)d tag only.",
                    "There is room for %(most)d tags only.",
                    self.most,
                ),
                params={"most": self.most},
            )
        return words


class TagsForm(forms.Form):
    """A user's own words for a match."""

    words = TagField(
        most=MOST_TAGS,
        label=_("Your tags"),
        help_text=_(
            "Words of your own with commas between them, by which you find this match again. Nobody"
            " else sees them."
        ),
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class OpenForm(forms.Form):
    """A record from somebody's disk, of which the replay is shown."""

    file = forms.FileField(
        label=_("A record"),
        help_text=_("As JSON or as text, from a match's page or from games that the kit played."),
        widget=forms.FileInput(attrs={"accept": ".json,.txt"}),
    )

    def clean_file(self) -> dict[str, Any]:
        try:
            return opened(self.cleaned_data["file"].read(LARGEST_RECORD + 1))
        except RecordError as error:
            raise forms.ValidationError(said(str(error))) from None
