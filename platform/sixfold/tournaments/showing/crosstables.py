"""Who has met whom: everybody against everybody, in the order of the standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format

from sixfold.tournaments.models import Round, Table
from sixfold.tournaments.showing.sheet import Line, Sheet, Standings


@dataclass(frozen=True, slots=True)
class Cell:
    """How one has done against another."""

    text: str
    round: int
    table: int
    better: bool | None
    """None for a tie."""


@dataclass(frozen=True, slots=True)
class CrossTable:
    title: str
    rows: Sequence[tuple[Line, Sequence[Cell | None]]]
    """The cells in the order of the rows; the diagonal is empty."""


def cross_tables(sheet: Sheet) -> list[CrossTable]:
    """One of each stage and group of a round robin; none of other formats."""
    if not sheet.plan.format.plays_to_the_end or not sheet.rounds:
        return []
    return [_cross_table(sheet, one) for one in sheet.shown]


def _cross_table(sheet: Sheet, standings: Standings) -> CrossTable:
    met: dict[tuple[int, int], list[tuple[Round, Table]]] = {}
    for one, table in sheet.tables():
        if one.stage == standings.stage and table.settled and len(table.members) == 2:
            first, second = table.members
            met.setdefault((first, second), []).append((one, table))
            met.setdefault((second, first), []).append((one, table))
    seeds = [line.entry.seed or 0 for line in standings.lines]
    return CrossTable(
        standings.title,
        [
            (line, [_cell(sheet, met.get((seed, other), []), seed) for other in seeds])
            for line, seed in zip(standings.lines, seeds, strict=True)
        ],
    )


def _cell(sheet: Sheet, met: Sequence[tuple[Round, Table]], seed: int) -> Cell | None:
    """The games of one row against one column, over all tables where they met."""
    counted = [(one, table, read) for one, table in met if (read := sheet.read(table)).result]
    if not counted:
        return None
    own = other = 0.0
    for _one, _table, read in counted:
        assert read.result, "only what has a result was taken"
        share = float(read.points(seed))
        own += share * read.result.games
        other += (1 - share) * read.result.games
    last, table, _read = counted[-1]
    better = None if own == other else own > other
    return Cell(
        f"{number_format(f'{own:g}')}:{number_format(f'{other:g}')}",
        last.number,
        table.number,
        better,
    )
