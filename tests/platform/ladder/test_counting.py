"""Every finished match counts once, whatever comes twice, late, or is taken back."""

from itertools import permutations

import pytest
from django.db import IntegrityError, transaction

from sixfold.bots.models import Submission
from sixfold.ladder import services
from sixfold.ladder.models import Event, Ladder, PairCount, Pairing, Tally
from sixfold.matches.models import Match
from sixfold.matches.services import schedule

from .conftest import Enter, Play, finish


def counts(ladder: Ladder) -> list[tuple[int, ...]]:
    columns = ("first", "second", "first_wins", "draws", "second_wins")
    return list(ladder.pair_counts.order_by("first", "second").values_list(*columns))


def tally(submission: Submission) -> dict[str, int]:
    return Tally.objects.get(submission=submission).counts()


def test_a_cluster_counts_for_both_bots(ladder: Ladder, trio: list[Submission], play: Play) -> None:
    greedy, ada, _bob = trio
    play([ada, greedy], [210, 180])
    assert services.count(ladder) == 2
    assert counts(ladder) == [(greedy.pk, ada.pk, 0, 0, 2)]
    assert tally(ada) == {"wins": 2, "draws": 0, "losses": 0, "points": 420, "errors": 0}
    assert tally(greedy) == {"wins": 0, "draws": 0, "losses": 2, "points": 360, "errors": 0}


def test_equal_scores_are_a_draw(ladder: Ladder, trio: list[Submission], play: Play) -> None:
    play(trio[:2], [200, 200])
    services.count(ladder)
    assert counts(ladder) == [(trio[0].pk, trio[1].pk, 0, 2, 0)]
    assert tally(trio[0])["draws"] == tally(trio[1])["draws"] == 2


def test_a_forfeit_loses_whatever_its_score(
    ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    play(trio[:2], [200, 90], failed=[0])
    services.count(ladder)
    assert counts(ladder) == [(trio[0].pk, trio[1].pk, 0, 0, 2)]
    assert tally(trio[0])["errors"] == 2
    assert tally(trio[1])["errors"] == 0


def test_a_table_of_four_counts_every_pair(ladder: Ladder, enter: Enter, play: Play) -> None:
    ladder.seats = 4
    ladder.save()
    table = [enter(f"bot{number}", f"owner{number}") for number in range(4)]
    play(table, [100, 80, 80, 50])
    services.count(ladder)
    a, b, c, d = (one.pk for one in table)
    assert counts(ladder) == [
        (a, b, 4, 0, 0),
        (a, c, 4, 0, 0),
        (a, d, 4, 0, 0),
        (b, c, 0, 4, 0),
        (b, d, 4, 0, 0),
        (c, d, 4, 0, 0),
    ]
    results = [Tally.objects.get(submission=one) for one in table]
    assert [(one.wins, one.draws, one.losses) for one in results] == [(4, 0, 0)] + 3 * [(0, 0, 4)]


def test_counting_again_changes_nothing(ladder: Ladder, trio: list[Submission], play: Play) -> None:
    play(trio[:2], [210, 180])
    services.count(ladder)
    before = counts(ladder)
    assert services.count(ladder) == 0
    assert counts(ladder) == before
    assert Event.objects.count() == 2


def test_the_database_refuses_a_second_event_of_a_match(
    ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    match, _other = play(trio[:2], [210, 180])
    services.count(ladder)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.create(ladder=ladder, seq=3, match=match, kind=Event.Kind.FINAL)


def test_events_are_numbered_without_gaps(
    ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    for submissions in permutations(trio, 2):
        play(submissions, [210, 180])
        services.count(ladder)
    assert list(ladder.events.order_by("seq").values_list("seq", flat=True)) == [*range(1, 13)]
    ladder.refresh_from_db()
    assert ladder.last_seq == 12


def test_many_matches_are_counted_in_several_transactions(
    ladder: Ladder, trio: list[Submission], play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixfold.ladder.services.counting.BATCH", 3)
    for submissions in permutations(trio, 2):
        play(submissions, [210, 180])
    assert services.count(ladder) == 12
    assert sum(sum(row[2:]) for row in counts(ladder)) == 12


def test_half_a_cluster_counts_at_once_and_the_rest_later(
    ladder: Ladder, trio: list[Submission]
) -> None:
    first, second = trio[:2]
    cluster = schedule(submissions=[first, second], seed=bytes(32))
    members = [first.pk, second.pk]
    pairing = Pairing.objects.create(
        ladder=ladder, cluster=cluster, slot=0, why="burst", members=members
    )
    for match, still_open in zip(cluster.matches.all(), (True, False), strict=True):
        finish(match, {first: 210, second: 180})
        assert services.count(ladder) == 1
        pairing.refresh_from_db()
        assert pairing.open is still_open


def test_matches_that_no_ladder_asked_for_are_not_rated(
    ladder: Ladder, trio: list[Submission]
) -> None:
    cluster = schedule(submissions=trio[:2], seed=bytes(32))
    for match in cluster.matches.all():
        finish(match, dict(zip(trio[:2], [210, 180], strict=True)))
    assert services.count(ladder) == 0


def test_a_voided_match_leaves_what_never_playing_it_leaves(
    ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    greedy, ada, bob = trio
    play([greedy, ada], [210, 180])
    services.count(ladder)
    expected = counts(ladder), tally(greedy), tally(ada)
    matches = play([greedy, bob], [150, 160], failed=[1])
    services.count(ladder)
    Match.objects.filter(pk__in=[match.pk for match in matches]).void()
    assert services.count(ladder) == 2
    assert (counts(ladder), tally(greedy), tally(ada)) == expected
    assert not Tally.objects.filter(submission=bob).exists()
    assert not PairCount.objects.filter(second=bob).exists()
    assert services.count(ladder) == 0


def test_a_match_voided_before_it_was_counted_never_counts(
    ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    play(trio[:2], [210, 180])
    Match.objects.all().void()
    assert services.count(ladder) == 0
    assert not Pairing.objects.filter(open=True).exists()
