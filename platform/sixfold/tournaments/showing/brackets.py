"""A knockout's bracket, with who has come where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from sixfold.tournaments.formats import Format, knockout
from sixfold.tournaments.formats.bracket import NOBODY, Feed, Filled, Side
from sixfold.tournaments.models import Entry, Round, Table
from sixfold.tournaments.showing.sheet import Sheet

Played = Mapping[str, tuple[Round, Table]]


@dataclass(frozen=True, slots=True)
class Player:
    """One side of a bracket's node."""

    entry: Entry | None
    waits_for: str
    """Where the entrant comes from, as long as it is not known."""
    points: str
    through: bool
    """Whether it has gone on from here."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A node of a bracket."""

    name: str
    players: Sequence[Player]
    table: Table | None
    round: int | None


@dataclass(frozen=True, slots=True)
class Column:
    """The meetings of one depth of a bracket."""

    title: str
    meetings: Sequence[Meeting]


@dataclass(frozen=True, slots=True)
class Part:
    """A side of the bracket."""

    title: str
    columns: Sequence[Column]


def brackets(sheet: Sheet) -> list[Part]:
    """A knockout's sides; none of other formats."""
    if not sheet.plan.format.is_knockout or not sheet.rounds:
        return []
    filled = knockout.filled(sheet.event, sheet.plan.nodes(sheet.event.entrants))
    played = {table.figures["node"]: (one, table) for one, table in sheet.tables()}
    titles = {
        Side.WINNERS: _("Winners"),
        Side.LOSERS: _("Those who have lost once"),
        Side.FINAL: _("Final"),
    }
    if sheet.plan.format is Format.SINGLE_ELIMINATION:
        titles = {Side.WINNERS: _("Bracket")}
    return [
        Part(title, _columns(sheet, [one for one in filled if one.node.side is side], played))
        for side, title in titles.items()
    ]


def _columns(sheet: Sheet, filled: Sequence[Filled], played: Played) -> list[Column]:
    depths = dict.fromkeys(one.node.depth for one in filled)
    columns = [
        Column(
            _("Round %(number)d") % {"number": depth},
            [
                _meeting(sheet, one, played.get(one.node.name))
                for one in filled
                if one.node.depth == depth and NOBODY not in one.pair
            ],
        )
        for depth in depths
    ]
    return [column for column in columns if column.meetings]


def _meeting(sheet: Sheet, filled: Filled, played: tuple[Round, Table] | None) -> Meeting:
    one, table = played or (None, None)
    return Meeting(
        filled.node.name,
        [
            Player(
                sheet.by_seed.get(seed or NOBODY),
                _waits_for(source),
                _points(sheet, table, seed) if table and seed else "",
                filled.outcome is not None and filled.outcome[0] == seed,
            )
            for seed, source in zip(filled.pair, filled.node.sources, strict=True)
        ],
        table,
        one.number if one else None,
    )


def _points(sheet: Sheet, table: Table, seed: int) -> str:
    """Games that it won here, ties as a half."""
    read = sheet.read(table)
    if read.result is None or not table.settled:
        return ""
    return number_format(f"{float(read.points(seed)) * read.result.games:g}")


def _waits_for(source: int | Feed) -> str:
    if isinstance(source, int):
        return ""
    words = _("Winner of %(node)s") if source.winner else _("Loser of %(node)s")
    return words % {"node": source.node}
