"""A ladder, submissions that compete on it, and matches that end as a test wants them to."""

from collections.abc import Callable, Mapping, Sequence
from itertools import count

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from pytest_django import Settings

from arena.player import Ending
from sixfold.bots.models import Submission
from sixfold.ladder import services
from sixfold.ladder.models import Ladder, Pairing, Snapshot
from sixfold.ladder.results import Counts, Finisher
from sixfold.ladder.services import counting
from sixfold.leases import Progress
from sixfold.matches.models import Match
from sixfold.matches.services import schedule
from tests.platform.entrants import passed

Enter = Callable[..., Submission]
Play = Callable[..., list[Match]]
Rate = Callable[[Mapping[tuple[Submission, Submission], tuple[int, int, int]]], Snapshot]


@pytest.fixture(autouse=True)
def one_ladder(settings: Settings) -> None:
    """Only that for two players, save where a test asks for others."""
    settings.LADDERS = ["two"]


@pytest.fixture
def ladder(db: None) -> Ladder:
    return services.ladders()[0]


@pytest.fixture
def enter(db: None) -> Enter:
    """Enter a bot, or its next version, as if it had passed its check."""
    return passed


@pytest.fixture
def trio(enter: Enter) -> list[Submission]:
    """The house's greedy, the anchor, and two bots of different owners."""
    return [enter("greedy", "house", house=True), enter("ada-bot", "ada"), enter("bob-bot", "bob")]


@pytest.fixture
def play(ladder: Ladder) -> Play:
    """Pair submissions on the ladder and finish every match of the cluster with these scores."""
    slots = count(1_000_000)

    def play(
        submissions: Sequence[Submission],
        scores: Sequence[int],
        failed: Sequence[int] = (),
        on: Ladder = ladder,
    ) -> list[Match]:
        cluster = schedule(submissions=submissions, seed=bytes(32), ruleset=on.ruleset)
        Pairing.objects.create(
            ladder=on,
            cluster=cluster,
            slot=next(slots),
            why=Pairing.Why.UNCERTAIN,
            members=sorted(submission.pk for submission in submissions),
        )
        matches = list(cluster.matches.order_by("order"))
        for match in matches:
            finish(match, dict(zip(submissions, scores, strict=True)), failed)
        return matches

    return play


@pytest.fixture
def rate(ladder: Ladder) -> Rate:
    """Publish ratings that follow from wins, draws and losses of pairs, without any match."""

    def rate(results: Mapping[tuple[Submission, Submission], tuple[int, int, int]]) -> Snapshot:
        counts = Counts()
        for (first, second), (wins, draws, losses) in results.items():
            for places, games in (((1, 2), wins), ((1, 1), draws), ((2, 1), losses)):
                finishers = [
                    Finisher(one.pk, place, score=200 - 10 * place, failed=False)
                    for one, place in zip((first, second), places, strict=True)
                ]
                counts.add(finishers, games)
        with transaction.atomic():
            counting.add(ladder, counts)
        Ladder.objects.filter(pk=ladder.pk).update(last_seq=F("last_seq") + 1)
        snapshot = services.publish(ladder)
        assert snapshot is not None
        return snapshot

    return rate


def finish(match: Match, scores: dict[Submission, int], failed: Sequence[int] = ()) -> None:
    """Finish a match: places by score, those of `failed` (indexes into scores) last."""
    lost = {submission for index, submission in enumerate(scores) if index in failed}
    kept = {one: (one not in lost, score) for one, score in scores.items()}
    for seat in match.seats.all():
        mine = kept[seat.submission]
        seat.score = scores[seat.submission]
        seat.place = 1 + sum(other > mine for other in kept.values())
        seat.ending = Ending.CPU_TIME if seat.submission in lost else Ending.FINISHED
        seat.save()
    match.progress = Progress.FINISHED
    match.finished_at = timezone.now()
    match.record_key, match.record_sha256 = f"{match.pk}.json.gz", 64 * "0"
    match.save()
