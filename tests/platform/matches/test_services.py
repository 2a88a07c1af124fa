import gzip
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.files.storage import Storage
from django.db import OperationalError, connection, transaction
from django.db.models.functions import Now

from arena.player import InfrastructureFailure
from arena.record import dumps, frames, loads
from arena.referee import Stopped
from arena.ruleset import RULESETS
from sixfold.bots.models import Submission
from sixfold.leases import LOST_BUDGET, Progress
from sixfold.matches import services, storage
from sixfold.matches.models import Attempt, Match, Seat, TimeRule
from sixfold.matches.playing import Played

Outcome = Attempt.Outcome


def expire(match: Match) -> None:
    """As if its worker had been gone for longer than the lease."""
    Match.objects.filter(pk=match.pk).update(leased_until=Now() - timedelta(seconds=1))


def rest(match: Match) -> None:
    """As if the pause after a lost attempt were over."""
    Match.objects.filter(pk=match.pk).update(ready_at=Now())


def lose_to_another(match: Match) -> Attempt:
    """A second worker takes over the match of a first one that is too slow."""
    expire(match)
    assert services.reclaim() == 1
    rest(match)
    second = services.claim()
    assert second is not None
    assert second.match == match
    return second


def claim() -> Attempt:
    attempt = services.claim()
    assert attempt is not None
    return attempt


def test_a_cluster_is_one_seed_in_every_seat_order(enter: Callable[..., Submission]) -> None:
    one, two, three = enter("one"), enter("two"), enter("three")
    cluster = services.schedule(submissions=[one, two, three], seed=bytes(32))
    seats = [[s.submission for s in m.seats.all()] for m in cluster.matches.order_by("order")]
    assert len(seats) == 6
    for place in range(3):
        assert sorted(row[place].pk for row in seats) == sorted(2 * [one.pk, two.pk, three.pk])


def test_sleeping_bots_end_their_match_before_its_worker_is_killed() -> None:
    seats = max(ruleset.max_seats for ruleset in RULESETS.values())
    for rule in TimeRule:
        given = rule.limits
        asleep_ms = given.wall_ms(given.start_cpu_ms) + given.waiting_ms
        awake_ms = given.bank_ms + 200 * given.increment_ms
        assert seats * (asleep_ms + awake_ms) / 1000 < settings.CELERY_TASK_TIME_LIMIT - 60


def test_a_seed_of_another_length_is_refused(bots: list[Submission]) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        services.schedule(submissions=bots, seed=b"short")


def test_a_table_that_the_ruleset_does_not_seat_is_refused(bots: list[Submission]) -> None:
    with pytest.raises(ValueError, match="1 bots cannot play"):
        services.schedule(submissions=bots[:1], seed=bytes(32))
    assert not Match.objects.exists()


def test_matches_are_claimed_once_and_the_oldest_first(match: Match) -> None:
    first, second = claim(), claim()
    assert first.match == match
    assert second.match.pk > match.pk
    assert services.claim() is None


def test_an_urgent_match_is_claimed_before_an_older_one(match: Match) -> None:
    urgent = Match.objects.exclude(pk=match.pk).get()
    Match.objects.filter(pk=urgent.pk).update(priority=5)
    assert claim().match == urgent


def test_a_result_is_kept_whole(match: Match, played: Played, records: Storage) -> None:
    attempt = claim()
    assert services.finish(attempt, played)

    match.refresh_from_db()
    assert match.progress == Progress.FINISHED
    assert match.finished_at is not None
    assert match.turns == len(played.record.turns)
    assert match.end == played.record.outcome.end
    assert match.record_size == records.size(match.record_key)
    assert list(frames(storage.read_record(match)))

    seats = list(match.seats.order_by("number"))
    assert tuple(seat.score for seat in seats) == played.record.outcome.scores
    assert tuple(seat.place for seat in seats) == played.record.outcome.places
    for seat in seats:
        times = [t.cpu_ms for t in played.record.turns if t.seat == seat.number]
        assert seat.cpu_ms == pytest.approx(sum(times))
        assert seat.slowest_ms == pytest.approx(max(times))
        assert seat.ending == "finished"
        assert not seat.failed
    assert [storage.read_log(seat) for seat in seats] == list(played.logs)

    attempt.refresh_from_db()
    assert attempt.outcome == Outcome.FINISHED
    assert attempt.tier == "none"


def test_the_stored_record_is_compressed_and_filed_by_day(
    match: Match, played: Played, records: Storage
) -> None:
    attempt = claim()
    services.finish(attempt, played)
    match.refresh_from_db()
    day, name = match.record_key.rsplit("/", 1)
    assert day == f"{match.finished_at:%Y/%m/%d}"
    assert name == f"{match.pk}-{attempt.token.hex}.json.gz"
    assert loads(gzip.decompress(records.open(match.record_key).read())).seed == bytes(range(32))


def test_a_late_result_is_fenced_off(match: Match, played: Played, records: Storage) -> None:
    late = claim()
    second = lose_to_another(match)
    assert services.finish(second, played)
    assert not services.finish(late, played)

    match.refresh_from_db()
    assert second.token.hex in match.record_key
    day, _name = match.record_key.rsplit("/", 1)
    _folders, files = records.listdir(day)
    assert all(second.token.hex in name for name in files)
    outcomes = match.attempts.order_by("pk").values_list("outcome", flat=True)
    assert list(outcomes) == [Outcome.LOST, Outcome.FINISHED]


def test_a_late_result_does_not_stop_the_attempt_that_took_over(
    match: Match, played: Played, records: Storage
) -> None:
    late = claim()
    second = lose_to_another(match)
    assert not services.finish(late, played)
    assert services.finish(second, played)
    assert match.attempts.filter(outcome=Outcome.FINISHED).get() == second


def test_a_commit_whose_answer_was_lost_counts_once(
    match: Match, played: Played, records: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database commits, and the connection breaks before it can say so."""
    attempt = claim()
    finish = services._finish

    def break_after_commit(*arguments: Any) -> bool:
        monkeypatch.setattr(services, "_finish", finish)
        finish(*arguments)
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(services, "_finish", break_after_commit)
    monkeypatch.setattr(connection, "close", lambda: None)
    assert services.finish(attempt, played)
    match.refresh_from_db()
    assert dumps(storage.read_record(match)) == dumps(played.record)


def test_the_lost_result_of_a_dead_database_is_raised_in_the_end(
    match: Match, played: Played, records: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: Any) -> bool:
        raise OperationalError("no connection")

    monkeypatch.setattr(services, "_finish", broken)
    monkeypatch.setattr(services, "FINISH_PAUSES", (0, 0))
    monkeypatch.setattr(connection, "close", lambda: None)
    attempt = claim()
    with pytest.raises(OperationalError):
        services.finish(attempt, played)
    match.refresh_from_db()
    assert match.progress == Progress.RUNNING


def test_a_match_given_back_is_ready_at_once_and_uncounted(match: Match) -> None:
    attempt = claim()
    services.give_back(attempt)
    match.refresh_from_db()
    attempt.refresh_from_db()
    assert match.lost == 0
    assert attempt.outcome == Outcome.GIVEN_BACK
    assert claim().match == match


def test_a_lost_worker_costs_the_match_a_pause_and_an_attempt(match: Match) -> None:
    attempt = claim()
    expire(match)
    assert services.reclaim() == 1
    match.refresh_from_db()
    attempt.refresh_from_db()
    assert match.progress == Progress.QUEUED
    assert match.lost == 1
    assert attempt.outcome == Outcome.LOST
    assert match not in Match.objects.ready()


def test_a_lease_that_holds_is_not_reclaimed(match: Match) -> None:
    claim()
    assert services.reclaim() == 0
    match.refresh_from_db()
    assert match.progress == Progress.RUNNING


def test_a_match_that_keeps_failing_goes_into_quarantine(match: Match) -> None:
    for _attempt in range(LOST_BUDGET):
        rest(match)
        attempt = claim()
        assert attempt.match == match
        services.fail(attempt, "the sandbox did not start")
    match.refresh_from_db()
    assert match.progress == Progress.QUARANTINED
    assert match.attempts.filter(outcome=Outcome.FAILED).count() == LOST_BUDGET
    assert Match.objects.filter(pk=match.pk).requeue() == 1
    rest(match)
    assert claim().match == match


def test_a_match_left_in_quarantine_for_a_day_becomes_void(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(progress=Progress.QUARANTINED, lost=LOST_BUDGET)
    services.reclaim()
    match.refresh_from_db()
    assert match.progress == Progress.QUARANTINED
    Match.objects.filter(pk=match.pk).update(ready_at=Now() - timedelta(hours=25))
    services.reclaim()
    match.refresh_from_db()
    assert match.progress == Progress.VOID


def test_a_running_match_is_not_declared_void(match: Match) -> None:
    claim()
    assert Match.objects.filter(pk=match.pk).void() == 0


def test_a_match_is_not_played_inside_a_transaction(match: Match) -> None:
    attempt = claim()
    with transaction.atomic(), pytest.raises(RuntimeError, match="transaction"):
        services.play(attempt)


@pytest.fixture
def playing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Let `services.play` do something else than play."""

    def playing(error: BaseException) -> None:
        def play(_attempt: Attempt) -> None:
            raise error

        monkeypatch.setattr(services, "play", play)

    return playing


def test_a_fault_of_ours_counts_against_the_match_and_no_bot(
    match: Match, playing: Callable[[BaseException], None]
) -> None:
    playing(InfrastructureFailure("the sandbox never said READY"))
    assert not services.carry_out(claim())
    match.refresh_from_db()
    assert match.progress == Progress.QUEUED
    assert match.lost == 1
    assert match.attempts.get().reason == "the sandbox never said READY"
    assert not Seat.objects.exclude(ending="").exists()


def test_an_unexpected_error_is_a_fault_of_ours(
    match: Match, playing: Callable[[BaseException], None], caplog: pytest.LogCaptureFixture
) -> None:
    playing(RuntimeError("the stored files have changed"))
    assert not services.carry_out(claim())
    match.refresh_from_db()
    assert match.lost == 1
    assert "changed" in match.attempts.get().reason


def test_a_match_without_a_lease_any_more_is_abandoned(
    match: Match, playing: Callable[[BaseException], None]
) -> None:
    attempt = claim()
    lose_to_another(match)
    playing(Stopped())
    assert not services.carry_out(attempt)
    match.refresh_from_db()
    assert match.progress == Progress.RUNNING


@pytest.mark.parametrize("stop", [SystemExit(), KeyboardInterrupt()])
def test_a_worker_that_is_stopped_gives_its_match_back(
    match: Match, playing: Callable[[BaseException], None], stop: BaseException
) -> None:
    playing(stop)
    with pytest.raises(type(stop)):
        services.carry_out(claim())
    match.refresh_from_db()
    assert match.progress == Progress.QUEUED
    assert match.lost == 0
    assert match in Match.objects.ready()
