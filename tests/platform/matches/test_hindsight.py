"""What hindsight says of matches, and of bots over their newest ones."""

import pytest
from django.core.files.storage import Storage
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from arena.analysis import analyse
from sixfold.matches import hindsight
from sixfold.matches.models import Hindsight, Match
from sixfold.matches.playing import Played


def test_a_match_is_judged_once_as_the_arena_judges_it(
    finished: Match, played: Played, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rows = hindsight.of(finished)

    insights = analyse(played.record)
    for number, row in enumerate(rows):
        mine = [insight for insight in insights if insight.seat == number]
        assert (row.moves, row.missed) == (len(mine), sum(i.missed for i in mine))
        assert (row.set_up, row.luck) == (sum(i.set_up for i in mine), sum(i.luck for i in mine))
        assert [move[:3] for move in row.insights] == [[i.turn, i.best, i.missed] for i in mine]
    stored = list(Hindsight.objects.order_by("seat__number"))
    with django_assert_num_queries(1):
        assert hindsight.of(finished) == stored


def test_the_newest_matches_are_judged_before_anybody_asks(finished: Match) -> None:
    assert hindsight.catch_up(0) == 0
    assert hindsight.catch_up(5) == 1
    assert hindsight.catch_up(5) == 0
    assert Hindsight.objects.count() == 2


def test_a_lost_record_stops_nobody(finished: Match, records: Storage) -> None:
    records.delete(finished.record_key)
    assert hindsight.catch_up(5) == 0


def test_a_bot_is_summed_up_over_its_matches(finished: Match) -> None:
    bot = finished.seats.get(number=1).submission.bot
    assert hindsight.summary(bot) is None
    row = hindsight.of(finished)[1]

    summary = hindsight.summary(bot)

    assert summary is not None
    assert summary.matches == 1
    assert summary.missed == pytest.approx(row.missed / row.moves)
    assert summary.set_up == row.set_up
    assert summary.luck == pytest.approx(row.luck)


def test_the_analysis_tells_of_each_move(finished: Match, client: Client) -> None:
    response = client.get(reverse("analysis", args=[finished.pk]))

    rows = [insight for seat in hindsight.of(finished) for insight in seat.insights]
    assert response.text.count('<tr data-turn="') == len(rows) > 0
    missed = next(insight for insight in rows if insight[2])
    assert f'<span class="missed">\N{MINUS SIGN}{missed[2]}</span>' in response.text


def test_a_match_without_a_record_has_no_analysis(match: Match, client: Client) -> None:
    assert client.get(reverse("analysis", args=[match.pk])).status_code == 404


def test_a_lost_record_is_owned_up_to(finished: Match, records: Storage, client: Client) -> None:
    records.delete(finished.record_key)
    assert client.get(reverse("analysis", args=[finished.pk])).status_code == 410


def test_the_bots_page_says_how_it_plays(finished: Match, client: Client) -> None:
    bot = finished.seats.get(number=0).submission.bot
    assert "How it plays" not in client.get(bot.get_absolute_url()).text
    hindsight.of(finished)
    assert "in one of its newest matches" in client.get(bot.get_absolute_url()).text


def test_a_game_can_be_had_as_text(finished: Match, client: Client) -> None:
    address = reverse("notation", args=[finished.pk])
    assert client.get(address).status_code == 409  # the seed is still secret
    Match.objects.exclude(pk=finished.pk).void()
    response = client.get(address)
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.text.startswith("[Game format=1 seed=")
