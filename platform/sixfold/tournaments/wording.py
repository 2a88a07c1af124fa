"""The formats, their rules and the reasons of pairings, in words."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sixfold.tournaments import models
from sixfold.tournaments.formats import Format, Rule, Why
from sixfold.tournaments.formats.bracket import Side
from sixfold.tournaments.formats.knockout import EXTRA
from sixfold.tournaments.models import Entry, Table

Text = str | Promise

FORMATS: dict[Format, Text] = {
    Format.GROUPS: gettext_lazy(
        "Everybody meets everybody of their group; the best of each group then play a longer round"
        " robin for the first places. Of all formats this finds the best bot with the fewest games."
    ),
    Format.ROUND_ROBIN: gettext_lazy(
        "Everybody meets everybody once. Nobody is lucky with opponents, but it takes many games."
    ),
    Format.DOUBLE_ROUND_ROBIN: gettext_lazy("Everybody meets everybody twice."),
    Format.SWISS: gettext_lazy(
        "A few rounds for many bots: those who have done equally well meet, and nobody meets the"
        " same bot twice. With an odd number, one sits out in each round, and nobody does so twice."
    ),
    Format.TABLES: gettext_lazy(
        "Three to six bots at a table. In each round those who have done about equally well sit"
        " together, and as few as possible meet again."
    ),
    Format.SINGLE_ELIMINATION: gettext_lazy(
        "Who loses a meeting is out. Quick, and of all formats the one in which luck says most."
    ),
    Format.DOUBLE_ELIMINATION: gettext_lazy(
        "Who loses goes on among the losers, and is out with the second loss. A final that is won"
        " from below is played again, since nobody is out with one loss."
    ),
}

ORGANISERS_ONLY = gettext_lazy(
    "Tournaments are drawn up by organisers. Ask whoever runs this site to make you one: in the "
    "administration they give your account the permission to add tournaments."
)

NAMES: dict[Format, Text] = {form: models.Format(form.value).label for form in Format}

LABELS: dict[Rule, Text] = {
    Rule.GROUP: gettext_lazy("Group place"),
    Rule.STRENGTH: gettext_lazy("Strength"),
    Rule.POINTS: gettext_lazy("Points"),
    Rule.BUCHHOLZ_CUT: gettext_lazy("Buchholz cut 1"),
    Rule.BUCHHOLZ: gettext_lazy("Buchholz"),
    Rule.SONNEBORN: gettext_lazy("Sonneborn-Berger"),
    Rule.DIRECT: gettext_lazy("Direct encounter"),
    Rule.WINS: gettext_lazy("Games won"),
    Rule.MARGIN: gettext_lazy("Margin"),
    Rule.LOT: gettext_lazy("Lot"),
    Rule.REACHED: gettext_lazy("How far it came"),
    Rule.SEED: gettext_lazy("Seed"),
}

EXPLAINED: dict[Rule, Text] = {
    Rule.GROUP: gettext_lazy("the place in its group: firsts before seconds"),
    Rule.STRENGTH: gettext_lazy(
        "the Elo rating that follows from the games of this tournament alone (Bradley-Terry), so"
        " that a win against a strong opponent counts for more"
    ),
    Rule.POINTS: gettext_lazy(
        "for each table the part of its games that was won, ties as a half; at larger tables the"
        " part of the table mates that was beaten; a half for a bye, and where no game counts"
    ),
    Rule.BUCHHOLZ_CUT: gettext_lazy("the points of the opponents, without the lowest"),
    Rule.BUCHHOLZ: gettext_lazy(
        "the points of the opponents, added up; one's own where there was none"
    ),
    Rule.SONNEBORN: gettext_lazy(
        "the points of the opponents, each times the part of the games that was won against it"
    ),
    Rule.DIRECT: gettext_lazy(
        "what was won against those with whom it is tied, if all of them have met"
    ),
    Rule.WINS: gettext_lazy("games in which it came first alone"),
    Rule.MARGIN: gettext_lazy("points ahead of an opponent, on average over its games"),
    Rule.LOT: gettext_lazy(
        "a number that follows from a secret drawn when the tournament began and shown below"
    ),
    Rule.REACHED: gettext_lazy(
        "the part of the bracket in which it was knocked out; those knocked out together share a"
        " place"
    ),
    Rule.SEED: gettext_lazy("the place by rating when the tournament began"),
}


def shown(rule: Rule, value: Fraction | float) -> str:
    """A value as a table shows it."""
    match rule:
        case Rule.STRENGTH:
            return f"{value:.0f}"
        case Rule.MARGIN:
            return number_format(f"{float(value):+.1f}").replace("-", "\N{MINUS SIGN}")
        case Rule.LOT:
            return number_format(f"{value:.4f}")
        case Rule.WINS:
            return f"{float(value):.0f}"
        case Rule.GROUP | Rule.SEED:
            return f"{-value:.0f}"
        case _:
            return number_format(f"{float(value):.3f}".rstrip("0").rstrip("."))


def reason(table: Table, entries: Mapping[int, Entry]) -> str:
    """Why these meet, as a sentence."""
    figures: dict[str, Any] = table.figures
    match Why(table.why):
        case Why.EVERYBODY:
            if "group" in figures:
                return _("Everybody meets everybody of group %(group)d.") % figures
            return _("Everybody meets everybody.")
        case Why.FIRST:
            return _("The first round: the upper half by rating meets the lower half.")
        case Why.SCORE:
            points = {name: f"{figures[name]:.3g}" for name in ("first", "second")}
            return _("Points before the round: %(first)s and %(second)s.") % points
        case Why.BYE:
            return _("The lowest that had no bye yet sits out, for half a point.")
        case Why.BRACKET:
            return place_in_bracket(Side(figures["side"]), figures["depth"])
        case Why.WALKOVER:
            absent = entries[figures["absent"]]
            return _("%(bot)s has left the tournament.") % {"bot": absent}
        case Why.TABLE:
            shown = {**figures, "points": f"{figures['points']:.3g}"}
            if figures["again"]:
                return _("%(points)s points on average; %(again)d pairs have met before.") % shown
            return _("%(points)s points on average; nobody here has met before.") % shown


def place_in_bracket(side: Side, depth: int) -> str:
    match side:
        case Side.WINNERS:
            return _("Round %(depth)d of the winners.") % {"depth": depth}
        case Side.LOSERS:
            return _("Round %(depth)d of those who have lost once.") % {"depth": depth}
        case Side.FINAL:
            return _("The final.") if depth == 1 else _("The final again: both have lost once.")


def tie_words() -> str:
    """What happens where a meeting of a knockout is tied."""
    return _(
        "A tied meeting gets another pair of games, up to %(extra)d times; then the higher seed"
        " goes on."
    ) % {"extra": EXTRA}
