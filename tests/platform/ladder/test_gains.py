"""What the list of a bot's matches says of each: by about how much it moved the rating."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from sixfold.bots.models import Submission
from sixfold.ladder import changes, services
from sixfold.ladder.gains import gains
from sixfold.ladder.models import Ladder, Leverages
from sixfold.matches.gains import Gain
from sixfold.matches.models import Kind, Match
from sixfold.matches.services import schedule

from .conftest import Enter, Play
from .test_changes import a_day_passes, change


def gained(submission: Submission) -> dict[int, Gain]:
    return gains(submission.bot, list(Match.objects.with_seats()))


def test_a_match_gained_what_the_page_of_the_change_says_it_taught(
    ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    greedy, ada, bob = trio
    first = play([ada, greedy], [210, 180])
    services.settle()
    a_day_passes()
    second = play([ada, bob], [150, 180])
    services.settle()
    found = gained(ada)
    assert set(found) == {match.pk for match in (*first, *second)}
    for matches, to in ((first, change(ladder, ada).before), (second, None)):
        led = changes.change(ladder, ada, to.snapshot_id if to else None)
        assert led is not None
        for one in changes.taught(led, list(led.matches().with_seats())):
            assert one.match in matches
            assert found[one.match.pk].elo == pytest.approx(one.lesson.elo)
            assert found[one.match.pk].url == led.now.get_absolute_url()
    assert all((found[match.pk].elo or 0) > 0 for match in first)
    assert all((found[match.pk].elo or 0) < 0 for match in second)


def test_each_table_size_moves_the_rating_on_its_own_ladder(
    settings: Settings, enter: Enter, play: Play
) -> None:
    settings.LADDERS = ["two", "four", "all"]
    two, four, _every = services.ladders()
    table = [enter(f"bot{number}", f"owner{number}") for number in range(4)]
    small = play(table[:2], [200, 190], on=two)
    large = play(table, [200, 190, 180, 170], on=four)
    services.settle()
    found = gained(table[0])
    assert {found[match.pk].url.partition("?")[2][:10] for match in small} == {"ladder=two"}
    assert {found[match.pk].url.partition("?")[2][:11] for match in large} == {"ladder=four"}
    assert all((gain.elo or 0) > 0 for gain in found.values())


def test_what_is_unrated_or_not_counted_yet_or_taken_back_has_no_figure(
    ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    greedy, ada, _bob = trio
    back, *_rest = play([ada, greedy], [210, 180])
    services.settle()
    Match.objects.filter(pk=back.pk).void()
    services.settle()
    new, *_others = play([ada, greedy], [210, 180])
    unrated = schedule(submissions=[ada, greedy], seed=bytes(32), kind=Kind.CHALLENGE)
    found = gained(ada)
    assert (found[new.pk].elo, found[new.pk].told) == (None, "Not counted yet.")
    assert found[back.pk].elo is None
    assert "Taken back" in found[back.pk].told
    assert not {match.pk for match in unrated.matches.all()} & set(found)


def test_what_is_not_known_any_more_is_not_made_up(
    ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    greedy, ada, _bob = trio
    match, *_rest = play([ada, greedy], [210, 180])
    services.settle()
    Leverages.objects.all().delete()
    assert gained(ada)[match.pk].elo is None


def test_the_list_of_a_bots_matches_shows_them_in_few_queries(
    ladder: Ladder,
    trio: list[Submission],
    enter: Enter,
    play: Play,
    client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    greedy, ada, bob = trio
    for opponent in (greedy, bob, bob, bob):
        play([ada, opponent], [210, 180])
    services.settle()
    play([enter("ada-bot"), bob], [210, 180])
    client.force_login(ada.bot.owner)
    asked = {"bot": "ada/ada-bot", "opponent": "bob/bob-bot"}
    with django_assert_max_num_queries(12):
        page = client.get(reverse("matches"), asked).text
    assert page.count('class="num gain"') == 8
    assert page.count('title="An estimate') == 6
    assert page.count('title="Not counted yet.') == 2
    assert "Rating change" not in client.get(reverse("matches")).text
    listed = client.get("/api/v1/matches", {"bot": "ada/ada-bot"}).json()["items"]
    assert [one["rating_change"] for one in listed[:2]] == [None, None]
    assert all(one["rating_change"] > 0 for one in listed[2:])
