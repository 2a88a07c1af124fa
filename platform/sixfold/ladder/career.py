"""What a bot has done: its ratings so far, whom it met, and how its last matches went."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, Subquery, TextChoices
from django.utils.translation import gettext_lazy as _

from sixfold.bots.models import Bot, Submission
from sixfold.ladder import ratings
from sixfold.ladder.charts import Point
from sixfold.ladder.models import Ladder, PairCount, Standing
from sixfold.matches.models import Kind, Match, Seat


@dataclass(slots=True)
class Opponent:
    """Another bot, over all its versions, as met by one submission."""

    bot: Bot
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def win_percent(self) -> float:
        return 50 * (2 * self.wins + self.draws) / self.games


def opponents(ladder: Ladder, submission: Submission) -> list[Opponent]:
    """Everybody a submission has met on a ladder, the most met first. One query."""
    met = PairCount.objects.filter(
        Q(first=submission) | Q(second=submission), ladder__in=ladder.parts()
    )
    found: dict[int, Opponent] = {}
    for row in met.select_related("first__bot__owner", "second__bot__owner"):
        is_first = row.first_id == submission.pk
        bot = (row.second if is_first else row.first).bot
        opponent = found.setdefault(bot.pk, Opponent(bot))
        opponent.wins += row.first_wins if is_first else row.second_wins
        opponent.losses += row.second_wins if is_first else row.first_wins
        opponent.draws += row.draws
    return sorted(found.values(), key=lambda one: (-one.games, one.bot.pk))


def standings(bot: Bot) -> dict[int, list[Standing]]:
    """What was published of all its versions and is kept, by ladder, the newest last. One query."""
    found: dict[int, list[Standing]] = {}
    rows = Standing.objects.filter(submission__bot=bot).order_by("snapshot")
    for one in rows.select_related("submission__bot__owner", "snapshot__ladder"):
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
    newest = Seat.objects.filter(submission=submission, place__isnull=False).order_by("-pk")[:last]
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
    """The bot's newest finished matches. Two queries."""
    matches = Match.objects.finished().of_bot(bot).with_seats().order_by("-pk")[:number]
    return [_seen_by(bot, match) for match in matches]


def _seen_by(bot: Bot, match: Match) -> Appearance:
    seats = list(match.seats.all())
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
            url=standing.get_absolute_url(),
        )
        for standing in standings
    ]
    return sorted(found, key=lambda point: (point.version, point.games))
