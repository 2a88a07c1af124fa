"""Pairing on the database: a small backlog, soon a turn for everybody, and never too many."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from sixfold.bots.models import Submission
from sixfold.ladder import services
from sixfold.ladder.models import Ladder, Pairing
from sixfold.ladder.services import matchmaking
from sixfold.leases import Progress
from sixfold.matches.models import Cluster, Match
from sixfold.workers.models import Worker

from .conftest import Enter, Rate, finish


@pytest.fixture(autouse=True)
def one_worker(settings: Settings) -> None:
    settings.WORKERS = 1


def test_a_ladder_for_two_is_there_on_demand(db: None) -> None:
    (ladder,) = services.ladders()
    assert (ladder.seats, ladder.ruleset) == (2, "classic")
    assert services.ladders() == [ladder]


def test_fewer_than_two_bots_play_nothing(ladder: Ladder, enter: Enter) -> None:
    assert services.pair() == []
    enter("alone")
    assert services.pair() == []
    enter("again")  # of the same owner
    assert services.pair() == []


def test_bots_that_share_somebody_do_not_meet(ladder: Ladder, enter: Enter) -> None:
    one, other = enter("ada-bot", "ada").bot, enter("bob-bot", "bob").bot
    other.members.create(user=one.owner)
    assert services.pair() == []
    other.members.all().delete()
    assert services.pair() != []


def test_two_bots_are_enough(ladder: Ladder, enter: Enter) -> None:
    enter("ada-bot", "ada")
    enter("bob-bot", "bob")
    assert len(services.pair()) == 4
    assert Match.objects.queued().count() == 8


def test_no_more_wait_than_workers_need_until_the_next_tick(
    ladder: Ladder, trio: list[Submission], settings: Settings
) -> None:
    services.pair()
    assert services.pair() == []
    settings.WORKERS = 3
    services.pair()
    assert Match.objects.queued().count() == 24
    Match.objects.filter(pk__in=[match.pk for match in Match.objects.queued()[:10]]).update(
        progress=Progress.VOID
    )
    assert len(services.pair()) == 5


def test_what_workers_elsewhere_need_waits_too(ladder: Ladder, trio: list[Submission]) -> None:
    for pid in range(5):
        Worker.objects.create(host="elsewhere", pid=pid, slots=5, tier="A")
    Worker.objects.create(host="elsewhere", pid=6, slots=5, refusal="no sandbox")
    services.pair()
    assert Match.objects.queued().count() == 40


def test_where_matches_are_short_as_many_wait_as_were_just_played(
    ladder: Ladder, trio: list[Submission]
) -> None:
    cluster = Cluster.objects.create(seed=bytes(32), ruleset="classic")
    now = timezone.now()
    Match.objects.bulk_create(
        Match(
            cluster=cluster,
            order=order,
            progress=Progress.FINISHED,
            finished_at=now - timedelta(seconds=10) * (order % 2),
            record_key="key",
            record_sha256="sha",
        )
        for order in range(40)
    )
    services.pair()
    assert Match.objects.queued().count() == 20


def test_a_new_version_is_in_the_next_tables(
    ladder: Ladder, trio: list[Submission], enter: Enter, rate: Rate
) -> None:
    greedy, ada, bob = trio
    rate({(greedy, ada): (60, 0, 60), (greedy, bob): (60, 0, 60), (ada, bob): (60, 0, 60)})
    new = enter("new", "carl")
    made = services.pair()
    assert made[0].why == "first"
    assert new.pk in made[0].members
    assert [pairing.why for pairing in made].count("burst") in (1, 2)


def test_a_new_version_is_played_before_what_waits(
    ladder: Ladder, trio: list[Submission], enter: Enter, rate: Rate
) -> None:
    greedy, ada, bob = trio
    rate({(greedy, ada): (60, 0, 60), (greedy, bob): (60, 0, 60), (ada, bob): (60, 0, 60)})
    services.pair()
    Match.objects.filter(pk__in=Match.objects.queued()[:4]).update(progress=Progress.VOID)
    new = enter("new", "carl")
    services.pair()
    match = Match.objects.claim()
    assert match is not None
    assert new.pk in match.seats.values_list("submission", flat=True)


def test_each_cluster_has_a_seed_of_its_own_and_every_seat_order(
    ladder: Ladder, trio: list[Submission]
) -> None:
    made = services.pair()
    seeds = {bytes(cluster.seed) for cluster in Cluster.objects.all()}
    assert len(seeds) == len(made) == 4
    for pairing in made:
        orders = {
            tuple(match.seats.order_by("number").values_list("submission", flat=True))
            for match in pairing.cluster.matches.all()
        }
        first, second = pairing.members
        assert orders == {(first, second), (second, first)}


def test_slots_are_numbered_on_from_call_to_call(ladder: Ladder, trio: list[Submission]) -> None:
    services.pair()
    Match.objects.update(progress=Progress.VOID)
    services.pair()
    assert sorted(Pairing.objects.values_list("slot", flat=True)) == [*range(8)]


def test_a_ladder_for_four_seats_four(ladder: Ladder, enter: Enter) -> None:
    ladder.seats = 4
    ladder.save()
    for number in range(5):
        enter(f"bot{number}", f"owner{number}")
    made = services.pair()
    assert [len(set(pairing.members)) for pairing in made] == [4, 4]
    assert Match.objects.queued().count() == 8


def test_a_settled_ladder_rests_a_minute_between_its_tables(
    ladder: Ladder, trio: list[Submission], rate: Rate, monkeypatch: pytest.MonkeyPatch
) -> None:
    greedy, ada, bob = trio
    rate({(greedy, ada): (900, 0, 900), (greedy, bob): (900, 0, 900), (ada, bob): (900, 0, 900)})
    assert [pairing.why for pairing in services.pair()] == ["idle"]
    Match.objects.update(progress=Progress.VOID)
    services.count(ladder)
    assert services.pair() == []
    monkeypatch.setattr(matchmaking, "IDLE_PAUSE", matchmaking.IDLE_PAUSE * 0)
    assert len(services.pair()) == 1


def test_everything_paired_is_counted_once_it_is_played(
    ladder: Ladder, trio: list[Submission]
) -> None:
    for _ in range(3):
        for pairing in services.pair():
            for match in pairing.cluster.matches.all():
                finish(match, {seat.submission: seat.number for seat in match.seats.all()})
        services.settle()
    assert ladder.snapshots.count() == 3
    assert not Pairing.objects.filter(open=True).exists()
    assert sum(tally.games for tally in ladder.tallies.all()) == 2 * Match.objects.count()


def test_a_retired_bot_is_paired_no_more(ladder: Ladder, trio: list[Submission]) -> None:
    bot = trio[2].bot
    bot.active = None
    bot.save()
    assert all(trio[2].pk not in pairing.members for pairing in services.pair())
