"""The standings of an event in the way of its format."""

from collections.abc import Sequence
from dataclasses import replace

from sixfold.tournaments.formats import groups, knockout
from sixfold.tournaments.formats.event import Event, Stage
from sixfold.tournaments.formats.plan import Format, Plan
from sixfold.tournaments.formats.ranking import Row, Rule, rank


def standings(plan: Plan, event: Event) -> list[Row]:
    """Everybody in order, at any time."""
    if plan.format.is_knockout:
        return knockout.standings(event, plan.nodes(event.entrants))
    if plan.format is not Format.GROUPS:
        return rank(event.seeds, event.tables(), plan.rules, event.lot)
    if not event.tables(Stage.FINAL):
        return _side_by_side(plan, event, event.seeds)
    (final,) = of_stage(plan, event, Stage.FINAL)
    last = {row.seed for row in final}
    others = [seed for seed in event.seeds if seed not in last]
    behind = _side_by_side(plan, event, others)
    return [*final, *(replace(row, rank=row.rank + len(final)) for row in behind)]


def of_stage(plan: Plan, event: Event, stage: Stage) -> list[list[Row]]:
    """The tables of a stage: one of each group, or that of the final."""
    if stage is Stage.FINAL:
        members = [groups.finalists(event, plan.groups, plan.qualify)]
    else:
        members = groups.snake(event.seeds, plan.groups)
    return [rank(seeds, event.tables(stage), plan.rules, event.lot) for seeds in members]


def _side_by_side(plan: Plan, event: Event, seeds: Sequence[int]) -> list[Row]:
    """The firsts of all groups, then the seconds: points do not compare groups of two sizes."""
    places = {
        row.seed: float(-row.rank) for group in of_stage(plan, event, Stage.GROUPS) for row in group
    }
    rows = rank(seeds, event.tables(Stage.GROUPS), plan.rules, event.lot)
    if plan.groups == 1:
        return rows
    rows.sort(key=lambda row: -places[row.seed])
    return [
        replace(
            row,
            rank=place,
            values={Rule.GROUP: places[row.seed], **row.values},
            decided=row.decided
            if before and places[before.seed] == places[row.seed]
            else Rule.GROUP,
        )
        for place, (before, row) in enumerate(zip([None, *rows], rows, strict=False), 1)
    ]
