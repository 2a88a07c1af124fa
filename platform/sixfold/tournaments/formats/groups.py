"""Groups to final: a round robin in each group, and a longer one of the best."""

from collections.abc import Sequence

from sixfold.tournaments.formats.event import Event, Round, Stage, Table
from sixfold.tournaments.formats.ranking import ROUND_ROBIN, order
from sixfold.tournaments.formats.roundrobin import circle, seat


def snake(entrants: Sequence[int], groups: int) -> list[list[int]]:
    """Groups of about equal strength: dealt from the top, there and back again.

    >>> snake(range(1, 8), 2)
    [[1, 4, 5], [2, 3, 6, 7]]
    """
    dealt: list[list[int]] = [[] for _ in range(groups)]
    for position, entrant in enumerate(entrants):
        row, column = divmod(position, groups)
        dealt[column if row % 2 == 0 else groups - 1 - column].append(entrant)
    return dealt


def next_round(
    event: Event, *, groups: int, clusters: int, qualify: int, final_clusters: int
) -> Round | None:
    """The next round of all groups, then of the final that the best `qualify` of each play."""
    number = len(event.rounds)
    circles = [circle(group) for group in snake(event.seeds, groups)]
    length = max(map(len, circles))
    if number < length:
        tables = list[Table]()
        for group, rounds in enumerate(circles, 1):
            if number < len(rounds):
                tables += seat(rounds[number], event.gone, {"group": group})
        return Round(tuple(tables), clusters, Stage.GROUPS)
    last = finalists(event, groups, qualify)
    final = circle(last)
    if number - length >= len(final):
        return None
    figures = {"finalists": " ".join(map(str, last))}
    tables = seat(final[number - length], event.gone, figures)
    return Round(tuple(tables), final_clusters, Stage.FINAL)


def finalists(event: Event, groups: int, qualify: int) -> list[int]:
    """The seeds of those who play the final: the best of each group who were there at its end.

    They stay the same once it has begun, even if a match of the groups is declared void.
    """
    begun = event.tables(Stage.FINAL)
    if begun:
        return [int(seed) for seed in str(begun[0].figures["finalists"]).split()]
    over = sum(one.stage is Stage.GROUPS for one in event.rounds)
    there = {seed for seed in event.seeds if event.left.get(seed, over + 1) > over}
    tables = event.tables(Stage.GROUPS)
    best = []
    for group in snake(event.seeds, groups):
        ranked = order(group, tables, ROUND_ROBIN, event.lot)
        best += [seed for seed in ranked if seed in there][:qualify]
    return sorted(best)
