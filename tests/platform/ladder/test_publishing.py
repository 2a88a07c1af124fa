"""Snapshots follow from the counts alone, and what they say stays true."""

from datetime import timedelta
from itertools import pairwise, permutations
from random import Random

import pytest
from django.core.management import call_command

from sixfold.bots.models import Submission
from sixfold.bots.services import retire
from sixfold.ladder import ratings, services
from sixfold.ladder.models import Ladder, Snapshot, Standing, Tally
from sixfold.ladder.services import publishing
from sixfold.matches.models import Match

from .conftest import Enter, Play, Rate

Row = tuple[object, ...]


def standings(ladder: Ladder) -> list[Row]:
    columns = ("submission", "rating", "bar", "anchor_bar", "rank", "wins", "losses", "points")
    return list(Standing.objects.current(ladder).order_by("submission").values_list(*columns))


def season(trio: list[Submission]) -> list[tuple[list[Submission], list[int]]]:
    """Twelve clusters with a result of every kind."""
    rng = Random(5)
    return [
        (list(pair), [rng.choice((150, 160, 170)) for _ in pair]) for pair in permutations(trio, 2)
    ] * 2


@pytest.fixture
def played(ladder: Ladder, trio: list[Submission], play: Play) -> Snapshot:
    for submissions, scores in season(trio):
        play(submissions, scores)
    (snapshot,) = services.settle()
    return snapshot


def test_nothing_is_published_before_the_first_result(
    ladder: Ladder, trio: list[Submission]
) -> None:
    assert services.settle() == []


def test_the_anchor_is_rated_1000_and_others_around_it(
    played: Snapshot, ladder: Ladder, trio: list[Submission]
) -> None:
    greedy, ada, bob = (Standing.objects.get(submission=one, milestone=True) for one in trio)
    assert greedy.rating == 1000
    assert greedy.anchor_bar == 0
    assert ada.bar < ada.anchor_bar
    assert ada.rating != bob.rating
    assert played.anchor == trio[0]


def test_the_anchor_stays_when_the_house_enters_a_new_version(
    played: Snapshot, ladder: Ladder, trio: list[Submission], enter: Enter, play: Play
) -> None:
    newer = enter("greedy", "house", house=True)
    play([newer, trio[1]], [200, 150])
    (snapshot,) = services.settle()
    assert snapshot.anchor == trio[0]
    assert Standing.objects.current(ladder).get(submission=trio[0]).rating == 1000


def test_a_snapshot_says_what_it_counted(played: Snapshot, ladder: Ladder) -> None:
    ladder.refresh_from_db()
    assert played.watermark == ladder.last_seq == Match.objects.count()
    pairs = [
        ratings.Pair(row.first_id, row.second_id, row.first_wins, row.draws, row.second_wins)
        for row in ladder.pair_counts.all()
    ]
    assert played.digest == ratings.digest(pairs)


def test_settling_again_publishes_nothing_new(played: Snapshot) -> None:
    assert services.settle() == []


def test_results_in_another_order_give_the_same_ratings_to_the_last_bit(
    ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    results = season(trio)
    tables: list[tuple[list[Row], str]] = []
    for order in (results, results[::-1], Random(1).sample(results, len(results))):
        other = Ladder.objects.create(slug=f"copy{len(tables)}", name="copy")
        for submissions, scores in order:
            play(submissions, scores, on=other)
        services.settle()
        tables.append((standings(other), other.snapshots.get().digest))
    assert tables[0] == tables[1] == tables[2]


def test_a_voided_cluster_gives_the_ratings_of_never_playing_it(
    played: Snapshot, ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    before = standings(ladder)
    matches = play([trio[0], trio[2]], [100, 300])
    services.settle()
    assert standings(ladder) != before
    Match.objects.filter(pk__in=[match.pk for match in matches]).void()
    (snapshot,) = services.settle()
    assert standings(ladder) == before
    assert snapshot.digest == played.digest


def test_a_rebuild_changes_nothing(
    played: Snapshot, ladder: Ladder, capsys: pytest.CaptureFixture[str]
) -> None:
    before = standings(ladder)
    call_command("rate", rebuild=True)
    assert "nothing has changed" in capsys.readouterr().out
    assert standings(ladder) == before
    assert ladder.snapshots.get() == played


def test_a_rebuild_repairs_damaged_counts(played: Snapshot, ladder: Ladder) -> None:
    before = standings(ladder)
    Tally.objects.filter(ladder=ladder).update(points=7)
    ladder.pair_counts.order_by("pk")[0].delete()
    rebuilt = services.rebuild(ladder)
    assert rebuilt.changed_counts == 4
    assert standings(ladder) == before
    assert services.rebuild(ladder).changed_counts == 0


def test_a_rebuild_repairs_damaged_ratings(played: Snapshot, ladder: Ladder) -> None:
    before = standings(ladder)
    Standing.objects.update(rating=1)
    assert services.rebuild(ladder).changed_standings == 3
    assert standings(ladder) == before


def test_only_small_bars_have_a_rank(
    ladder: Ladder, trio: list[Submission], enter: Enter, rate: Rate
) -> None:
    greedy, ada, bob = trio
    new = enter("new", "carl")
    rate({(ada, greedy): (300, 10, 150), (greedy, bob): (350, 0, 240), (ada, new): (3, 0, 1)})
    rows = list(Standing.objects.leaderboard(ladder))
    assert [row.submission for row in rows] == [ada, greedy, bob, new]
    assert [row.rank for row in rows] == [1, 2, 3, None]
    assert [row.provisional for row in rows] == [False, False, False, True]
    assert rows[2].bar < ratings.PROVISIONAL < rows[3].bar
    assert (rows[0].rank_low, rows[0].rank_high) == (1, 1)
    assert (rows[0].best or 0) > 0.99


def test_a_retired_bot_leaves_the_leaderboard_and_stays_in_the_ratings(
    played: Snapshot, ladder: Ladder, trio: list[Submission]
) -> None:
    before = standings(ladder)
    retire(trio[2].bot)
    (snapshot,) = services.settle()
    assert snapshot.digest == played.digest
    assert standings(ladder) == before
    assert trio[2] not in [row.submission for row in Standing.objects.leaderboard(ladder)]


def test_a_new_version_starts_from_nothing(
    played: Snapshot, ladder: Ladder, trio: list[Submission], enter: Enter, play: Play
) -> None:
    newer = enter("ada-bot", "ada")
    play([newer, trio[0]], [150, 200])
    services.settle()
    rows = {row.submission: row for row in Standing.objects.leaderboard(ladder)}
    assert trio[1] not in rows
    assert rows[newer].games == 2


def test_history_keeps_milestones_and_no_more(
    ladder: Ladder, trio: list[Submission], rate: Rate
) -> None:
    for _ in range(30):
        rate({(trio[0], trio[1]): (1, 0, 1)})
    old = Standing.objects.exclude(snapshot=ladder.snapshots.last())
    assert all(row.milestone for row in old)
    games = sorted(row.games for row in Standing.objects.milestones().filter(submission=trio[0]))
    assert games[:3] == [2, 4, 6]
    assert all(after >= before * 1.1 for before, after in pairwise(games))
    assert len(games) < 25


def test_a_costly_fit_rests_for_twenty_times_its_cost(played: Snapshot, ladder: Ladder) -> None:
    ladder.snapshots.update(cost_ms=2_000)
    assert not services.is_due(ladder)
    ladder.snapshots.update(published_at=played.published_at - timedelta(seconds=41))
    assert services.is_due(ladder)
    ladder.snapshots.update(published_at=played.published_at + timedelta(hours=1))
    assert services.is_due(ladder), "the clock was set back"


def test_whoever_publishes_second_gives_way(
    played: Snapshot, ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    play(trio[:2], [210, 180])
    services.count(ladder)
    slow = publishing.read(ladder)
    assert services.publish(ladder) is not None
    assert publishing.write(slow, publishing.rate(slow), 1.0) is None
