"""The forms of people who play: begin a game, go on from a match, move."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.moves import Move, Trade, parse_move
from arena.record import RecordError
from arena.ruleset import CLASSIC, RULESETS
from arena.tiles import TILES, Tile
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission
from sixfold.bots.services import Refused
from sixfold.matches.models import Match
from sixfold.matches.story import short_names
from sixfold.play import services
from sixfold.play.choices import LONGEST
from sixfold.play.models import Sitting
from sixfold.templating import edition

VERSIONS_OFFERED = 100


class BeginForm(forms.Form):
    """A game against a version of a bot."""

    version = forms.TypedChoiceField(label=_("Version"), coerce=int)
    ruleset = forms.ChoiceField(
        label=_("Rules"),
        initial=CLASSIC.name,
        choices=lambda: [(n, edition(n)) for n, r in RULESETS.items() if r.min_seats <= 2],
    )

    def __init__(self, *args: Any, bot: Bot, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.user = user
        newest = Submission.objects.passed().with_bot().filter(bot=bot).order_by("-pk")
        self.versions = {version.number: version for version in newest[:VERSIONS_OFFERED]}
        field = self.fields["version"]
        field.choices = [(n, f"v{n}") for n in self.versions]  # type: ignore[attr-defined]
        if bot.active:
            field.initial = bot.active.number

    def save(self) -> Sitting | None:
        """The game, or None where it is refused: then the form has the reason."""
        data = self.cleaned_data
        try:
            return services.begin(
                by=self.user, opponent=self.versions[data["version"]], ruleset=data["ruleset"]
            )
        except Refused as refusal:
            self.add_error(None, str(refusal))
            return None


class GoOnForm(forms.Form):
    """A game that goes on from a turn of a match."""

    ON_MOVE = "-1"

    turn = forms.IntegerField(
        label=_("After turn"), min_value=0, help_text=_("0 is the start of the match.")
    )
    seat = forms.TypedChoiceField(label=_("You play for"), coerce=int, initial=ON_MOVE)
    against = forms.TypedChoiceField(label=_("The others are played by"), coerce=int, initial=0)

    def __init__(self, *args: Any, bot: Bot, match: Match, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.user, self.match, self.opponent = user, match, bot.active
        names = short_names([str(seat.submission.bot) for seat in match.seats.all()])
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            (self.ON_MOVE, gettext("whoever is on move")),
            *enumerate(names),
        ]
        choices = [(0, gettext("their versions of that match"))]
        if bot.active:
            choices.append((1, f"{bot} v{bot.active.number}"))
        self.fields["against"].choices = choices  # type: ignore[attr-defined]

    def save(self) -> Sitting | None:
        """The game, or None where it is refused: then the form has the reason."""
        data = self.cleaned_data
        try:
            return services.begin_from(
                by=self.user,
                match=self.match,
                turns=data["turn"],
                seat=data["seat"] if data["seat"] >= 0 else None,
                opponent=self.opponent if data["against"] else None,
            )
        except Refused as refusal:
            self.add_error(None, str(refusal))
        except RecordError:
            self.add_error(None, gettext("The record of that match cannot be read."))
        return None


class MoveForm(forms.Form):
    """A move, as its notation or as the tiles to trade."""

    turn = forms.IntegerField(min_value=0, max_value=10_000, widget=forms.HiddenInput)
    move = forms.CharField(
        label=_("Another move"),
        max_length=LONGEST,
        required=False,
        help_text=_("As Rc@0,0 Rq@1,0: colour, shape, column and row of each tile."),
    )
    give = forms.TypedMultipleChoiceField(
        coerce=Tile.parse, required=False, choices=[(str(tile), str(tile)) for tile in TILES]
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not self.errors:
            data["made"] = self._made(data["give"], data["move"])
        return data

    def save(self, sitting: Sitting) -> bool:
        """Whether the move was made; where it is refused the form has the reason."""
        try:
            services.move(sitting, turn=self.cleaned_data["turn"], move=self.cleaned_data["made"])
        except Refused as refusal:
            self.add_error(None, str(refusal))
            return False
        return True

    def _made(self, give: list[Tile], text: str) -> Move:
        if give:
            return Trade(tuple(give))
        try:
            return parse_move(text)
        except ValueError:
            raise forms.ValidationError(
                gettext("Choose a move, or write one, such as Rc@0,0 Rq@1,0 or trade Rc.")
            ) from None
