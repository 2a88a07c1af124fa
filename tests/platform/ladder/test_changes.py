"""What changed a rating: which matches, what they taught, and what of it others did."""

from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from sixfold.bots.models import Submission
from sixfold.ladder import changes, services
from sixfold.ladder.changes import Change
from sixfold.ladder.models import Ladder, Snapshot, Standing
from sixfold.matches.models import Match

from .conftest import Enter, Play, Rate


def newest(ladder: Ladder, submission: Submission) -> Standing:
    return Standing.objects.current(ladder).get(submission=submission)


def change(ladder: Ladder, submission: Submission) -> Change:
    found = changes.change(ladder, submission)
    assert found is not None
    return found


def a_day_passes() -> None:
    Snapshot.objects.update(published_at=F("published_at") - timedelta(days=1, minutes=1))


def page(client: Client, submission: Submission, **asked: str | int) -> str:
    bot = submission.bot
    where = {"owner": bot.owner.username, "slug": bot.slug, "number": submission.number}
    response = client.get(reverse("rating_change", kwargs=where), asked)
    assert response.status_code == 200
    return " ".join(response.text.split())


def test_a_first_rating_is_compared_with_an_average_bot(
    ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    greedy, ada, _bob = trio
    play([ada, greedy], [210, 180])
    services.settle()
    found = change(ladder, ada)
    assert found.before is None
    # Two bots that met twice lie around the mean alike.
    assert found.rating_before == pytest.approx((1000 + found.now.rating) / 2)
    (met,) = changes.encounters(found)
    assert met.opponent == greedy
    assert (met.lesson.games, met.lesson.made) == (2, 2)
    assert met.lesson.expected > 1, "greedy is rated below the mean today"


def test_a_newcomers_matches_are_looked_for_only_since_it_was_there(
    ladder: Ladder, trio: list[Submission], play: Play, enter: Enter
) -> None:
    play(trio[:2], [210, 180])
    services.settle()
    a_day_passes()
    new = enter("new", "carl")
    play([new, trio[0]], [210, 180])
    services.settle()
    assert change(ladder, new).spans == ((ladder, 2, 4),)


def test_matches_since_the_milestone_and_no_others_are_listed(
    ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    greedy, ada, bob = trio
    play([ada, greedy], [210, 180])
    services.settle()
    mine = play([ada, bob], [150, 180])
    play([greedy, bob], [150, 180])
    services.settle()
    found = change(ladder, ada)
    assert found.games == 2
    assert set(found.matches()) == set(mine)
    (met,) = changes.encounters(found)
    assert (met.opponent, met.lesson.games, met.lesson.made) == (bob, 2, 0)
    assert met.lesson.elo < 0
    listed = changes.taught(found, list(found.matches().with_seats()))
    total = changes.total(one.lesson for one in listed)
    assert total.expected == pytest.approx(met.lesson.expected)
    assert total.elo == pytest.approx(met.lesson.elo)


def test_what_matches_taught_is_about_what_the_rating_gained(
    ladder: Ladder, trio: list[Submission], rate: Rate, play: Play
) -> None:
    greedy, ada, bob = trio
    rate({(ada, greedy): (200, 0, 200), (greedy, bob): (200, 0, 200), (ada, bob): (200, 0, 200)})
    a_day_passes()
    for _ in range(5):
        play([ada, greedy], [210, 180])
    services.settle()
    found = change(ladder, ada)
    own = changes.total(one.lesson for one in changes.encounters(found))
    assert own.made == 10
    assert own.expected == pytest.approx(5)
    assert found.gained == found.now.rating - 1000 > 0
    assert own.elo == pytest.approx(found.gained, rel=0.02)
    # The anchor is moved by nothing, whatever it loses.
    moved = changes.total(one.lesson for one in changes.encounters(change(ladder, greedy)))
    assert moved.made == 0
    assert moved.elo == pytest.approx(0)


def test_what_was_taken_back_counts_back(
    ladder: Ladder, trio: list[Submission], play: Play, client: Client
) -> None:
    greedy, ada, _bob = trio
    matches = play([ada, greedy], [210, 180])
    play([ada, greedy], [210, 180])
    services.settle()
    a_day_passes()
    Match.objects.filter(pk__in=[match.pk for match in matches]).void()
    services.settle()
    found = change(ladder, ada)
    assert found.games == -2
    (met,) = changes.encounters(found)
    assert (met.lesson.games, met.lesson.made) == (-2, -2)
    assert met.lesson.elo < 0
    assert page(client, ada).count("taken back") == 2


def test_on_all_tables_the_matches_of_every_size_are_listed(
    settings: Settings, enter: Enter, play: Play
) -> None:
    settings.LADDERS = ["two", "four", "all"]
    two, four, every = services.ladders()
    table = [enter(f"bot{number}", f"owner{number}") for number in range(4)]
    play(table[:2], [200, 190], on=two)
    services.settle()
    play(table, [150, 190, 180, 170], on=four)
    services.settle()
    found = change(every, table[0])
    assert found.matches().count() == 4
    met = {one.opponent: one.lesson for one in changes.encounters(found)}
    assert {one: lesson.games for one, lesson in met.items()} == dict.fromkeys(table[1:], 4)
    (lesson,) = {
        one.lesson.games for one in changes.taught(found, list(found.matches().with_seats()))
    }
    assert lesson == 3, "table mates of one match"


def test_the_page_tells_what_changed_and_leads_to_the_matches(
    client: Client, ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    greedy, ada, bob = trio
    play([ada, greedy], [210, 180])
    services.settle()
    first = newest(ladder, ada)
    lost, _also = play([ada, bob], [150, 180])
    services.settle()
    text = page(client, ada)
    assert f'href="{lost.get_absolute_url()}"' in text
    assert "150:180" in text
    assert "0.0 points" in text
    assert "What others played" in text
    assert f"to={first.snapshot_id}" in text, "a way to the change before"
    older = page(client, ada, to=first.snapshot_id, ladder="two")
    assert f'href="{lost.get_absolute_url()}"' not in older
    assert "an average bot" in older
    assert "The newest change" in older


@pytest.mark.parametrize("to", ["nonsense", 0, 4711, 10**30])
def test_a_period_that_there_is_not_shows_the_newest(
    client: Client, trio: list[Submission], play: Play, to: str | int
) -> None:
    play(trio[:2], [210, 180])
    services.settle()
    assert "The newest change" not in page(client, trio[1], to=to)


def test_a_version_without_a_counted_match_says_so(
    client: Client, ladder: Ladder, trio: list[Submission]
) -> None:
    assert "No match of this version has been counted" in page(client, trio[1])


def test_only_what_others_did_can_move_a_rating_too(
    client: Client, ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    greedy, ada, bob = trio
    play([ada, greedy], [210, 180])
    services.settle()
    play([greedy, bob], [210, 180])
    services.settle()
    assert "only what others did" in page(client, ada)


def test_a_version_that_is_not_or_not_yet_public_is_not_found(
    client: Client, ladder: Ladder, trio: list[Submission]
) -> None:
    assert client.get("/bots/ada/ada-bot/v9/rating/").status_code == 404
    Submission.objects.filter(pk=trio[1].pk).update(verdict="rejected")
    assert client.get("/bots/ada/ada-bot/v1/rating/").status_code == 404


def test_a_long_period_is_listed_page_by_page(
    client: Client,
    trio: list[Submission],
    play: Play,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(15):
        play(trio[:2], [210, 180])
    services.settle()
    with django_assert_max_num_queries(11):
        text = page(client, trio[1])
    assert text.count("210:180") + text.count("180:210") == 25
    assert 'rel="next"' in text
    oldest = Match.objects.order_by("-pk")[24].pk
    assert page(client, trio[1], before=oldest).count("180:210") == 5


# --- The change of a day -------------------------------------------------------------------------


def on_the_board(ladder: Ladder) -> Mapping[int, Standing]:
    rows = Standing.objects.leaderboard(ladder).with_change(ladder)
    return {row.submission_id: row for row in rows}


def test_the_leaderboard_tells_the_change_of_a_day(
    client: Client, ladder: Ladder, trio: list[Submission], rate: Rate
) -> None:
    greedy, ada, _bob = trio
    rate({(ada, greedy): (30, 0, 30)})
    before = newest(ladder, ada).rating
    assert "Rated for less than a day" in client.get(reverse("leaderboard")).text
    a_day_passes()
    rate({(ada, greedy): (10, 0, 0)})
    row = on_the_board(ladder)[ada.pk]
    assert row.change == pytest.approx(row.rating - before)  # type: ignore[attr-defined]
    text = client.get(reverse("leaderboard")).text
    assert f"+{row.rating - before:.0f}</a>" in text
    assert row.get_absolute_url().replace("&", "&amp;") in text


def test_a_few_games_are_a_milestone_after_a_day_and_not_before(
    ladder: Ladder, trio: list[Submission], rate: Rate
) -> None:
    greedy, ada, bob = trio
    rate({(ada, greedy): (100, 0, 100), (greedy, bob): (50, 0, 50)})
    rate({(ada, greedy): (1, 0, 0)})
    assert not newest(ladder, ada).milestone
    a_day_passes()
    rate({(ada, greedy): (1, 0, 0)})
    assert newest(ladder, ada).milestone
    assert not newest(ladder, bob).milestone, "nothing of its own has happened"
