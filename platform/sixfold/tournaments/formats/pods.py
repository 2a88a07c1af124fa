"""Tables of three to six, filled anew each round with those who have done about equally well."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

from sixfold.tournaments.formats.event import Event, Round, Table, Why
from sixfold.tournaments.formats.ranking import Results, Rule, order

SWAPS = 60
"""Random swaps that are tried for each entrant."""
MET = 3
"""What an earlier meeting costs, in squared points of the table's spread."""

Meetings = Counter[frozenset[int]]


def sizes(entrants: int, seats: int) -> list[int]:
    """As few tables as seat everybody, and as even as possible.

    >>> sizes(13, 5)
    [5, 4, 4]
    """
    tables = -(-entrants // seats)
    even, more = divmod(entrants, tables)
    return [even + (table < more) for table in range(tables)]


def next_round(
    event: Event, *, seats: int, clusters: int, rounds: int, rules: Sequence[Rule]
) -> Round | None:
    """The next round: by points, but with as few repeated meetings as a search of swaps finds."""
    here = set(event.present)
    if len(event.rounds) >= rounds or len(here) < 2:
        return None
    tables = event.tables()
    ranked = order(event.seeds, tables, rules, event.lot) if event.rounds else event.seeds
    field = [seed for seed in ranked if seed in here]
    points = Results.of(event.seeds, tables).points
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table.members, 2))
    # The same round, should it have to be drawn up again.
    rng = Random(f"{event.lot}:{len(event.rounds)}")
    drawn = fill(field, sizes(len(field), seats), points, met, rng)
    return Round(tuple(_table(members, points, met) for members in drawn), clusters)


def _table(members: Sequence[int], points: Mapping[int, Fraction], met: Meetings) -> Table:
    mean = sum((points[seed] for seed in members), Fraction()) / len(members)
    again = sum(met[frozenset(pair)] > 0 for pair in combinations(members, 2))
    return Table(tuple(members), Why.TABLE, {"points": float(mean), "again": again})


def fill(
    field: Sequence[int],
    sizes: Sequence[int],
    points: Mapping[int, Fraction],
    met: Meetings,
    rng: Random,
) -> list[list[int]]:
    """Cut the field into tables, and swap members as long as that is no worse."""
    remaining = iter(field)
    tables = [[next(remaining) for _ in range(size)] for size in sizes]
    if len(tables) < 2:
        return tables
    worth = {seed: float(value) for seed, value in points.items()}
    costs = [_cost(table, worth, met) for table in tables]
    for _ in range(SWAPS * len(field)):
        one, other = rng.sample(range(len(tables)), 2)
        i, j = rng.randrange(sizes[one]), rng.randrange(sizes[other])
        _swap(tables, one, i, other, j)
        changed = _cost(tables[one], worth, met), _cost(tables[other], worth, met)
        if sum(changed) <= costs[one] + costs[other]:
            costs[one], costs[other] = changed
        else:
            _swap(tables, one, i, other, j)
    return [sorted(table, key=field.index) for table in tables]


def _swap(tables: list[list[int]], one: int, i: int, other: int, j: int) -> None:
    tables[one][i], tables[other][j] = tables[other][j], tables[one][i]


def _cost(table: Sequence[int], worth: dict[int, float], met: Meetings) -> float:
    """The spread of points, and more for each earlier meeting than for the one before it."""
    mean = sum(worth[seed] for seed in table) / len(table)
    spread = sum((worth[seed] - mean) ** 2 for seed in table)
    repeats = (met[frozenset(pair)] for pair in combinations(table, 2))
    return spread + MET * sum(2 * times + times**2 for times in repeats)
