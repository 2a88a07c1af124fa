"""What a search finds, for whom, and what it costs."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from sixfold.accounts.models import User
from sixfold.bots.models import Verdict
from sixfold.matches.services import schedule
from sixfold.search.finding import MOST, find
from sixfold.tournaments import services
from sixfold.tournaments.models import State, Tournament
from tests.platform.entrants import passed

pytestmark = pytest.mark.django_db


def text(client: Client, asked: str, **headers: str) -> str:
    response = client.get("/search/", {"q": asked}, headers=headers)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_a_bot_is_found_by_its_name_its_owners_and_both() -> None:
    swift, swallow = passed("swift", "ada").bot, passed("swallow", "bob").bot
    assert find("SW", AnonymousUser()).bots == [swift, swallow]
    assert find("wall", AnonymousUser()).bots == [swallow]
    assert find("ada", AnonymousUser()).bots == [swift]
    assert find("bob/sw", AnonymousUser()).bots == [swallow]
    assert find("bo/sw", AnonymousUser()).bots == [], "an owner before a slash is written out"


def test_what_begins_with_it_comes_before_what_has_it_inside_and_what_plays_before_the_rest() -> (
    None
):
    inside, begins = passed("old-fox", "ada").bot, passed("fox", "bob").bot
    retired = passed("fox-two", "cy", plays=False).bot
    assert find("fox", AnonymousUser()).bots == [begins, retired, inside]
    begins.active = None
    begins.save()
    retired.active = retired.submissions.get()
    retired.save()
    assert find("fox", AnonymousUser()).bots == [retired, begins, inside]


def test_what_has_not_passed_is_found_by_its_owner_alone(user: User) -> None:
    secret = passed("secret", "ada", plays=False, verdict=Verdict.REJECTED).bot
    assert find("secret", user).bots == [secret]
    assert find("ada", user).owners == [user]
    stranger = find("secret", AnonymousUser())
    assert not stranger
    assert not find("ada", AnonymousUser()).owners, "nobody is listed who has entered nothing"


def test_people_are_found_until_their_account_ends(user: User) -> None:
    passed("swift", "ada")
    assert find("ad", AnonymousUser()).owners == [user]
    user.is_active = False
    user.save()
    assert not find("ad", AnonymousUser()).owners


def test_tournaments_are_found_by_their_name_and_drafts_by_who_makes_them(user: User) -> None:
    cup = services.create(Tournament(name="Winter cup", state=State.OPEN), user)
    draft = services.create(Tournament(name="Winter draft"), user)
    assert find("winter", AnonymousUser()).tournaments == [cup]
    assert find("winter", user).tournaments == [draft, cup]


@pytest.mark.parametrize("written", ["{}", "#{}", " {} "])
def test_a_match_is_found_by_its_number(client: Client, written: str) -> None:
    one, other = passed("swift", "ada"), passed("slow", "bob")
    match = schedule(submissions=[one, other], seed=bytes(32)).matches.order_by("order")[0]
    page = text(client, written.format(match.pk))
    assert f'href="{match.get_absolute_url()}"' in page
    assert "ada/swift v1" in page


@pytest.mark.parametrize("asked", ["0", "#", "99999999999999999999", "²", "/", "%", "a" * 200])
def test_what_is_nothing_finds_nothing(client: Client, asked: str) -> None:
    passed("swift", "ada")
    assert "/bots/ada/swift/" not in text(client, asked) or asked == "/"


def test_nothing_is_listed_before_something_is_asked_and_a_miss_is_said(client: Client) -> None:
    passed("swift", "ada")
    assert "swift" not in text(client, "")
    assert "Nothing here is called “&lt;b&gt;”" in text(client, "<b>")


def test_as_somebody_types_the_results_come_alone(client: Client) -> None:
    passed("swift", "ada")
    found = text(client, "swi", HX_Request="true")
    assert found.startswith('<div class="stack" id="found"')
    assert 'href="/bots/ada/"' not in found
    assert 'href="/bots/ada/swift/"' in found


def test_it_is_bounded_however_much_there_is(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(MOST + 1):
        passed(f"bot-{number}", f"botter-{number}")
    with django_assert_max_num_queries(6):
        page = text(client, "bot")
    assert len(re.findall(r'href="/bots/botter-\d+/bot-\d+/"', page)) == MOST
    assert len(re.findall(r'href="/bots/botter-\d+/"', page)) == MOST
