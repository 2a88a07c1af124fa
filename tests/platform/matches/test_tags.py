"""Users give matches words of their own, find them again by these, and see nobody else's."""

import re

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from sixfold.accounts.models import User
from sixfold.bots.models import Submission
from sixfold.matches import services, tagging
from sixfold.matches.models import Match, Tag
from tests.platform.matches.test_pages import MATCHES, shown


@pytest.fixture
def ada(bots: list[Submission]) -> User:
    return bots[0].bot.owner


@pytest.fixture
def adas(client: Client, ada: User) -> Client:
    """Ada's browser."""
    client.force_login(ada)
    return client


def at(match: Match) -> str:
    return reverse("match_tags", args=[match.pk])


def test_a_match_has_the_words_that_were_written_last(adas: Client, match: Match) -> None:
    answer = adas.post(at(match), {"words": "lost endgame,  v3 idea ,, v3 idea"})
    assert (answer.status_code, answer["Location"]) == (302, match.get_absolute_url())
    assert list(match.tags.values_list("word", flat=True)) == ["lost endgame", "v3 idea"]
    assert "lost endgame, v3 idea" in adas.get(match.get_absolute_url()).text
    adas.post(at(match), {"words": "v3 idea, new"})
    assert list(match.tags.values_list("word", flat=True)) == ["new", "v3 idea"]
    adas.post(at(match), {"words": ""})
    assert not Tag.objects.exists()


def test_a_match_is_found_by_its_word_and_shows_it(adas: Client, ada: User, match: Match) -> None:
    tagging.retag(ada, match, ["odd & end"])
    page = adas.get(MATCHES, {"tag": "odd & end"})
    assert shown(page) == [match.pk]
    assert page.text.count("?tag=odd%20%26%20end") == 1
    assert '<option value="odd &amp; end">' in page.text
    assert shown(adas.get(MATCHES, {"tag": "other"})) == []
    assert shown(adas.get(MATCHES, {"tag": "odd & end", "bot": "bob/second"})) == [match.pk]


def test_nobody_sees_what_others_have_written(
    client: Client, ada: User, bots: list[Submission], match: Match
) -> None:
    tagging.retag(ada, match, ["secret plan"])
    for page in (MATCHES, match.get_absolute_url()):
        assert "secret plan" not in client.get(page).text
    client.force_login(bots[1].bot.owner)
    for page in (MATCHES, match.get_absolute_url()):
        assert "secret plan" not in client.get(page).text
    assert shown(client.get(MATCHES, {"tag": "secret plan"})) == []
    tagging.retag(bots[1].bot.owner, match, ["secret plan"])
    assert Tag.objects.count() == 2
    tagging.retag(bots[1].bot.owner, match, [])
    assert tagging.tags_of(ada, match) == ["secret plan"]


def test_a_visitor_who_is_sent_a_list_by_tag_is_told_to_log_in(
    client: Client, match: Match
) -> None:
    assert 'name="tag"' not in client.get(MATCHES).text
    assert "log in to find yours" in client.get(MATCHES, {"tag": "mine"}).text
    assert client.post(at(match), {"words": "x"})["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("words", [",".join("abcdefghijk"), 31 * "x", "tab\there"])
def test_what_is_no_tag_changes_nothing(adas: Client, ada: User, match: Match, words: str) -> None:
    tagging.retag(ada, match, ["kept"])
    answer = adas.post(at(match), {"words": words})
    assert answer.status_code == 422
    assert "errorlist" in answer.text
    assert tagging.tags_of(ada, match) == ["kept"]


def test_the_page_of_tags_lists_all_words_with_their_matches(
    adas: Client, ada: User, match: Match
) -> None:
    for one in Match.objects.all():
        tagging.retag(ada, one, ["both"])
    tagging.retag(ada, match, ["both", "one"])
    page = re.sub(r"\s+", " ", adas.get(at(match)).text)
    assert 'both <span class="badge">2</span>' in page
    assert 'one <span class="badge">1</span>' in page


def test_a_word_is_given_once(ada: User, match: Match) -> None:
    tagging.tag([match], ada, ["once"])
    tagging.tag([match], ada, ["once"])
    assert Tag.objects.count() == 1
    with pytest.raises(IntegrityError):
        Tag.objects.create(user=ada, match=match, word="")


def test_tags_cost_a_list_one_query(
    adas: Client,
    ada: User,
    bots: list[Submission],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(4):
        services.schedule(submissions=bots, seed=bytes([number] * 32))
    for match in Match.objects.all():
        tagging.retag(ada, match, ["a", "b"])
    adas.get(MATCHES)
    with django_assert_max_num_queries(6):
        assert len(shown(adas.get(MATCHES, {"tag": "a"}))) == 8
