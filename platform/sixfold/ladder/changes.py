"""What changed a rating: the matches between two published standings, and what each taught."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Case, F, FilteredRelation, IntegerField, Q, QuerySet, Sum, Value, When

from sixfold.bots.models import Submission
from sixfold.ladder import ratings
from sixfold.ladder.models import Event, Ladder, Leverages, Snapshot, Standing
from sixfold.matches.models import Match, MatchQuerySet, Seat


@dataclass(frozen=True, slots=True)
class Known:
    """What is known today of a possible opponent."""

    rating: float
    leverage: float
    """How much a result against it moves the rating that is looked at, in squared Elo."""


@dataclass(frozen=True, slots=True)
class Change:
    """A standing beside the milestone before it, None for the first."""

    now: Standing
    before: Standing | None
    spans: tuple[tuple[Ladder, int, int], ...]
    """By part of the ladder, the last events that the two have counted."""
    known: Mapping[int, Known]
    """Whoever is rated on the ladder today."""
    newest: bool
    """Whether nothing has been published since."""

    @property
    def rating_before(self) -> float:
        """In Elo; before its first match a bot is taken for an average one."""
        return self.before.rating if self.before else self.now.snapshot.mean

    @property
    def gained(self) -> float:
        """In Elo."""
        return self.now.rating - self.rating_before

    @property
    def games(self) -> int:
        """What came in, less what was taken back."""
        return self.now.games - (self.before.games if self.before else 0)

    def rating(self, submission: int) -> float | None:
        """What an opponent is rated today, in Elo."""
        known = self.known.get(submission)
        return known.rating if known else None

    def matches(self) -> MatchQuerySet:
        """The submission's own matches in between."""
        return Match.objects.filter(pk__in=self.seats().values("match"))

    def seats(self) -> QuerySet[Any]:
        """Its seats in these matches, once for each event that was counted."""
        between = (
            Q(part=part.pk, seq__range=(since + 1, until)) for part, since, until in self.spans
        )
        # Without the sums SQLite would go through all events in between, and not these seats.
        events = Seat.objects.alias(
            part=F("match__events__ladder") + 0, seq=F("match__events__seq") + 0
        )
        mine = events.filter(reduce(or_, between), submission=self.now.submission_id)
        return mine.order_by()


@dataclass(frozen=True, slots=True)
class Lesson:
    """Points made and expected, and what the difference did to the rating."""

    games: int
    made: float
    expected: float
    elo: float

    @property
    def surplus(self) -> float:
        return self.made - self.expected


@dataclass(frozen=True, slots=True)
class Encounter:
    """All meetings with one opponent."""

    opponent: Submission
    rating: float | None
    lesson: Lesson


@dataclass(frozen=True, slots=True)
class Taught:
    """One match from the side of the submission whose rating changed."""

    match: Match
    mine: Seat
    others: tuple[tuple[Seat, float | None], ...]
    """Table mates with their ratings."""
    lesson: Lesson


def change(ladder: Ladder, submission: Submission, to: int | None = None) -> Change | None:
    """From the milestone before to what is published now, or to the milestone of the snapshot `to`.

    None where nothing has been published of the submission. At most five queries.
    """
    kept = Standing.objects.filter(submission=submission, snapshot__ladder=ladder)
    published = list(
        kept.select_related("submission__bot__owner", "snapshot__ladder").order_by("-snapshot")
    )
    if not published:
        return None
    place = next((at for at, one in enumerate(published) if one.snapshot_id == to), 0)
    now, before = published[place], next(iter(published[place + 1 :]), None)
    parts = [ladder] if ladder.seats else list(ladder.parts().order_by("pk"))
    # Of the first there is nothing to be found before the version was there.
    begin = before.snapshot if before else _last_before(ladder, submission)
    return Change(
        now,
        before,
        tuple((part, begin.mark(part) if begin else 0, now.snapshot.mark(part)) for part in parts),
        _known(now, published[0]),
        newest=not place,
    )


def _last_before(ladder: Ladder, submission: Submission) -> Snapshot | None:
    """What was published last without this submission."""
    older = ladder.snapshots.filter(published_at__lt=submission.created_at)
    return older.select_related("ladder").order_by("pk").last()


def _known(now: Standing, today: Standing) -> dict[int, Known]:
    ladder = today.snapshot.ladder
    leverages = Leverages.objects.of([ladder], [today.submission_id])
    current = Standing.objects.current(ladder).values_list("submission", "rating")
    return known(now, today, dict(current), leverages.get((ladder.pk, today.submission_id), {}))


def known(
    now: Standing,
    today: Standing,
    rated: Mapping[int, float],
    leverages: Mapping[int, float],
) -> dict[int, Known]:
    """What there is to know of those whose ratings of today these are, for a change that led to
    `now`; the leverages are those of `today`, the submission's current standing.
    """
    # The spread is of today: a rating that was less sure was moved more.
    less_sure = (now.bar / today.bar) ** 2 if today.bar else 1.0
    return {
        submission: Known(rating, less_sure * leverages.get(submission, 0.0))
        for submission, rating in rated.items()
    }


def encounters(changed: Change) -> list[Encounter]:
    """By opponent, what moved the rating most first. Two queries, however many matches."""
    lessons: dict[int, list[Lesson]] = {}
    for against, seats, games, halves in _points(changed):
        learned = _lesson(changed, against, seats, games, halves / 2)
        lessons.setdefault(against, []).append(learned)
    found = Submission.objects.with_bot().in_bulk(lessons)
    made = [Encounter(found[one], changed.rating(one), total(lessons[one])) for one in lessons]
    return sorted(made, key=lambda one: -abs(one.lesson.elo))


def taught(changed: Change, matches: Sequence[Match]) -> list[Taught]:
    """Match by match, which come with their seats. One query."""
    events = changed.seats().filter(match__in=matches)
    times = Counter[int]()
    for match, kind in events.values_list("match", "match__events__kind"):
        times[match] += 1 if kind == Event.Kind.FINAL else -1
    return [taught_by(changed, match, times[match.pk]) for match in matches]


def taught_by(changed: Change, match: Match, times: int = 1) -> Taught:
    """The same of one match that was counted so many times: -1 where it was taken back."""
    seats = list(match.seats.all())
    mine = next(seat for seat in seats if seat.submission_id == changed.now.submission_id)
    others = [seat for seat in seats if seat is not mine]
    return Taught(
        match,
        mine,
        tuple((seat, changed.rating(seat.submission_id)) for seat in others),
        total(
            _lesson(
                changed,
                seat.submission_id,
                len(seats),
                times,
                times * _halves(mine.place or 0, seat.place or 0) / 2,
            )
            for seat in others
        ),
    )


def total(lessons: Iterable[Lesson]) -> Lesson:
    """All of them together."""
    every = list(lessons)
    return Lesson(
        games=sum(one.games for one in every),
        made=sum(one.made for one in every),
        expected=sum(one.expected for one in every),
        elo=sum(one.elo for one in every),
    )


def _lesson(changed: Change, against: int, seats: int, games: int, made: float) -> Lesson:
    other = changed.known.get(against) or Known(changed.now.snapshot.mean, 0.0)
    expected = games * ratings.expected_share(changed.rating_before - other.rating)
    return Lesson(games, made, expected, ratings.lesson(made - expected, other.leverage, seats))


def _halves(mine: int, other: int) -> int:
    """Half points against one table mate."""
    return 2 if mine < other else int(mine == other)


def _points(changed: Change) -> list[tuple[int, int, int, int]]:
    """Opponent, seats at the table, games against it, and half points; a void counts back."""
    sign = Case(When(match__events__kind=Event.Kind.VOID, then=Value(-1)), default=Value(1))
    halves = Case(
        When(place__lt=F("other__place"), then=Value(2)),
        When(place=F("other__place"), then=Value(1)),
        default=Value(0),
    )
    not_me = ~Q(match__seats__submission=changed.now.submission_id)
    rows = (
        changed.seats()
        .annotate(other=FilteredRelation("match__seats", condition=not_me))
        .filter(other__isnull=False)
        .values("other__submission", "match__events__ladder__seats")
        .annotate(
            games=Sum(sign, output_field=IntegerField()),
            halves=Sum(sign * halves, output_field=IntegerField()),
        )
        .values_list("other__submission", "match__events__ladder__seats", "games", "halves")
    )
    return [(against, seats or 0, games, halves) for against, seats, games, halves in rows]
