"""Who meets whom next, without Django: the least certain first, against all and against equals.

Everything is decided by the field, the counts and the seeded random numbers that are passed in.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from arena.seating import orders
from sixfold.ladder import ratings

TARGET = 25.0
"""A bar in Elo with which a rating counts as settled."""
BURST_GAMES = 60
"""Two-player games that a new version is given ahead of others; fewer at larger tables."""
BURST_SHARE = 0.4
"""The part of all tables that bursts may take from versions which still wait for certainty."""
NEAREST = 20
"""From how many of about the same rating half of the opponents are drawn."""
REMEMBERED = 20
"""For how many clusters of a bot no table comes back, where the field is large enough."""

Table = frozenset[int]
Met = Callable[[int], Mapping[int, int]]
"""The games that a submission has played with each other one."""


class Why(StrEnum):
    """What a table is for."""

    FIRST = "first"
    BURST = "burst"
    UNCERTAIN = "uncertain"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A submission that competes, and what is known of it."""

    submission: int
    owner: int
    house: bool = False
    team: frozenset[int] = frozenset()
    """Who manages it beside the owner."""
    rating: float = ratings.ANCHOR
    bar: float = ratings.Z * ratings.PRIOR_SD
    """Half the 95 % interval in Elo, from what has been counted."""
    games: int = 0
    """Counted matches."""
    pending: int = 0
    """Matches that are queued, being played, or not yet counted."""


@dataclass(frozen=True, slots=True)
class Seating:
    """One table: its submissions in the random order of the cluster's labels."""

    submissions: tuple[int, ...]
    why: Why


def tables(
    field: Iterable[Entrant],
    *,
    seats: int,
    slots: int,
    rng: Random,
    met: Met,
    recent: Sequence[Table] = (),
    first_slot: int = 0,
    idle: bool = True,
) -> list[Seating]:
    """Fill up to `slots` tables, each to be played as one cluster in all its seat orders.

    `recent` has the tables made before, the newest last. `first_slot` counts the slots ever
    offered and spreads the share of bursts evenly. `idle` allows one table for a field in which
    every rating is settled. Fewer tables, or none, come out where no more are allowed: never do
    two bots that somebody manages both meet, save the house's.
    """
    draw = _Draw(list(field), seats, rng, met, list(recent))
    made = []
    for slot in range(first_slot, first_slot + slots):
        seating = draw.table(burst=_is_for_bursts(slot), idle=idle)
        if seating is None:
            break
        idle = idle and seating.why is not Why.IDLE
        made.append(seating)
    return made


def longest_wait(need: float, others: int, seats: int) -> int:
    """Tables after which an unsettled version has had its next one at the latest.

    `need` is its uncertainty in Elo. Only versions that are less certain come before it, and none
    is less certain than its games leave anybody: each of the `others` is through with the games
    that bring a newcomer down to `need`. Bursts take their share meanwhile. The first table of each
    version that is entered meanwhile comes on top.
    """
    games = ratings.games_until(need, ratings.Z * ratings.PRIOR_SD, seats=seats)
    tables = others * math.ceil(games / len(orders(seats))) + 1
    return math.ceil((tables + 1) / (1 - BURST_SHARE))


def is_enough(field: Iterable[tuple[int, int, bool]], seats: int) -> bool:
    """Whether submissions, given with owner and whether that is the house, can fill a table.

    Teams that overlap may leave it short all the same.
    """
    alone = {submission if house else -owner for submission, owner, house in field}
    return len(alone) >= seats


def _is_for_bursts(slot: int) -> bool:
    return math.floor((slot + 1) * BURST_SHARE) > math.floor(slot * BURST_SHARE)


class _Draw:
    """The tables of one call so far, and what they leave to be wished for."""

    def __init__(
        self, field: list[Entrant], seats: int, rng: Random, met: Met, recent: list[Table]
    ) -> None:
        self.field = {entrant.submission: entrant for entrant in sorted(field, key=_identity)}
        self.seats = seats
        self.rng = rng
        self.met = met
        self.pending = Counter({one.submission: one.pending for one in self.field.values()})
        self.recent: dict[int, list[Table]] = {}
        for table in recent:
            self.remember(table)

    def remember(self, table: Table) -> None:
        for member in table:
            tables = self.recent.setdefault(member, [])
            tables.append(table)
            del tables[:-REMEMBERED]

    def table(self, *, burst: bool, idle: bool) -> Seating | None:
        for seed, why in self.seeds(burst=burst, idle=idle):
            company = self.company(seed)
            if company is None:
                continue
            self.remember(frozenset(company))
            self.pending.update(dict.fromkeys(company, len(orders(self.seats))))
            # Labels at random, since seat orders do not treat every pair of labels alike.
            return Seating(tuple(self.rng.sample(company, self.seats)), why)
        return None

    def seeds(self, *, burst: bool, idle: bool) -> Iterable[tuple[Entrant, Why]]:
        """For whom a table may be made, the most urgent first."""
        by_need = sorted(self.field.values(), key=lambda one: (-self.need(one), one.submission))
        # One table each, on any slot: an author waits for it.
        yield from ((one, Why.FIRST) for one in by_need if not self.games(one))
        new = [(one, Why.BURST) for one in by_need if self.is_new(one)]
        unsettled = [
            (one, Why.UNCERTAIN)
            for one in by_need
            if not self.is_new(one) and self.need(one) > TARGET
        ]
        yield from (new + unsettled if burst else unsettled + new)
        if idle and not new and not unsettled:
            yield from ((one, Why.IDLE) for one in by_need)

    def games(self, entrant: Entrant) -> int:
        """Its matches once everything pending is counted."""
        return entrant.games + self.pending[entrant.submission]

    def is_new(self, entrant: Entrant) -> bool:
        return self.games(entrant) * ratings.weight(self.seats) < BURST_GAMES

    def need(self, entrant: Entrant) -> float:
        """How uncertain it is, in Elo, once everything pending is counted.

        At most what so many games among equals would have left. A bot that always loses stays
        uncertain whatever it plays, and would otherwise sit at nearly every table.
        """
        bar = ratings.expected_bar(entrant.bar, self.pending[entrant.submission], self.seats)
        new = ratings.Z * ratings.PRIOR_SD
        return min(bar, ratings.expected_bar(new, self.games(entrant), self.seats))

    def company(self, seed: Entrant) -> list[int] | None:
        """A table for this bot, or None where too few may sit with it."""
        company = [seed]
        while len(company) < self.seats:
            allowed = [one for one in self.field.values() if _may_join(one, company)]
            if not allowed:
                return None
            if len(company) == self.seats - 1:
                # In a small field this rule gives way: a repeated table beats none.
                allowed = [one for one in allowed if self.is_fresh(one, company)] or allowed
            company.append(self.opponent(seed, allowed))
        return [entrant.submission for entrant in company]

    def is_fresh(self, last: Entrant, company: list[Entrant]) -> bool:
        table = frozenset(one.submission for one in (*company, last))
        return all(table not in self.recent.get(member, ()) for member in table)

    def opponent(self, seed: Entrant, allowed: list[Entrant]) -> Entrant:
        """Half of the time anybody, to tie the field together; otherwise one about as strong."""
        if self.rng.random() < 0.5:
            return self.rng.choice(allowed)
        near = sorted(allowed, key=lambda one: (abs(one.rating - seed.rating), one.submission))
        near = near[:NEAREST]
        games = self.met(seed.submission)
        weights = [1 / (1 + games.get(one.submission, 0)) for one in near]
        return self.rng.choices(near, weights)[0]


def _identity(entrant: Entrant) -> int:
    return entrant.submission


def _may_join(entrant: Entrant, company: list[Entrant]) -> bool:
    """Whether nobody would have two bots at the table, the house excepted, nor a bot itself."""
    return all(
        entrant.submission != other.submission
        and (not _share_people(entrant, other) or (entrant.house and other.house))
        for other in company
    )


def _share_people(one: Entrant, other: Entrant) -> bool:
    return (
        one.owner == other.owner
        or one.owner in other.team
        or other.owner in one.team
        or not one.team.isdisjoint(other.team)
    )
