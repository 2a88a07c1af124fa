"""A format with its figures: how long it is, what it takes, and its next round."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from arena.seating import orders
from sixfold.tournaments.formats import bracket, groups, knockout, pods, roundrobin, swiss
from sixfold.tournaments.formats.bracket import Node
from sixfold.tournaments.formats.event import Event, Round
from sixfold.tournaments.formats.ranking import BY_POINTS, BY_STRENGTH, ROUND_ROBIN, Rule


class Format(StrEnum):
    """Every format there is."""

    GROUPS = "groups"
    ROUND_ROBIN = "round robin"
    DOUBLE_ROUND_ROBIN = "double round robin"
    SWISS = "swiss"
    TABLES = "tables"
    SINGLE_ELIMINATION = "single elimination"
    DOUBLE_ELIMINATION = "double elimination"

    @property
    def is_knockout(self) -> bool:
        return self in (Format.SINGLE_ELIMINATION, Format.DOUBLE_ELIMINATION)

    @property
    def has_rounds(self) -> bool:
        """Whether somebody has to say how many rounds there are."""
        return self in (Format.SWISS, Format.TABLES)

    @property
    def plays_to_the_end(self) -> bool:
        """Whether nobody may withdraw once it has begun: all have to meet the same opponents."""
        return self in (Format.GROUPS, Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN)


@dataclass(frozen=True, slots=True)
class Plan:
    """A format with its figures; those that are not its own are ignored."""

    format: Format
    clusters: int = 1
    """Clusters that each table plays: one set of seat orders on one seed each."""
    seats: int = 2
    """The most at a table; two but for tables."""
    rounds: int = 5
    by_strength: bool = True
    """Whether Swiss and tables rank by Bradley and Terry, rather than by points."""
    groups: int = 1
    qualify: int = 8
    """How many of each group play the final."""
    final_clusters: int = 15

    @property
    def rules(self) -> tuple[Rule, ...]:
        """What ranks, in this order."""
        if self.format.is_knockout:
            return Rule.REACHED, Rule.SEED
        if self.format.has_rounds:
            return BY_STRENGTH if self.by_strength else BY_POINTS
        return ROUND_ROBIN

    @property
    def fewest(self) -> int:
        """Entrants without which it makes no sense."""
        if self.format is Format.GROUPS:
            return max(3, 2 * self.groups)
        return 3 if self.format.has_rounds else 2

    def length(self, entrants: int) -> int:
        """How many rounds there are; of a double elimination the most."""
        circle = roundrobin.length(entrants)
        match self.format:
            case Format.ROUND_ROBIN:
                return circle
            case Format.DOUBLE_ROUND_ROBIN:
                return 2 * circle
            case Format.SWISS:
                return min(self.rounds, swiss.longest(entrants))
            case Format.TABLES:
                return self.rounds
            case Format.SINGLE_ELIMINATION:
                return (entrants - 1).bit_length()
            case Format.DOUBLE_ELIMINATION:
                return 2 * (entrants - 1).bit_length() + 1
            case Format.GROUPS:
                largest = -(-entrants // self.groups)
                return roundrobin.length(largest) + roundrobin.length(self.finalists(entrants))

    def finalists(self, entrants: int) -> int:
        return sum(min(self.qualify, len(group)) for group in _snaked(entrants, self.groups))

    def games(self, entrants: int) -> int:
        """How many games it takes, without withdrawals and extra pairs; at most, if it depends."""
        pairs = entrants * (entrants - 1) // 2
        each = len(orders(2)) * self.clusters
        match self.format:
            case Format.ROUND_ROBIN:
                return pairs * each
            case Format.DOUBLE_ROUND_ROBIN:
                return 2 * pairs * each
            case Format.SWISS:
                return self.length(entrants) * (entrants // 2) * each
            case Format.TABLES:
                sizes = pods.sizes(entrants, self.seats)
                return self.rounds * self.clusters * sum(len(orders(size)) for size in sizes)
            case Format.SINGLE_ELIMINATION:
                return (entrants - 1) * each
            case Format.DOUBLE_ELIMINATION:
                return (2 * entrants - 1) * each
            case Format.GROUPS:
                before = sum(
                    len(group) * (len(group) - 1) // 2 for group in _snaked(entrants, self.groups)
                )
                last = self.finalists(entrants)
                final = last * (last - 1) // 2 * len(orders(2)) * self.final_clusters
                return before * each + final

    def nodes(self, entrants: int) -> tuple[Node, ...]:
        """A knockout's bracket."""
        return _nodes(entrants, double=self.format is Format.DOUBLE_ELIMINATION)


@cache
def _nodes(entrants: int, *, double: bool) -> tuple[Node, ...]:
    return tuple((bracket.double if double else bracket.single)(entrants))


def _snaked(entrants: int, number: int) -> list[list[int]]:
    return groups.snake(range(1, entrants + 1), number)


def next_round(plan: Plan, event: Event) -> Round | None:
    """What is played once the event's rounds are closed; None where it is over."""
    if len(event.present) < 2 and not plan.format.is_knockout:
        return None
    clusters = plan.clusters
    match plan.format:
        case Format.ROUND_ROBIN:
            return roundrobin.next_round(event, clusters=clusters)
        case Format.DOUBLE_ROUND_ROBIN:
            return roundrobin.next_round(event, clusters=clusters, legs=2)
        case Format.SWISS:
            return swiss.next_round(event, clusters=clusters, rounds=plan.rounds, rules=plan.rules)
        case Format.TABLES:
            return pods.next_round(
                event, seats=plan.seats, clusters=clusters, rounds=plan.rounds, rules=plan.rules
            )
        case Format.SINGLE_ELIMINATION | Format.DOUBLE_ELIMINATION:
            nodes = plan.nodes(event.entrants)
            return knockout.next_round(event, nodes, clusters=clusters)
        case Format.GROUPS:
            return groups.next_round(
                event,
                groups=plan.groups,
                clusters=clusters,
                qualify=plan.qualify,
                final_clusters=plan.final_clusters,
            )
