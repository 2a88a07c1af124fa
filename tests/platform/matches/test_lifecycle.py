"""Any order of claims, results, shutdowns, deaths and ticks leaves each match with one result."""

from datetime import timedelta

from django.core.files.storage import Storage
from django.db import transaction
from django.db.models.functions import Now
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from sixfold.bots.models import Submission
from sixfold.leases import LOST_BUDGET, Progress
from sixfold.matches import services
from sixfold.matches.models import Attempt, Match
from sixfold.matches.playing import Played

Outcome = Attempt.Outcome


class Life(RuleBasedStateMachine):
    """Two matches, and workers that may come back at any time with an attempt of long ago."""

    bots: list[Submission]
    played: Played

    def __init__(self) -> None:
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        services.schedule(submissions=self.bots, seed=bytes(32))
        self.attempts: list[Attempt] = []
        self.counted: dict[int, Attempt] = {}
        self.progress = dict.fromkeys(Match.objects.values_list("pk", flat=True), Progress.QUEUED)

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    def some(self, data: st.DataObject) -> Attempt:
        return data.draw(st.sampled_from(self.attempts))

    @rule()
    def claim(self) -> None:
        ready = Match.objects.ready().order_by("pk").first()
        attempt = services.claim()
        assert (attempt and attempt.match) == ready
        if attempt is not None:
            self.attempts.append(attempt)

    @precondition(lambda self: self.attempts)
    @rule(data=st.data())
    def finish(self, data: st.DataObject) -> None:
        attempt = self.some(data)
        before = self.counted.get(attempt.match_id)
        held = Match.objects.held(attempt.token).exists()
        assert services.finish(attempt, self.played) == (held or before == attempt)
        if held:
            assert before is None
            self.counted[attempt.match_id] = attempt

    @precondition(lambda self: self.attempts)
    @rule(data=st.data())
    def give_back(self, data: st.DataObject) -> None:
        services.give_back(self.some(data))

    @precondition(lambda self: self.attempts)
    @rule(data=st.data())
    def fail(self, data: st.DataObject) -> None:
        services.fail(self.some(data), "the sandbox broke")

    @rule()
    def everybody_dies(self) -> None:
        Match.objects.running().update(leased_until=Now() - timedelta(seconds=1))

    @rule()
    def tick(self) -> None:
        expired = Match.objects.expired().count()
        assert services.reclaim() == expired

    @rule()
    def time_passes(self) -> None:
        Match.objects.queued().update(ready_at=Now())

    @rule()
    def a_moderator_lets_it_try_again(self) -> None:
        Match.objects.all().requeue()

    @rule(which=st.integers(0, 1))
    def a_moderator_declares_it_void(self, which: int) -> None:
        pk = sorted(self.progress)[which]
        possible = self.progress[pk] in Progress.VOID.sources
        assert Match.objects.filter(pk=pk).void() == possible

    @rule()
    def a_day_passes(self) -> None:
        set_aside = Match.objects.filter(progress=Progress.QUARANTINED)
        set_aside.update(ready_at=Now() - services.GIVEN_UP_AFTER - timedelta(seconds=1))
        services.reclaim()
        assert not set_aside.exists()

    @invariant()
    def a_match_goes_the_ways_that_there_are(self) -> None:
        for pk, state in Match.objects.values_list("pk", "progress"):
            assert state == self.progress[pk] or self.progress[pk] in Progress(state).sources
            self.progress[pk] = Progress(state)

    @invariant()
    def a_match_has_the_one_result_that_counted(self) -> None:
        for match in Match.objects.with_seats():
            counted = self.counted.get(match.pk)
            if match.progress != Progress.VOID:
                assert (match.progress == Progress.FINISHED) == (counted is not None)
            if counted is not None:
                assert counted.token.hex in match.record_key
                assert match.attempts.get(outcome=Outcome.FINISHED) == counted
            for seat in match.seats.all():
                assert (seat.score is not None) == (counted is not None)

    @invariant()
    def the_budget_is_kept(self) -> None:
        for match in Match.objects.all():
            assert match.lost <= LOST_BUDGET
            if match.lost == LOST_BUDGET:
                assert match.progress in (Progress.QUARANTINED, Progress.VOID)

    @invariant()
    def an_attempt_is_open_exactly_while_it_holds_its_match(self) -> None:
        for attempt in Attempt.objects.all():
            held = Match.objects.held(attempt.token).exists()
            assert (attempt.outcome == "") == held


def test_whatever_happens_in_whatever_order_a_match_counts_once(
    bots: list[Submission], played: Played, records: Storage
) -> None:
    machine = type("Life", (Life,), {"bots": bots, "played": played})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=20,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
