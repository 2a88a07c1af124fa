"""Two bots against each other: what they scored, from which seats, in which versions."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from typing import Any, TypeVar

from django.db.models import Count, F, FilteredRelation, IntegerField, Q, QuerySet, Sum
from django.db.models.functions import Cast

from bots_sdk.results import wilson
from sixfold.bots.models import Bot, Submission
from sixfold.ladder import ratings
from sixfold.ladder.models import Ladder, Leverages, PairCount, Standing
from sixfold.ladder.ratings import spread
from sixfold.leases import Progress
from sixfold.matches.models import Match, MatchQuerySet, Seat

Key = TypeVar("Key", int, tuple[int, int])


@dataclass(frozen=True, slots=True)
class Score:
    """Games as the first of two bots sees them; margins are in points of the game."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    margins: int = 0
    """The sum of the first bot's points less the second's."""
    squares: int = 0
    """The sum of the squares of the same."""

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.margins + other.margins,
            self.squares + other.squares,
        )

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Of the points, a draw being half of one; 0 to 1."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def percent(self) -> float:
        return 100 * self.share

    @property
    def interval(self) -> tuple[float, float]:
        """95 % around the percentage. Games of one bag are taken for independent: a little wide."""
        share = self.share
        single = share * (1 - share)
        # Draws vary less than wins and losses, so each game says as much as several.
        spread = single - self.draws / self.games / 4
        low, high = wilson(share, self.games * (single / spread if spread > 0 else 1))
        return 100 * low, 100 * high

    @property
    def margin(self) -> float:
        """The mean."""
        return self.margins / self.games

    @property
    def margin_bar(self) -> float | None:
        """Half the 95 % interval of the mean margin; None for a single game."""
        if self.games < 2:
            return None
        squares = max(self.squares - self.margins**2 / self.games, 0)
        return ratings.Z * sqrt(squares / (self.games - 1) / self.games)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A row of the database: two versions, the first one in this seat of a table."""

    versions: tuple[int, int]
    seat: int
    """From 0."""
    score: Score


@dataclass(frozen=True, slots=True)
class Chances:
    """What the ratings say of the two versions that stand for their bots."""

    one: Standing
    other: Standing
    superiority: float
    """The likelihood (0 to 1) that the first is the stronger one."""

    @property
    def difference(self) -> float:
        """In Elo, positive where the first is rated higher."""
        return self.one.rating - self.other.rating

    @property
    def superiority_percent(self) -> float:
        return 100 * self.superiority

    @property
    def percent(self) -> float:
        """Of the points that the first is expected to make in games between the two."""
        return 100 * ratings.expected_share(self.difference)


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Two bots on one ladder, by the numbers of those of their versions that may be seen."""

    ladder: Ladder
    one: Bot
    other: Bot
    versions: Mapping[int, tuple[int, int]]
    """By submission its bot and its number."""

    def meetings(self) -> list[Meeting]:
        """Every pair of versions from every seat. One query."""
        # PostgreSQL would square a small integer into a small integer.
        score, theirs = (Cast(one, IntegerField()) for one in ("score", "theirs__score"))
        ahead = score - theirs
        rows = self._seats().values_list("submission", "theirs__submission", "number")
        counted = rows.annotate(
            wins=Count("pk", filter=Q(place__lt=F("theirs__place"))),
            draws=Count("pk", filter=Q(place=F("theirs__place"))),
            losses=Count("pk", filter=Q(place__gt=F("theirs__place"))),
            margins=Sum(ahead),
            squares=Sum(ahead * ahead),
        )
        return [
            Meeting((self.versions[mine][1], self.versions[theirs][1]), seat, Score(*counts))
            for mine, theirs, seat, *counts in counted.order_by("submission", "theirs__submission")
        ]

    def matches(self) -> MatchQuerySet:
        """Every match in which they met."""
        return Match.objects.finished().filter(
            pk__in=self._shared().values("match"),
            cluster__pairing__ladder__in=self.ladder.parts(),
        )

    def chances(self) -> Chances | None:
        """By the newest ratings; None where one of them has none. Two queries."""
        current = Standing.objects.current(self.ladder).filter(submission__in=self.versions)
        rated = sorted(current, key=lambda one: self.versions[one.submission_id][1])
        stands = {self.versions[row.submission_id][0]: row for row in rated}
        # Rather the version that plays than the newest.
        stands |= {
            bot.pk: row
            for bot in (self.one, self.other)
            for row in rated
            if row.submission_id == bot.active_id
        }
        one, other = stands.get(self.one.pk), stands.get(self.other.pk)
        if one is None or other is None:
            return None
        variance = Leverages.objects.variance(self.ladder, one.submission_id, other.submission_id)
        if variance is None:
            return None
        return Chances(one, other, spread.superiority(one.rating - other.rating, variance))

    def _seats(self) -> QuerySet[Any]:
        """The first bot's seats, each beside a seat of the other's as `theirs`."""
        theirs = Q(match__seats__submission__in=self._versions_of(self.other))
        return (
            self._shared()
            .filter(
                match__progress=Progress.FINISHED,
                match__cluster__pairing__ladder__in=self.ladder.parts(),
            )
            .annotate(theirs=FilteredRelation("match__seats", condition=theirs))
            .filter(theirs__isnull=False)
        )

    def _shared(self) -> QuerySet[Seat]:
        """The first bot's seats where the other sat too: an index tells, and no match is read."""
        theirs = Seat.objects.filter(submission__in=self._versions_of(self.other))
        return Seat.objects.filter(
            submission__in=self._versions_of(self.one), match__in=theirs.values("match")
        )

    def _versions_of(self, which: Bot) -> list[int]:
        return [one for one, (bot, _number) in self.versions.items() if bot == which.pk]


def summed(meetings: Iterable[Meeting], key: Callable[[Meeting], Key]) -> list[tuple[Key, Score]]:
    """Scores by a key, in its order."""
    ordered = sorted(meetings, key=key)
    return [
        (value, sum((one.score for one in group), Score()))
        for value, group in groupby(ordered, key)
    ]


def met_on(one: Bot, other: Bot) -> dict[int, int]:
    """The games that two bots have counted on each ladder that has tables. One query."""
    either = Q(first__bot=one, second__bot=other) | Q(first__bot=other, second__bot=one)
    games = Sum(F("first_wins") + F("draws") + F("second_wins"))
    return dict(PairCount.objects.filter(either).values_list("ladder").annotate(total=games))


def versions(submissions: Iterable[Submission]) -> dict[int, tuple[int, int]]:
    """As `Rivalry.versions`."""
    return {one.pk: (one.bot_id, one.number) for one in submissions}
