"""A bot with a version that plays and one that is to prove itself, and games that end as wanted."""

from collections.abc import Callable, Iterable

import pytest
from django.utils import timezone

from arena.player import Ending
from sixfold.bots.models import Submission, Succession
from sixfold.leases import Progress
from sixfold.matches.models import Cluster, Match
from sixfold.trials import services
from tests.platform.entrants import passed

Version = Callable[..., Submission]
Play = Callable[[Submission, Iterable[float]], None]


@pytest.fixture
def version(db: None) -> Version:
    """Enter the next version of a bot as if it had passed its check."""

    def version(
        succession: Succession = Succession.TEST_FIRST, name: str = "swift", owner: str = "ada"
    ) -> Submission:
        plays = succession == Succession.AT_ONCE
        return passed(name, owner, plays=plays, succession=succession)

    return version


@pytest.fixture
def incumbent(version: Version) -> Submission:
    """The version that plays."""
    return version(Succession.AT_ONCE)


@pytest.fixture
def candidate(incumbent: Submission, version: Version) -> Submission:
    """The one that has passed its check and is to be tested."""
    return version()


@pytest.fixture
def play(db: None) -> Play:
    """Move the trials on, and let a version make these points in the pairs that come up."""

    def play(who: Submission, points: Iterable[float]) -> None:
        wanted = iter(points)
        waiting: list[Cluster] = []
        for mine in wanted:
            if not waiting:
                waiting = services.advance()
            settle(waiting.pop(0), who, mine)
        services.advance()

    return play


def settle(cluster: Cluster, who: Submission, points: float, *, forfeits: bool = False) -> None:
    """Finish both games of a pair so that a version has these points of it."""
    shares = {0: (0, 0), 0.5: (0, 0.5), 1: (1, 0), 1.5: (1, 0.5), 2: (1, 1)}[points]
    ending = Ending.CPU_TIME if forfeits else Ending.FINISHED
    for match, share in zip(cluster.matches.order_by("order"), shares, strict=True):
        match.seats.filter(submission=who).update(score=100, place=1 if share else 2, ending=ending)
        match.seats.exclude(submission=who).update(
            score=150 - round(100 * share), place=2 if share == 1 else 1, ending=Ending.FINISHED
        )
        Match.objects.filter(pk=match.pk).update(
            progress=Progress.FINISHED,
            finished_at=timezone.now(),
            record_key=f"{match.pk}.json.gz",
            record_sha256=64 * "0",
        )
