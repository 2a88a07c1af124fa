"""A tournament with its entrants, and matches that end as a test wants them to."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from arena.player import Ending
from sixfold.accounts.models import User
from sixfold.bots.models import Submission
from sixfold.leases import Progress
from sixfold.matches.models import Match, Seat
from sixfold.tournaments import services
from sixfold.tournaments.models import Entry, State, Tournament
from tests.platform.entrants import passed

Enter = Callable[..., Submission]
Make = Callable[..., Tournament]
Decide = Callable[[Match, Sequence[Submission]], Sequence[int]]


@pytest.fixture
def enter(db: None) -> Enter:
    """Enter a bot of an owner of the same name, as if it had passed its check."""
    return lambda name, owner="", **said: passed(name, owner or name, **said)


@pytest.fixture
def organiser(db: None) -> User:
    """Olga, who is on the staff."""
    return User.objects.create_user("olga", password="correct horse", is_staff=True)


@pytest.fixture
def make(organiser: User, enter: Enter) -> Make:
    """A tournament that is open for entries, with so many bots, each of its own owner."""

    def make(bots: int = 0, **fields: Any) -> Tournament:
        usual = {"name": "Winter cup", "format": "round robin", "clusters": 1, "state": State.OPEN}
        made = services.create(Tournament(**{**usual, **fields}), organiser)
        for number in range(1, bots + 1):
            made.entries.create(bot=enter(f"bot-{number}").bot)
        return made

    return make


@pytest.fixture
def running(make: Make) -> Make:
    """A tournament that has begun; the bots' numbers are their seeds."""

    def running(bots: int, **fields: Any) -> Tournament:
        made = make(bots, **fields)
        services.start(made)
        made.refresh_from_db()
        return made

    return running


def by_seed(match: Match, submissions: Sequence[Submission]) -> list[int]:
    """The earlier entered wins."""
    return [300 - submission.pk for submission in submissions]


def everyone_ties(match: Match, submissions: Sequence[Submission]) -> list[int]:
    return [200 for _ in submissions]


def play(tournament: Tournament, decide: Decide = by_seed, failed: Sequence[int] = ()) -> int:
    """Finish every match that waits; who is `failed` (submissions' keys) forfeits. How many."""
    waiting = Match.objects.queued().filter(cluster__bout__table__round__tournament=tournament)
    return finish(waiting, decide, failed)


def finish(matches: QuerySet[Match], decide: Decide = by_seed, failed: Sequence[int] = ()) -> int:
    """Finish these matches as a worker would; how many."""
    finished = list(matches.prefetch_related("seats__submission"))
    seats = [seat for match in finished for seat in _seats(match, decide, failed)]
    Seat.objects.bulk_update(seats, ["score", "place", "ending"])
    return Match.objects.filter(pk__in=[match.pk for match in finished]).update(
        progress=Progress.FINISHED,
        finished_at=timezone.now(),
        record_key="record.json.gz",
        record_sha256=64 * "0",
    )


def _seats(match: Match, decide: Decide, failed: Sequence[int]) -> list[Seat]:
    seats = list(match.seats.all())
    scores = decide(match, [seat.submission for seat in seats])
    kept = [
        (seat.submission_id not in failed, score) for seat, score in zip(seats, scores, strict=True)
    ]
    for seat, mine in zip(seats, kept, strict=True):
        seat.score, seat.place = mine[1], 1 + sum(other > mine for other in kept)
        seat.ending = Ending.FINISHED if mine[0] else Ending.EXITED
    return seats


def run(tournament: Tournament, decide: Decide = by_seed, most: int = 60) -> Tournament:
    """Play and advance until it is over."""
    for _ in range(most):
        tournament.refresh_from_db()
        if tournament.state != State.RUNNING:
            return tournament
        play(tournament, decide)
        services.advance(tournament)
    raise AssertionError("it did not come to an end")


def entry(tournament: Tournament, seed: int) -> Entry:
    return tournament.entries.get(seed=seed)
