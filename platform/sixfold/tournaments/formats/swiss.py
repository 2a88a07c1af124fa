"""Swiss: a few rounds in which those who have done equally well meet, and nobody meets twice."""

from collections.abc import Sequence

import rustworkx

from sixfold.tournaments.formats.event import Event, Round, Table, Why
from sixfold.tournaments.formats.ranking import Results, Rule, order

UNITS = 1_000
"""Parts of a point in which gaps of scores are weighed."""

Pair = tuple[int, int]


def longest(entrants: int) -> int:
    """The most rounds in which nobody meets twice, whatever the results.

    As long as each may still meet at least half of the others, a full pairing exists (Dirac 1952).
    """
    return (entrants + 1) // 2


def next_round(event: Event, *, clusters: int, rounds: int, rules: Sequence[Rule]) -> Round | None:
    """The next round, as long as there is one without a pair that has met."""
    if len(event.rounds) >= min(rounds, longest(event.entrants)):
        return None
    found = pairing(event, rules)
    if found is None:
        return None
    bye, pairs = found
    points = Results.of(event.seeds, event.tables()).points
    tables = [
        Table(
            (first, second),
            Why.SCORE,
            {"first": float(points[first]), "second": float(points[second])},
        )
        if event.rounds
        else Table((first, second), Why.FIRST)
        for first, second in pairs
    ]
    if bye is not None:
        tables.append(Table((bye,), Why.BYE))
    return Round(tuple(tables), clusters)


def pairing(event: Event, rules: Sequence[Rule]) -> tuple[int | None, list[Pair]] | None:
    """Who has the bye, if anybody, and who meets; None where somebody would meet twice.

    The bye goes to the lowest who has had none and without whom the others can be paired.
    """
    tables = event.tables()
    here = set(event.present)
    ranked = order(event.seeds, tables, rules, event.lot) if event.rounds else event.seeds
    field = [seed for seed in ranked if seed in here]
    if len(field) % 2 == 0:
        pairs = _paired(event, field)
        return None if pairs is None else (None, pairs)
    rested = {table.members[0] for table in tables if table.is_bye}
    for bye in reversed(field):
        if bye not in rested:
            pairs = _paired(event, [seed for seed in field if seed != bye])
            if pairs:
                return bye, pairs
    return None


def _paired(event: Event, field: Sequence[int]) -> list[Pair] | None:
    """The pairs with the smallest squared gaps of points; at first the upper half and the lower."""
    half = len(field) // 2
    if not event.rounds:
        return list(zip(field[:half], field[half:], strict=True))
    met = event.met()
    points = Results.of(field, event.tables()).points
    units = [round(UNITS * points[seed]) for seed in field]
    # Among equal gaps those who stand next to each other: always less than the smallest gap.
    nearness = len(field) ** 3
    costs = {
        (i, j): nearness * (units[i] - units[j]) ** 2 + (i - j) ** 2
        for i in range(len(field))
        for j in range(i + 1, len(field))
        if frozenset((field[i], field[j])) not in met
    }
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(field))
    most = max(costs.values(), default=0) + 1
    graph.add_edges_from([(i, j, most - cost) for (i, j), cost in costs.items()])
    matched = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=lambda weight: weight
    )
    if len(matched) < half:
        return None
    pairs = sorted((min(pair), max(pair)) for pair in matched)
    return [(field[i], field[j]) for i, j in pairs]
