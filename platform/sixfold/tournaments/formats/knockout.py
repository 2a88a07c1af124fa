"""Knockout rounds: whatever the bracket has ready is played; who loses too often is out."""

from collections.abc import Sequence

from sixfold.tournaments.formats import bracket
from sixfold.tournaments.formats.bracket import Filled, Node, Side
from sixfold.tournaments.formats.event import Event, Figures, Round, Table, Why
from sixfold.tournaments.formats.ranking import Row, Rule, Value

EXTRA = 3
"""How many clusters more a tied meeting gets, one after the other; then the higher seed goes on."""


def outcome(table: Table) -> tuple[int, int]:
    """Winner and loser; the higher seed wins what is still tied, and whoever is there alone."""
    if table.is_bye:
        return table.members[0], int(table.figures["absent"])
    first, second = sorted(table.members)
    return (second, first) if table.points(second) > table.points(first) else (first, second)


def tied(table: Table) -> bool:
    """Whether the games of a meeting have not settled it."""
    return not table.is_bye and len({table.points(seed) for seed in table.members}) == 1


def filled(event: Event, nodes: Sequence[Node]) -> list[Filled]:
    """The bracket, as far as the closed rounds have filled it."""
    played = {str(table.figures["node"]): outcome(table) for table in event.tables()}
    return bracket.fill(nodes, played)


def next_round(event: Event, nodes: Sequence[Node], *, clusters: int) -> Round | None:
    """Everything that is ready; whose opponent is gone, goes on without playing."""
    tables = tuple(_table(event, one) for one in filled(event, nodes) if one.ready)
    return Round(tables, clusters) if tables else None


def _table(event: Event, ready: Filled) -> Table:
    node = ready.node
    figures: Figures = {"node": node.name, "side": node.side, "depth": node.depth}
    pair = sorted(seed for seed in ready.pair if seed)
    # Where both are gone, the higher seed goes on, to its own next walkover.
    here = [seed for seed in pair if seed not in event.gone] or pair[:1]
    if len(here) == 2:
        return Table(tuple(here), Why.BRACKET, figures)
    (absent,) = set(pair) - set(here)
    return Table(tuple(here), Why.WALKOVER, {**figures, "absent": absent})


def standings(event: Event, nodes: Sequence[Node]) -> list[Row]:
    """By how far each has come: those who went out at one depth share a rank, by seed.

    Whoever is still in comes first; the rank is shared until only one is left.
    """
    found = filled(event, nodes)
    lives = 2 if found[-1].node.side is Side.FINAL else 1
    reached: dict[int, float] = {}
    losses = dict.fromkeys(event.seeds, 0)
    steps = {name: step for step, name in enumerate(_depths(nodes), 1)}
    for one in found:
        if one.outcome and one.outcome[1]:
            loser = one.outcome[1]
            losses[loser] += 1
            if losses[loser] == lives:
                reached[loser] = steps[one.node.side, one.node.depth]
    still_in = float(len(steps) + 1)
    values: dict[int, dict[Rule, Value]] = {
        seed: {Rule.REACHED: reached.get(seed, still_in), Rule.SEED: float(-seed)}
        for seed in event.seeds
    }
    order = sorted(event.seeds, key=lambda seed: (-values[seed][Rule.REACHED], seed))
    rows: list[Row] = []
    for place, seed in enumerate(order, 1):
        before = rows[-1] if rows else None
        shared = before and before.values[Rule.REACHED] == values[seed][Rule.REACHED]
        rank = before.rank if before and shared else place
        decided = None if shared or not before else Rule.REACHED
        rows.append(Row(seed, rank, values[seed], decided))
    return rows


def _depths(nodes: Sequence[Node]) -> list[tuple[Side, int]]:
    """The parts of the bracket in which one can go out, the first to the last."""
    return list(dict.fromkeys((node.side, node.depth) for node in nodes))
