"""What a bot has done: its ratings so far, whom it met, and how its last matches went."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count, OuterRef, Q, Subquery, TextChoices
from django.utils.translation import gettext_lazy as _

from sixfold.bots.models import Bot, Submission
from sixfold.ladder import ratings
from sixfold.ladder.charts import Point
from sixfold.ladder.models import Event, Ladder, PairCount, Standing
from sixfold.leases import Progress
from sixfold.matches.models import Kind, Match, Seat


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another bot, over all its versions, as met by one submission."""

    bot: int
    """Its key."""
    owner: str
    slug: str
    wins: int
    draws: int
    losses: int
    errors: int = 0
    """Games against it that the submission forfeited."""

    def __str__(self) -> str:
        return f"{self.owner}/{self.slug}"

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def win_percent(self) -> float:
        return 50 * (2 * self.wins + self.draws) / self.games

    @property
    def error_percent(self) -> float:
        return 100 * self.errors / self.games


def opponents(ladder: Ladder, submission: Submission, most: int | None = None) -> list[Opponent]:
    """Whom a submission has met on a ladder, or so many; the most met first. Two queries."""
    met = PairCount.objects.filter(
        Q(first=submission) | Q(second=submission), ladder__in=ladder.parts()
    )
    # Rows and no objects: there may be hundreds, of which a page shows the first.
    bots = [
        [f"{side}__bot", f"{side}__bot__owner__username", f"{side}__bot__slug"]
        for side in ("first", "second")
    ]
    counts = ("first_wins", "draws", "second_wins")
    scores: defaultdict[tuple[int, str, str], Counter[str]] = defaultdict(Counter)
    for first, *row in met.values_list("first", *bots[0], *bots[1], *counts):
        its, other, (won, draws, lost) = row[:3], row[3:6], row[6:]
        if first != submission.pk:
            other, won, lost = its, lost, won
        scores[tuple(other)].update(won=won, drawn=draws, lost=lost)
    ordered = sorted(scores.items(), key=lambda one: (-one[1].total(), one[0]))
    errors = _forfeits(ladder, submission)
    return [
        Opponent(*bot, score["won"], score["drawn"], score["lost"], errors.get(bot[0], 0))
        for bot, score in ordered[:most]
    ]


def _forfeits(ladder: Ladder, submission: Submission) -> dict[int, int]:
    """How many of its counted games a submission has forfeited, by the bots at the table."""
    forfeited = Seat.objects.failed().filter(
        submission=submission,
        match__progress=Progress.FINISHED,
        match__events__kind=Event.Kind.FINAL,
        match__events__ladder__in=ladder.parts(),
    )
    by_bot = forfeited.order_by().values_list("match__seats__submission__bot")
    return dict(by_bot.annotate(games=Count("pk")))


def standings(bot: Bot) -> dict[int, list[Standing]]:
    """What was published of all its versions and is kept, by ladder, the newest last. One query."""
    found: dict[int, list[Standing]] = {}
    rows = Standing.objects.filter(submission__bot=bot).order_by("snapshot")
    for one in rows.select_related("submission", "snapshot__ladder"):
        one.submission.bot = bot  # with its owner, for the addresses
        found.setdefault(one.snapshot.ladder_id, []).append(one)
    return found


@dataclass(frozen=True, slots=True)
class Place:
    """Where a submission stands on one ladder; nowhere before its first counted match there."""

    ladder: Ladder
    standing: Standing | None


def places(
    ladders: Iterable[Ladder], standings: Mapping[int, Iterable[Standing]], active: int | None
) -> list[Place]:
    """On each of these ladders, of the version that plays."""
    return [
        Place(
            ladder,
            {one.submission_id: one for one in standings.get(ladder.pk, ())}.get(active or 0),
        )
        for ladder in ladders
    ]


def errors(submission: Submission, number: int) -> list[Seat]:
    """The newest matches that a version forfeited. One query."""
    seats = Seat.objects.failed().filter(submission=submission)
    return list(seats.select_related("match").order_by("-match")[:number])


SEATED = 500
"""Of its newest matches, so many tell how a version fares by seat."""


@dataclass(slots=True)
class AtSeat:
    """How a version has fared from one seat at tables of one size."""

    seats: int
    """At the table."""
    number: int
    """From 1."""
    games: int = 0
    first: float = 0
    """First places; a shared one is shared here too."""
    points: int = 0

    @property
    def first_percent(self) -> float:
        return 100 * self.first / self.games

    @property
    def points_per_game(self) -> float:
        return self.points / self.games


def by_seat(ladder: Ladder, submission: Submission, last: int) -> list[AtSeat]:
    """The same seat by seat, over its ladder matches among so many of its newest. One query."""
    table = Seat.objects.filter(match=OuterRef("match")).order_by().values("match")
    count = table.annotate(count=Count("pk")).values("count")
    placed = Seat.objects.filter(submission=submission, place__isnull=False)
    newest = placed.order_by("-match")[:last]
    seats = newest.annotate(seats=Subquery(count), firsts=Subquery(count.filter(place=1)))
    rows = seats.values_list("seats", "number", "place", "score", "firsts", "match__kind")
    found: dict[tuple[int, int], AtSeat] = {}
    for size, number, place, score, firsts, kind in rows:
        if kind == Kind.LADDER and ladder.seats in (None, size):
            at = found.setdefault((size, number), AtSeat(size, number + 1))
            at.games += 1
            at.points += score or 0
            at.first += 1 / firsts if place == 1 else 0
    return [found[key] for key in sorted(found)]


class Result(TextChoices):
    """How a match ended for one bot."""

    WON = "won", _("won")
    TIED = "tied", _("tied")
    LOST = "lost", _("lost")


@dataclass(frozen=True, slots=True)
class Appearance:
    """A finished match as one of its bots sees it."""

    match: Match
    mine: Seat
    others: tuple[Seat, ...]

    @property
    def result(self) -> Result:
        if self.mine.place != 1:
            return Result.LOST
        return Result.TIED if any(seat.place == 1 for seat in self.others) else Result.WON


def recent(bot: Bot, number: int) -> list[Appearance]:
    """The bot's newest finished matches. One query."""
    newest = Match.objects.finished().of_bot(bot).order_by("-pk")[:number]
    seats = Seat.objects.filter(match__in=newest.values("pk")).order_by("-match", "number")
    tables = groupby(
        seats.select_related("match", "submission__bot__owner"), key=lambda seat: seat.match
    )
    return [_seen_by(bot, match, list(table)) for match, table in tables]


def _seen_by(bot: Bot, match: Match, seats: Sequence[Seat]) -> Appearance:
    mine = next(seat for seat in seats if seat.submission.bot_id == bot.pk)
    return Appearance(match, mine, tuple(seat for seat in seats if seat is not mine))


def points(standings: Iterable[Standing]) -> list[Point]:
    """Published standings as points of a chart, by version and games."""
    found = [
        Point(
            version=standing.submission.number,
            games=standing.games,
            rating=standing.rating,
            bar=standing.bar,
            provisional=standing.bar > ratings.PROVISIONAL,
            published_at=standing.snapshot.published_at,
            snapshot=standing.snapshot_id,
            url=standing.get_absolute_url(),
        )
        for standing in standings
    ]
    return sorted(found, key=lambda point: (point.version, point.games))
