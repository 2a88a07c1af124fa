"""Who stands where: rules applied one after the other, each value kept for everybody to see."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby

from sixfold.ladder import ratings
from sixfold.tournaments.formats.event import HALF, Table

Value = Fraction | float


class Rule(StrEnum):
    """What orders entrants; more is better, whatever the rule."""

    GROUP = "group"
    STRENGTH = "strength"
    POINTS = "points"
    BUCHHOLZ_CUT = "buchholz_cut"
    BUCHHOLZ = "buchholz"
    SONNEBORN = "sonneborn"
    DIRECT = "direct"
    WINS = "wins"
    MARGIN = "margin"
    LOT = "lot"
    REACHED = "reached"
    SEED = "seed"


_SETTLING = (Rule.WINS, Rule.MARGIN, Rule.LOT)
_OPPONENTS = (Rule.BUCHHOLZ_CUT, Rule.BUCHHOLZ, Rule.SONNEBORN, Rule.DIRECT)
BY_STRENGTH = (Rule.STRENGTH, *_OPPONENTS, *_SETTLING)
BY_POINTS = (Rule.POINTS, *_OPPONENTS, *_SETTLING)
ROUND_ROBIN = (Rule.POINTS, Rule.DIRECT, Rule.SONNEBORN, *_SETTLING)


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's place, and every number that has a say in it."""

    seed: int
    rank: int
    values: Mapping[Rule, Value]
    decided: Rule | None = None
    """What put it below the one before; None for the first, and where they share a rank."""
    bar: float | None = None
    """Half the 95 % interval of the strength, in Elo."""


def rank(
    seeds: Sequence[int], tables: Iterable[Table], rules: Sequence[Rule], lot: str
) -> list[Row]:
    """These entrants in order, by their tables alone, with every value; `lot` settles the rest."""
    results = Results.of(seeds, tables, lot)
    return [
        Row(
            seed,
            place,
            results.values(seed),
            decided,
            results.strengths[seed][1],
        )
        for place, (seed, decided) in enumerate(results.ordered(seeds, rules), 1)
    ]


def order(
    seeds: Sequence[int], tables: Iterable[Table], rules: Sequence[Rule], lot: str
) -> list[int]:
    """The same order alone; quicker, since few values are looked at."""
    return [seed for seed, _decided in Results.of(seeds, tables, lot).ordered(seeds, rules)]


def drawn(lot: str, seed: int) -> float:
    """A number that nobody could choose, from the published lot: higher is better."""
    return int.from_bytes(hashlib.sha256(f"{lot}:{seed}".encode()).digest()[:6]) / 2**48


@dataclass(frozen=True)
class Results:
    """Everybody's tables, and what the rules make of them."""

    of_seed: Mapping[int, list[Table]]
    """Of those who are ranked."""
    points: Mapping[int, Fraction]
    """Also of the others whom they have met."""
    lot: str
    encounters: dict[int, Fraction] = field(default_factory=dict)
    """What each took from those it was tied with, once that was asked."""

    @classmethod
    def of(cls, seeds: Iterable[int], tables: Iterable[Table], lot: str = "") -> "Results":
        of_seed: dict[int, list[Table]] = {seed: [] for seed in seeds}
        points = dict.fromkeys(of_seed, Fraction())
        for table in tables:
            for member in table.members:
                points[member] = points.get(member, Fraction()) + table.points(member)
                if member in of_seed:
                    of_seed[member].append(table)
        return cls(of_seed, points, lot)

    def ordered(self, group: Sequence[int], rules: Sequence[Rule]) -> list[tuple[int, Rule | None]]:
        """The group in order, each with the rule that put it below the one before."""
        if len(group) < 2 or not rules:
            return [(seed, None) for seed in group]
        rule, *others = rules
        if rule is Rule.DIRECT:
            self.encounters.update({seed: self.direct(seed, group) for seed in group})
        worth = {seed: self.value(rule, seed) for seed in group}
        found: list[tuple[int, Rule | None]] = []
        by_worth = sorted(group, key=lambda seed: (-worth[seed], seed))
        for _value, tied in groupby(by_worth, key=worth.__getitem__):
            (first, decided), *rest = self.ordered(list(tied), others)
            found += [(first, rule if found else decided), *rest]
        return found

    def value(self, rule: Rule, seed: int) -> Value:
        return self.measures[rule](seed)

    def values(self, seed: int) -> dict[Rule, Value]:
        """By every rule; without the direct encounter where nobody was tied with it."""
        tied = seed in self.encounters
        asked = (rule for rule in self.measures if tied or rule is not Rule.DIRECT)
        return {rule: self.value(rule, seed) for rule in asked}

    @cached_property
    def measures(self) -> dict[Rule, Callable[[int], Value]]:
        """What each rule says of an entrant."""
        return {
            Rule.STRENGTH: lambda seed: self.strengths[seed][0],
            Rule.POINTS: self.points.__getitem__,
            Rule.BUCHHOLZ_CUT: lambda seed: (
                self.buchholz(seed) - min(self.opponents(seed), default=0)
            ),
            Rule.BUCHHOLZ: self.buchholz,
            Rule.SONNEBORN: self.sonneborn,
            Rule.DIRECT: self.encounters.__getitem__,
            Rule.WINS: self.wins,
            Rule.MARGIN: self.margin,
            Rule.LOT: lambda seed: drawn(self.lot, seed),
        }

    def opponents(self, seed: int) -> list[Fraction]:
        """The points of whom it met, for each table; its own where it met nobody.

        At larger tables the mean of the table mates.
        """
        return [
            self.points[seed]
            if table.is_bye or table.result is None
            else sum((self.points[mate] for mate in table.mates(seed)), Fraction())
            / len(table.mates(seed))
            for table in self.of_seed[seed]
        ]

    def buchholz(self, seed: int) -> Fraction:
        return sum(self.opponents(seed), Fraction())

    def sonneborn(self, seed: int) -> Fraction:
        """The points of whom it met, each as far as it was beaten."""
        return sum((self._beaten(table, seed) for table in self.of_seed[seed]), Fraction())

    def _beaten(self, table: Table, seed: int) -> Fraction:
        if table.is_bye or table.result is None:
            return HALF * self.points[seed]
        mates = table.mates(seed)
        return sum(
            (table.taken(seed, mate) * self.points[mate] for mate in mates), Fraction()
        ) / len(mates)

    def direct(self, seed: int, group: Sequence[int]) -> Fraction:
        """What it took from the others of a group, or 0 where not all of these have met."""
        met = self._met(tuple(group))
        if len(met) < len(group) * (len(group) - 1) // 2:
            return Fraction()
        return sum(
            (
                table.taken(seed, mate)
                for table in self.of_seed[seed]
                if table.result
                for mate in table.mates(seed)
                if mate in group
            ),
            Fraction(),
        )

    def _met(self, group: tuple[int, ...]) -> set[frozenset[int]]:
        return {
            frozenset((seed, mate))
            for seed in group
            for table in self.of_seed[seed]
            if table.result
            for mate in table.mates(seed)
            if mate in group
        }

    def wins(self, seed: int) -> Fraction:
        """Games that it won alone."""
        return Fraction(
            sum(
                table.result.wins[table.members.index(seed)]
                for table in self.of_seed[seed]
                if table.result
            )
        )

    def margin(self, seed: int) -> Fraction:
        """Points ahead of a table mate, in the mean of its games."""
        ahead, games = 0, 0
        for table in self.of_seed[seed]:
            if table.result:
                ahead += table.result.margins[table.members.index(seed)]
                games += table.result.games * (len(table.members) - 1)
        return Fraction(ahead, games) if games else Fraction()

    @cached_property
    def strengths(self) -> dict[int, tuple[float, float]]:
        """By Bradley and Terry on these results alone: the rating and its bar, in Elo.

        Rounded, so that what is equal is not told apart by the last bit.
        """
        pairs = [
            pair
            for seed, own in self.of_seed.items()
            for table in own
            if table.result and seed == min(self.of_seed.keys() & set(table.members))
            for pair in _pairs(table)
        ]
        fit = ratings.fit(pairs, self.of_seed)
        rated = zip(fit.ids, fit.ratings(), fit.bars(), strict=True)
        return {seed: (round(float(elo), 3), float(bar)) for seed, elo, bar in rated}


def _pairs(table: Table) -> list[ratings.Pair]:
    """Each two at a table with their half points, as wins and draws that are worth the same."""
    assert table.result, "only what was played is rated"
    halves = table.result.halves
    return [
        ratings.Pair(
            table.members[i],
            table.members[j],
            halves[i][j] // 2,
            halves[i][j] % 2,
            halves[j][i] // 2,
            len(table.members),
        )
        for i, j in combinations(range(len(table.members)), 2)
    ]
