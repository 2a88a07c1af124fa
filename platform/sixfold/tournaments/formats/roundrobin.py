"""Round robin by the circle method: everybody meets everybody, as many at once as there can be."""

from collections.abc import Iterable, Sequence

from sixfold.tournaments.formats.event import Event, Figures, Round, Table, Why

Pair = tuple[int, int]
NOBODY = 0


def circle(entrants: Sequence[int]) -> list[list[Pair]]:
    """The rounds in which each pair meets once; with an odd number, one sits out in each.

    One stays and the others move on by a place: Kirkman's schedule of 1847.

    >>> circle([1, 2, 3])
    [[(2, 3)], [(1, 3)], [(1, 2)]]
    """
    if len(entrants) < 2:
        return []
    ring = [*entrants] if len(entrants) % 2 == 0 else [NOBODY, *entrants]
    half = len(ring) // 2
    rounds = []
    for _ in ring[1:]:
        facing = zip(ring[:half], reversed(ring[half:]), strict=True)
        rounds.append(sorted((min(pair), max(pair)) for pair in facing if NOBODY not in pair))
        ring[1:] = [ring[-1], *ring[1:-1]]
    return rounds


def length(entrants: int) -> int:
    """How many rounds a circle of so many has."""
    return entrants - 1 + entrants % 2 if entrants > 1 else 0


def next_round(event: Event, *, clusters: int, legs: int = 1) -> Round | None:
    """The next round of the circle, which is gone through `legs` times."""
    schedule = circle(event.seeds) * legs
    if len(event.rounds) >= len(schedule):
        return None
    return Round(tuple(seat(schedule[len(event.rounds)], event.gone)), clusters)


def seat(
    pairs: Iterable[Pair], gone: frozenset[int], figures: Figures | None = None
) -> list[Table]:
    """A table for each pair: a walkover where one is gone, and none where both are."""
    tables = []
    for pair in pairs:
        here = tuple(seed for seed in pair if seed not in gone)
        absent = [seed for seed in pair if seed in gone]
        if len(here) == 1:
            walkover = {**(figures or {}), "absent": absent[0]}
            tables.append(Table(here, Why.WALKOVER, walkover))
        elif here:
            tables.append(Table(here, Why.EVERYBODY, figures or {}))
    return tables
