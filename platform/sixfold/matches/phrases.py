"""What is said of moves and endings, in the visitor's language: by pages, and by their scripts."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from arena.game import End
from arena.player import Ending
from arena.tiles import Tile
from sixfold.templating import tile_name


class Event(StrEnum):
    """What deserves a mark on the scrubber, the weightiest first."""

    FORFEIT = "forfeit"
    QWIRKLE = "qwirkle"
    TRADE = "trade"
    LEAD = "lead"


EVENTS = {
    Event.FORFEIT: _("forfeit"),
    Event.QWIRKLE: _("Qwirkle"),
    Event.TRADE: _("trade"),
    Event.LEAD: _("new leader"),
}
CAUSES = {
    Ending.ILLEGAL: _("it made an illegal move"),
    Ending.MALFORMED: _("its answer could not be read"),
    Ending.EXITED: _("its process ended"),
    Ending.CPU_TIME: _("it ran out of its computing time"),
    Ending.WALL_TIME: _("it did not answer in time"),
    Ending.LINE_TOO_LONG: _("its answer was too long"),
    Ending.UNSOLICITED: _("it answered without being asked"),
    Ending.STDERR_LIMIT: _("it printed too much"),
    Ending.RESIGNED: pgettext_lazy("ending", "resigned"),
}
ENDS = {
    End.OUT: _("The bag is empty and a hand was played out."),
    End.BLOCKED: _("The bag is empty and nobody can place a tile."),
    End.DEAD: _("No tile can be placed on this board any more."),
    End.STALLED: _("Nobody has placed a tile for too long."),
    End.ALONE: _("Only one player is left."),
}
# What matches/telling.js makes of a move has to read the same, so both fill in the same texts.
TURN = _("Turn %(number)s")
PASSES = _("Turn %(number)s: %(name)s has no move and passes.")
IS_OUT = _("Turn %(number)s: %(name)s is out: %(cause)s.")
SCORE = _("Score %(scores)s.")


def places(points: int) -> str:
    return ngettext(
        "Turn %(number)s: %(name)s places %(tiles)s for %(points)s point.",
        "Turn %(number)s: %(name)s places %(tiles)s for %(points)s points.",
        points,
    )


def trades(tiles: int) -> str:
    return ngettext(
        "Turn %(number)s: %(name)s trades %(tiles)s tile.",
        "Turn %(number)s: %(name)s trades %(tiles)s tiles.",
        tiles,
    )


def sentence(number: int, move: dict[str, Any], name: str, scores: Sequence[int]) -> str:
    """A move of a replay in words, and how the players stand after it."""
    words = {"number": number, "name": name, "points": move["pts"]}
    match move["type"]:
        case "place":
            words["tiles"] = ", ".join(tile_name(Tile.parse(t)) for *_cell, t in move["tiles"])
            told = places(move["pts"])
        case "trade":
            words["tiles"] = len(move["give"])
            told = trades(len(move["give"]))
        case "pass":
            told = str(PASSES)
        case _:
            words["cause"] = CAUSES[Ending(move["cause"])]
            told = str(IS_OUT)
    standing = SCORE % {"scores": gettext(" to ").join(map(str, scores))}
    return f"{told % words} {standing}"


def for_scripts(names: Sequence[str]) -> dict[str, Any]:
    """The same for matches/telling.js, which tells the moves that come while the page is open.

    Texts that depend on a number are given for one and for several.
    """
    return {
        "names": names,
        "turn": str(TURN),
        "place": [places(1), places(2)],
        "trade": [trades(1), trades(2)],
        "pass": str(PASSES),
        "forfeit": str(IS_OUT),
        "score": str(SCORE),
        "to": gettext(" to "),
        "passed": gettext("pass"),
        "out": gettext("out"),
        "causes": {cause: str(text) for cause, text in CAUSES.items()},
        "events": {event: str(text) for event, text in EVENTS.items()},
    }
