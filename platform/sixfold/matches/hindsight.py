"""What hindsight says of the play: a match judged once, a bot summed up over its newest matches."""

import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Avg, Count, Exists, OuterRef, Sum

from arena.analysis import Insight, analyse
from arena.record import Record, RecordError
from sixfold.bots.models import Bot
from sixfold.matches.models import Hindsight, Match
from sixfold.matches.storage import NotRead, read_record

logger = logging.getLogger(__name__)

NEWEST = 200
"""Matches that are looked at for one that nobody has judged yet: older ones wait to be opened."""
INSIGHT = ("turn", "best", "missed", "set_up", "held", "luck")
"""What a row tells of each move, in this order."""
SUMMED_UP = 100
"""Of a bot's matches: enough for tenths of a point."""


@dataclass(frozen=True, slots=True)
class Summary:
    """How a bot plays, over its newest matches that have been judged."""

    matches: int
    missed: float
    """Points left on the table, a move."""
    set_up: float
    """Qwirkles set up for whoever came next, a match."""
    luck: float
    """Points above the average draw, a match."""


def of(match: Match) -> list[Hindsight]:
    """How each seat of a finished match played, in seat order; raises RecordError.

    A match is judged when this is first asked, which takes a tenth of a second of CPU time or two.
    """
    known = Hindsight.objects.filter(seat__match=match).order_by("seat__number")
    return list(known) or _judge(match)


def told(rows: Iterable[Hindsight]) -> list[dict[str, Any]]:
    """The same as JSON-ready values, with each move by name."""
    return [
        {
            "seat": number,
            **{name: getattr(row, name) for name in ("moves", "missed", "set_up", "luck")},
            "insights": [dict(zip(INSIGHT, values, strict=True)) for values in row.insights],
        }
        for number, row in enumerate(rows)
    ]


def _judge(match: Match) -> list[Hindsight]:
    insights = analyse(read_record(match))
    seats = match.seats.select_related("submission").order_by("number")
    rows = [
        Hindsight(
            seat=seat,
            bot_id=seat.submission.bot_id,
            **_figures([i for i in insights if i.seat == seat.number]),
        )
        for seat in seats
    ]
    with transaction.atomic():
        # Whoever came first has stored the same.
        Hindsight.objects.bulk_create(rows, ignore_conflicts=True)
    return rows


def unsaved(record: Record) -> list[Hindsight]:
    """The same of a game that is no match, in seat order; raises RecordError."""
    insights = analyse(record)
    return [
        Hindsight(**_figures([i for i in insights if i.seat == seat]))
        for seat in range(len(record.seats))
    ]


def _figures(insights: list[Insight]) -> dict[str, Any]:
    return {
        "moves": len(insights),
        "missed": sum(i.missed for i in insights),
        "set_up": sum(i.set_up for i in insights),
        "luck": sum(i.luck for i in insights),
        "insights": [
            [i.turn, i.best, i.missed, i.set_up, i.held, round(i.luck, 2)] for i in insights
        ],
    }


def catch_up(seconds: float) -> int:
    """Judge the newest finished matches for so long; how many that were.

    Where more is played than this can follow, some matches are left out, and pages say of how many
    they speak: what bots do with the workers' time comes first.
    """
    until = time.monotonic() + seconds
    newest = Match.objects.finished().order_by("-pk").values_list("pk", flat=True)[:NEWEST]
    judged = Hindsight.objects.filter(seat__match=OuterRef("pk"))
    waiting = Match.objects.filter(pk__in=list(newest))
    done = 0
    for match in waiting.exclude(Exists(judged)).order_by("-pk"):
        if time.monotonic() >= until:
            break
        try:
            _judge(match)
        except RecordError:
            continue  # whoever opens its page is told
        except NotRead as error:
            logger.warning("No match is judged for now: %s", error.__cause__)
            break
        done += 1
    return done


def summary(bot: Bot) -> Summary | None:
    """How a bot has played of late; None before any of its matches was judged. One query."""
    newest = Hindsight.objects.filter(bot=bot).order_by("-pk")[:SUMMED_UP]
    found = newest.aggregate(
        matches=Count("pk"),
        moves=Sum("moves"),
        missed=Sum("missed"),
        set=Avg("set_up"),
        luck=Avg("luck"),
    )
    if not found["moves"]:
        return None
    return Summary(found["matches"], found["missed"] / found["moves"], found["set"], found["luck"])
