"""A tournament as data, for whoever wants to compute it again."""

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Any

from sixfold.tournaments import formats, wording
from sixfold.tournaments.models import Round, Table
from sixfold.tournaments.showing import Sheet

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a cell that a spreadsheet would carry out begins with."""


def as_json(sheet: Sheet) -> dict[str, Any]:
    """Everything: its form, who took part, every round with its games, and the standings."""
    one = sheet.tournament
    return {
        "name": one.name,
        "slug": one.slug,
        "state": one.state,
        "format": one.format,
        "ruleset": one.ruleset,
        "time_rule": one.time_rule,
        "clusters": one.clusters,
        "seats": one.plan.seats,
        "rounds_planned": one.rounds_planned,
        "groups": one.groups,
        "qualify": one.qualify,
        "final_clusters": one.final_clusters,
        "ranked_by": [rule.value for rule in one.plan.rules],
        "lot": one.lot,
        "started_at": one.started_at,
        "finished_at": one.finished_at,
        "entries": [
            {
                "seed": entry.seed,
                "bot": str(entry.bot),
                "version": entry.submission.number if entry.submission else None,
                "rating": entry.rating,
                "missed": entry.missed,
                "left_after": entry.left_after,
                "left_why": entry.left_why,
                "rank": entry.rank,
            }
            for entry in sheet.entries
        ],
        "rounds": [_round(sheet, one) for one in sheet.rounds],
        "standings": [
            {
                "rank": row.rank,
                "seed": row.seed,
                "bot": str(sheet.by_seed[row.seed].bot),
                "decided_by": row.decided,
                **{rule.value: float(value) for rule, value in row.values.items()},
            }
            for row in _rows(sheet)
        ],
    }


def _rows(sheet: Sheet) -> list[formats.Row]:
    return formats.standings(sheet.plan, sheet.event) if sheet.by_seed else []


def _round(sheet: Sheet, one: Round) -> dict[str, Any]:
    return {
        "number": one.number,
        "stage": one.stage,
        "clusters": one.clusters,
        "made_at": one.made_at,
        "closed_at": one.closed_at,
        "tables": [_table(sheet, table) for table in one.tables.all()],
    }


def _table(sheet: Sheet, table: Table) -> dict[str, Any]:
    return {
        "number": table.number,
        "members": table.members,
        "why": table.why,
        "reason": wording.reason(table, sheet.by_seed),
        "figures": table.figures,
        "settled": table.settled,
        "games": table.games,
    }


def standings_csv(sheet: Sheet) -> str:
    """A line for each entrant."""
    rules = [rule for rule in formats.Rule if any(rule in row.values for row in _rows(sheet))]
    head = ["rank", "seed", "bot", "version", *(rule.value for rule in rules), "decided_by"]
    return _csv(
        head,
        (
            [
                row.rank,
                row.seed,
                sheet.by_seed[row.seed].bot,
                getattr(sheet.by_seed[row.seed].submission, "number", ""),
                *(float(row.values[rule]) if rule in row.values else "" for rule in rules),
                row.decided or "",
            ]
            for row in _rows(sheet)
        ),
    )


def games_csv(sheet: Sheet) -> str:
    """A line for each bot in each counted game."""
    return _csv(
        ["round", "stage", "table", "match", "seed", "bot", "place", "score"],
        (
            [one.number, one.stage, table.number, game["match"], seed, bot, place, score]
            for one, table in sheet.tables()
            for game in table.games
            for seed, place, score in zip(
                table.members, game["places"], game["scores"], strict=True
            )
            for bot in [sheet.by_seed[seed].bot]
        ),
    )


def _csv(head: list[str], rows: Iterator[list[Any]]) -> str:
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows(map(_defused, rows))
    return text.getvalue()


def _defused(row: list[Any]) -> list[Any]:
    """A row in which no text is a formula: spreadsheets carry out what begins like one."""
    return [cell if isinstance(cell, int | float) else _text(str(cell)) for cell in row]


def _text(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA) else cell
