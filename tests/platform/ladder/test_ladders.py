"""Several ladders side by side: their tables, their shares of the workers, and that of all."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from pytest_django import Settings

from arena.ruleset import EXTENDED
from arena.seating import orders
from sixfold.bots.models import Submission
from sixfold.ladder import checks, ratings, services
from sixfold.ladder.models import Ladder, PairCount, Standing, Tally
from sixfold.ladder.services import matchmaking
from sixfold.leases import Progress
from sixfold.matches.models import Match

from .conftest import Enter, Play

Ladders = Mapping[str, Ladder]


@pytest.fixture
def ladders(settings: Settings, db: None) -> Ladders:
    """All there are, on a site with one worker."""
    settings.WORKERS = 1
    settings.LADDERS = ["two", "four", "all", "five", "six"]
    return {ladder.slug: ladder for ladder in services.ladders()}


@pytest.fixture
def field(enter: Enter) -> list[Submission]:
    """The house's greedy and six bots of different owners."""
    return [
        enter("greedy", "house", house=True),
        *(enter(f"bot{number}", f"owner{number}") for number in range(6)),
    ]


def prove(ladder: Ladder, submissions: list[Submission]) -> None:
    """As if they had played enough on the first ladder."""
    for submission in submissions:
        Tally.objects.update_or_create(
            ladder=ladder,
            submission=submission,
            defaults={"wins": matchmaking.PROVEN_AFTER},
        )


def standings(ladder: Ladder) -> list[tuple[object, ...]]:
    columns = ("submission", "rating", "bar", "anchor_bar", "rank", "wins", "losses", "points")
    return list(Standing.objects.current(ladder).order_by("submission").values_list(*columns))


def test_the_setting_makes_what_is_missing_and_nothing_twice(settings: Settings, db: None) -> None:
    settings.LADDERS = ["two"]
    assert [ladder.slug for ladder in services.ladders()] == ["two"]
    settings.LADDERS = ["two", "four", "all"]
    assert [ladder.slug for ladder in services.ladders()] == ["two", "four", "all"]
    settings.LADDERS = ["six"]
    assert [(ladder.slug, ladder.seats) for ladder in services.ladders()] == [
        ("two", 2),
        ("four", 4),
        ("all", None),
        ("six", 6),
    ]


def test_a_ladder_that_there_is_not_is_an_error_of_the_settings(settings: Settings) -> None:
    settings.LADDERS = ["two", "seven"]
    (error,) = checks.ladders_are_known()
    assert "'seven'" in error.msg


def test_no_ladder_has_more_seats_than_its_rules_allow(db: None) -> None:
    with pytest.raises(ValidationError, match="classic is for 2 to 4 seats, not 6"):
        Ladder(slug="wide", name="Wide", seats=6).full_clean()
    Ladder(slug="wide", name="Wide", seats=6, ruleset=EXTENDED.name, draw_seed=b"1").full_clean()


def test_a_version_comes_to_other_tables_once_it_has_proved_itself(
    ladders: Ladders, field: list[Submission], settings: Settings
) -> None:
    settings.WORKERS = 4
    assert {pairing.ladder.slug for pairing in services.pair()} == {"two"}
    Match.objects.update(progress=Progress.VOID)
    prove(ladders["two"], field[:3])
    assert {pairing.ladder.slug for pairing in services.pair()} == {"two"}, "three fill no table"
    Match.objects.update(progress=Progress.VOID)
    prove(ladders["two"], field[:5])
    tables = [pairing for pairing in services.pair() if pairing.ladder != ladders["two"]]
    assert {pairing.ladder.slug for pairing in tables} == {"four", "five"}
    proven = {submission.pk for submission in field[:5]}
    assert all(set(pairing.members) <= proven for pairing in tables)


def test_every_ladder_plays_whole_clusters_in_its_own_size_under_its_own_rules(
    ladders: Ladders, field: list[Submission], settings: Settings
) -> None:
    settings.WORKERS = 8
    prove(ladders["two"], field)
    services.pair()
    for slug, seats, ruleset in (
        ("two", 2, "classic"),
        ("four", 4, "classic"),
        ("five", 5, "extended"),
        ("six", 6, "extended"),
    ):
        for pairing in ladders[slug].pairings.select_related("cluster"):
            assert pairing.cluster.ruleset == ruleset
            seated = {
                tuple(match.seats.order_by("number").values_list("submission", flat=True))
                for match in pairing.cluster.matches.all()
            }
            assert len(seated) == len(orders(seats))
            assert {len(set(order)) for order in seated} == {seats}
            # Balanced: everybody sits everywhere equally often.
            for seat in range(seats):
                assert set(Counter(order[seat] for order in seated).values()) == {
                    len(seated) // seats
                }
        assert ladders[slug].pairings.exists()
    assert not ladders["all"].pairings.exists()


def test_the_workers_are_divided_by_the_shares(
    ladders: Ladders, field: list[Submission], settings: Settings
) -> None:
    settings.WORKERS = 12
    Ladder.objects.filter(slug__in=["five", "six"]).update(share=0)
    prove(ladders["two"], field)
    services.pair()
    waiting = Counter(
        Match.objects.queued().values_list("cluster__pairing__ladder__slug", flat=True)
    )
    assert waiting == {"two": 72, "four": 24}


def test_what_cannot_be_played_leaves_its_share_to_the_others(
    ladders: Ladders, field: list[Submission], settings: Settings
) -> None:
    settings.WORKERS = 12
    services.pair()
    assert Match.objects.queued().count() == 96


def test_all_counts_the_matches_of_every_size_under_its_rules_by_their_weight(
    ladders: Ladders, field: list[Submission], play: Play
) -> None:
    greedy, a, b, c = field[:4]
    play([greedy, a], [210, 180], on=ladders["two"])
    play([b, greedy, a, c], [200, 190, 180, 170], on=ladders["four"])
    services.settle()
    both = ratings.fit(
        ratings.Pair(row.first_id, row.second_id, **row.counts(), seats=row.ladder.seats or 0)
        for row in PairCount.objects.select_related("ladder")
    )
    found = {one.submission_id: one for one in Standing.objects.current(ladders["all"])}
    assert [one.rating for one in found.values()] == both.ratings(greedy.pk).tolist()
    assert found[greedy.pk].games == 6
    assert found[c.pk].games == 4
    assert not ladders["all"].events.exists()
    newest = ladders["all"].snapshots.get()
    assert newest.watermark == 6
    assert [newest.mark(ladders[slug]) for slug in ("two", "four", "six")] == [2, 4, 0]


def test_another_edition_is_rated_apart(
    ladders: Ladders, field: list[Submission], play: Play
) -> None:
    play(field[:5], [210, 200, 190, 180, 170], on=ladders["five"])
    services.settle()
    assert ladders["five"].snapshots.exists()
    assert not ladders["all"].snapshots.exists()


def test_all_is_the_same_in_any_order_and_after_a_rebuild(
    ladders: Ladders, field: list[Submission], play: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    results = [
        (ladders[slug], Random(number).sample(field, seats))
        for number in range(3)
        for slug, seats in (("two", 2), ("four", 4))
    ]
    for ladder, table in results:
        play(table, [200 - 10 * place for place in range(len(table))], on=ladder)
        services.settle()
    step_by_step = standings(ladders["all"])
    call_command("rate", rebuild=True)
    said = capsys.readouterr().out
    assert said.count("nothing has changed") == 5
    assert standings(ladders["all"]) == step_by_step
    PairCount.objects.all().delete()
    call_command("rate", rebuild=True)
    assert standings(ladders["all"]) == step_by_step


def test_a_void_at_one_size_is_taken_out_of_all(
    ladders: Ladders, field: list[Submission], play: Play
) -> None:
    play(field[:2], [210, 180], on=ladders["two"])
    services.settle()
    before = standings(ladders["all"])
    matches = play(field[1:5], [200, 150, 140, 130], on=ladders["four"])
    services.settle()
    assert standings(ladders["all"]) != before
    Match.objects.filter(pk__in=[match.pk for match in matches]).void()
    services.settle()
    assert standings(ladders["all"]) == before


def test_every_ladder_gets_its_share_from_a_single_worker(
    ladders: Ladders, field: list[Submission]
) -> None:
    """It works through the queue in its order, five matches between two ticks."""
    prove(ladders["two"], field)
    played = Counter[str]()
    for _ in range(36):
        services.pair()
        queue = Match.objects.queued().order_by("-priority", "pk")
        taken = dict(queue.values_list("pk", "cluster__pairing__ladder__slug")[:5])
        played.update(taken.values())
        Match.objects.filter(pk__in=taken).update(progress=Progress.VOID)
    assert sum(played.values()) == 180
    # Three shares of six, and one each.
    for slug, expected in {"two": 90, "four": 30, "five": 30, "six": 30}.items():
        assert played[slug] == pytest.approx(expected, abs=10)
