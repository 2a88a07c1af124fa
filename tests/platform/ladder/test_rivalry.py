"""Two bots head to head: what is added up, how sure it is, and what the page says."""

import re
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries, Settings

from bots_sdk.results import wilson
from sixfold.bots.models import Bot, Submission
from sixfold.bots.services import retire
from sixfold.ladder import ratings, rivalry, services
from sixfold.ladder.models import Ladder, Standing
from sixfold.ladder.neighbours import REACH
from sixfold.ladder.rivalry import Rivalry, Score
from sixfold.matches.models import Match

from .conftest import Enter, Play, Rate

RIVALS = reverse("rivals")


def between(ladder: Ladder, one: Bot, other: Bot) -> Rivalry:
    submissions = Submission.objects.filter(bot__in=[one, other])
    return Rivalry(ladder, one, other, rivalry.versions(submissions))


def address(one: Submission, other: Submission) -> str:
    names = [one.bot.owner.username, one.bot.slug, other.bot.owner.username, other.bot.slug]
    return reverse("head_to_head", args=names)


def text(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return " ".join(response.text.split())


def test_scores_and_margins_are_added_up_by_seat_and_by_version(
    ladder: Ladder, trio: list[Submission], play: Play, enter: Enter
) -> None:
    greedy, ada, bob = trio
    play([ada, bob], [210, 180])
    play([ada, bob], [150, 160])
    play([greedy, bob], [300, 100])
    newer = enter("ada-bot", "ada")
    play([newer, bob], [170, 170])
    found = between(ladder, ada.bot, bob.bot).meetings()
    assert sum((one.score for one in found), Score()) == Score(2, 2, 2, 40, 2 * (900 + 100))
    by_seat = dict(rivalry.summed(found, key=lambda one: one.seat))
    assert by_seat == {seat: Score(1, 1, 1, 20, 1000) for seat in (0, 1)}
    by_version = dict(rivalry.summed(found, key=lambda one: one.versions))
    assert by_version == {(1, 1): Score(2, 0, 2, 40, 2000), (2, 1): Score(0, 2, 0, 0, 0)}
    mirrored = between(ladder, bob.bot, ada.bot).meetings()
    assert sum((one.score for one in mirrored), Score()) == Score(2, 2, 2, -40, 2000)


def test_only_what_counts_on_the_ladder_is_added_up(
    settings: Settings, enter: Enter, play: Play
) -> None:
    settings.LADDERS = ["two", "four", "all"]
    two, four, every = services.ladders()
    table = [enter(f"bot{number}", f"owner{number}") for number in range(4)]
    one, other = table[0].bot, table[1].bot
    play(table[:2], [200, 190], on=two)
    play(table, [150, 190, 180, 170], on=four)
    void = play(table[:2], [200, 190], on=two)
    Match.objects.filter(pk__in=[match.pk for match in void]).void()
    games = {
        ladder.slug: sum(one.score.games for one in between(ladder, one, other).meetings())
        for ladder in (two, four, every)
    }
    assert games == {"two": 2, "four": 4, "all": 6}
    services.settle()
    assert rivalry.met_on(other, one) == {two.pk: 2, four.pk: 4}
    (meeting,) = {one.score for one in between(four, one, other).meetings()}
    assert meeting == Score(0, 0, 1, -40, 1600), "the same from each of the four seats"


def test_an_interval_without_draws_is_wilsons() -> None:
    score = Score(wins=60, losses=40)
    assert score.percent == 60
    low, high = wilson(0.6, 100)
    assert score.interval == pytest.approx((100 * low, 100 * high))


def test_draws_say_more_than_wins_and_losses() -> None:
    low, high = Score(wins=10, draws=80, losses=10).interval
    wide_low, wide_high = Score(wins=50, losses=50).interval
    assert wide_low < low < 50 < high < wide_high


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_an_interval_holds_its_share(wins: int, draws: int, losses: int) -> None:
    score = Score(wins, draws, losses + 1)
    low, high = score.interval
    assert 0 <= low <= score.percent + 1e-9
    assert score.percent - 1e-9 <= high <= 100
    assert low < high


def test_a_margin_has_an_interval_once_it_can() -> None:
    assert Score(wins=1, margins=30, squares=900).margin_bar is None
    # 30, 10, 30, 10: a standard deviation of 11.547
    assert Score(wins=4, margins=80, squares=2_000).margin == 20
    assert Score(wins=4, margins=80, squares=2_000).margin_bar == pytest.approx(11.316, abs=1e-3)


def test_the_likelihood_is_that_of_the_published_fit(
    ladder: Ladder, trio: list[Submission], rate: Rate
) -> None:
    greedy, ada, bob = trio
    results = {(ada, greedy): (60, 0, 40), (greedy, bob): (80, 0, 20), (ada, bob): (70, 0, 30)}
    rate(results)
    fitted = ratings.fit(
        ratings.Pair(one.pk, other.pk, first_wins=wins, draws=draws, second_wins=losses)
        for (one, other), (wins, draws, losses) in results.items()
    )
    for one, other in ((ada, greedy), (greedy, bob), (bob, ada)):
        chances = between(ladder, one.bot, other.bot).chances()
        assert chances is not None
        expected = fitted.superiority(one.pk, other.pk)
        assert chances.superiority == pytest.approx(expected, abs=1e-6)
        assert chances.difference == pytest.approx(chances.one.rating - chances.other.rating)


def test_the_version_that_plays_stands_for_its_bot(
    ladder: Ladder, trio: list[Submission], rate: Rate, enter: Enter
) -> None:
    greedy, ada, _bob = trio
    newer = enter("ada-bot", "ada")
    rate({(ada, greedy): (60, 0, 40), (newer, greedy): (10, 0, 20)})
    for active in (ada, newer):
        Bot.objects.filter(pk=ada.bot_id).update(active=active)
        chances = between(ladder, Bot.objects.get(pk=ada.bot_id), greedy.bot).chances()
        assert chances is not None
        assert chances.one.submission_id == active.pk
    retire(Bot.objects.get(pk=ada.bot_id))
    chances = between(ladder, Bot.objects.get(pk=ada.bot_id), greedy.bot).chances()
    assert chances is not None
    assert chances.one.submission_id == newer.pk, "of a retired bot its newest"


def test_what_is_not_rated_has_no_likelihood(
    ladder: Ladder, trio: list[Submission], rate: Rate
) -> None:
    greedy, ada, bob = trio
    assert between(ladder, ada.bot, greedy.bot).chances() is None
    rate({(ada, greedy): (60, 0, 40)})
    assert between(ladder, ada.bot, bob.bot).chances() is None


def test_the_page_tells_it_all(
    client: Client,
    ladder: Ladder,
    trio: list[Submission],
    play: Play,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    greedy, ada, _bob = trio
    for _ in range(15):
        match, _other = play([ada, greedy], [210, 180])
    services.settle()
    with django_assert_max_num_queries(12):
        page = text(client, address(ada, greedy))
    assert "30-0-0" in page
    assert "100.0 %" in page
    assert "+30.0" in page
    assert "is the stronger one" in page
    assert "By the seat of ada-bot" in page
    assert f'id="match-{match.pk}"' in page
    older = re.search(r'rel="next" href="(.*?)"', page)
    assert older is not None
    assert text(client, address(ada, greedy) + older[1]).count('<tr id="match-') == 5
    assert "0-0-30" in text(client, address(greedy, ada))


def test_bots_that_have_not_met_have_a_page_that_says_so(
    client: Client, ladder: Ladder, trio: list[Submission], rate: Rate, enter: Enter
) -> None:
    greedy, ada, bob = trio
    rate({(ada, greedy): (60, 0, 40), (bob, greedy): (10, 0, 20)})
    page = text(client, address(ada, bob))
    assert "They have not met" in page
    assert "is the stronger one" in page, "it is known through others"
    sister = enter("sister", "ada")
    assert "Two bots of one owner never meet" in text(client, address(ada, sister))


def test_the_ladder_on_which_they_met_is_shown(
    client: Client, settings: Settings, enter: Enter, play: Play
) -> None:
    settings.LADDERS = ["two", "four"]
    _two, four = services.ladders()
    table = [enter(f"bot{number}", f"owner{number}") for number in range(4)]
    play(table, [150, 190, 180, 170], on=four)
    services.settle()
    url = address(table[0], table[1])
    assert "0-0-4" in text(client, url)
    assert "They have on “Four players”." in text(client, f"{url}?ladder=two")


def test_who_is_not_public_or_the_same_has_no_page(
    client: Client, ladder: Ladder, trio: list[Submission]
) -> None:
    greedy, ada, bob = trio
    assert client.get(address(ada, ada)).status_code == 404
    assert client.get("/h2h/ada/ada-bot/nobody/nothing/").status_code == 404
    Submission.objects.filter(pk=bob.pk).update(verdict="rejected")
    assert client.get(address(ada, bob)).status_code == 404
    assert client.get(address(ada, greedy) + "?ladder=none").status_code == 404


def test_any_two_bots_can_be_chosen(client: Client, trio: list[Submission], ladder: Ladder) -> None:
    greedy, ada, _bob = trio
    assert text(client, RIVALS).count("<datalist") == 2
    response = client.get(RIVALS, {"one": "ada/ada-bot", "other": " house/greedy "})
    assert response.headers["Location"] == address(ada, greedy)
    begun = text(client, f"{RIVALS}?one=ada/ada-bot")
    assert 'value="ada/ada-bot"' in begun
    assert 'class="errors"' not in begun


def test_of_one_bot_those_rated_next_to_it_are_shown_with_what_it_did_to_them(
    client: Client,
    ladder: Ladder,
    trio: list[Submission],
    play: Play,
    enter: Enter,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    greedy, ada, bob = trio
    field = [greedy, ada, bob, *(enter(f"bot{number}", f"owner{number}") for number in range(12))]
    for better, worse in pairwise(field):
        play([better, worse], [200, 150])
    services.settle()
    url = f"{RIVALS}?one=ada/ada-bot"
    with django_assert_max_num_queries(12):
        page = text(client, url)
    rows = re.findall(r'<tr.*?href="/bots/(.*?)/">', page.partition("Rated next to")[2])
    assert rows[:3] == ["house/greedy", "ada/ada-bot", "bob/bob-bot"]
    assert len(rows) == 1 + 1 + REACH
    assert page.count("2-0-0") == page.count("0-0-2") == 1
    assert f'href="{address(ada, bob)}?ladder=two"' in page
    retire(ada.bot)
    assert "nobody is next to it" in text(client, url)


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        ("ada/ada-bot", "Choose two different bots."),
        ("nobody", "There is no bot “nobody”."),
        ("", "required"),
    ],
)
def test_a_choice_that_makes_no_sense_says_why(
    client: Client, trio: list[Submission], other: str, complaint: str
) -> None:
    assert complaint in text(client, f"{RIVALS}?one=ada/ada-bot&other={other}")


def test_opponents_lead_to_their_page(
    client: Client, trio: list[Submission], play: Play, ladder: Ladder
) -> None:
    greedy, ada, _bob = trio
    play([ada, greedy], [210, 180])
    services.settle()
    assert Standing.objects.exists()
    page = text(client, ada.bot.get_absolute_url())
    assert f'href="{address(ada, greedy)}?ladder=two"' in page
