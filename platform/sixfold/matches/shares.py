"""Which kind of match is started next, where several wait: a share of the workers for each."""

from collections.abc import Collection, Sequence

from sixfold.matches.models import Kind

WEIGHTS = {Kind.LADDER: 4, Kind.TOURNAMENT: 4, Kind.CHALLENGE: 2, Kind.TRIAL: 2}
"""Matches of each kind among a dozen while every kind waits; what idles leaves its share to all."""

WINDOW = sum(WEIGHTS.values()) - 1
"""How many of the last starts decide who is next, so that the next one makes the dozen whole.

A kind that waits is started at least once in a dozen, however long another one's queue is. So short
a memory also keeps a kind that had the workers to itself from paying for that for long."""


def fairest_first(waiting: Collection[Kind], started: Sequence[str]) -> list[Kind]:
    """The waiting kinds, first the one that is furthest below its share.

    `started` are the kinds of the last `WINDOW` matches that were started, in any order.
    """
    return sorted(waiting, key=lambda kind: (started.count(kind) + 1) / WEIGHTS[kind])
