"""What challengers and visitors see."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from sixfold.accounts.models import User
from sixfold.bots.models import Submission
from sixfold.bots.services import retire
from sixfold.challenges import services
from sixfold.challenges.models import Challenge, State
from tests.platform.entrants import passed

from .conftest import settle

QUERIES = 12
NEW = "challenge_new"


def text(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@pytest.fixture
def challenger(client: Client, ada: Submission) -> Client:
    client.force_login(ada.bot.owner)
    return client


@pytest.fixture
def played(ada: Submission, bob: Submission) -> Challenge:
    """Twelve of twenty pairs are over."""
    one = services.challenge(by=ada.bot.owner, first=ada, second=bob, pairs=20)
    for points in 12 * [1.5]:
        services.advance()
        settle(one.clusters.filter(matches__progress="queued").earliest("pk"), ada, points)
    services.advance()
    return Challenge.objects.get()


def ask(client: Client, mine: Submission, against: str, **fields: object) -> str:
    sent = {"mine": mine.pk, "against": against, "pairs": 3, "ruleset": "classic", **fields}
    return client.post(reverse(NEW), sent, follow=True).text


def test_a_challenge_may_have_a_tag_that_its_maker_sees(
    challenger: Client, ada: Submission, bob: Submission
) -> None:
    assert "?tag=new%20idea" in ask(challenger, ada, "bob/bob-bot", tag=" new idea ")
    challenger.force_login(bob.bot.owner)
    assert "new idea" not in text(challenger, Challenge.objects.get().get_absolute_url())
    challenger.force_login(ada.bot.owner)
    assert "room for 1 tag only" in ask(challenger, ada, "bob/bob-bot", tag="two, words")


def test_the_list_is_explained_while_it_is_empty(client: Client, db: None) -> None:
    assert "Nobody has challenged anybody yet." in text(client, reverse("challenges"))


def test_a_challenge_is_made_by_the_form(
    challenger: Client, ada: Submission, bob: Submission
) -> None:
    page = text(challenger, f"{reverse(NEW)}?against={bob.bot}&version=1")
    assert 'value="bob/bob-bot"' in page
    assert "which plays now" in page
    passed("ada-bot", "ada", plays=False)
    assert f'value="{ada.pk}" selected' in text(challenger, reverse(NEW))
    assert "Its first games are queued within seconds." in ask(challenger, ada, "bob/bob-bot")
    one = Challenge.objects.get()
    assert (one.first, one.second, one.pairs) == (ada, bob, 3)


@pytest.mark.parametrize(
    ("against", "fields", "says"),
    [
        ("", {}, "Name the bot to play against"),
        ("nobody/nothing", {}, "There is no bot"),
        ("bob/bob-bot", {"version": 7}, "no such version"),
        ("bob/bob-bot", {"pairs": 51}, "less than or equal to 50"),
        ("bob/bob-bot", {"pairs": ""}, "required"),
        ("bob/bob-bot", {"mine": "x"}, "Select a valid choice"),
        ("bob/bob-bot", {"ruleset": "chess"}, "Select a valid choice"),
        ("ada/ada-bot", {}, "against itself"),
    ],
)
def test_what_is_wrong_is_said_and_kept(
    challenger: Client,
    ada: Submission,
    bob: Submission,
    against: str,
    fields: dict[str, object],
    says: str,
) -> None:
    sent = {"mine": ada.pk, "against": against, "pairs": 3, "ruleset": "classic", **fields}
    response = challenger.post(reverse(NEW), sent)
    assert response.status_code == 422
    assert says in response.text
    assert not Challenge.objects.exists()


def test_a_bot_that_does_not_play_is_challenged_by_version(
    challenger: Client, ada: Submission, bob: Submission
) -> None:
    retire(bob.bot)
    assert "No version of that bot plays now" in ask(challenger, ada, "bob/bob-bot")
    assert "queued within seconds" in ask(challenger, ada, "bob/bob-bot", version=1)


def test_who_has_no_bot_is_sent_to_submit_one(client: Client, user: User) -> None:
    client.force_login(user)
    assert "You need a bot that has passed its check." in text(client, reverse(NEW))


def test_limits_are_explained_before_and_after(
    challenger: Client, ada: Submission, bob: Submission, settings: Settings
) -> None:
    settings.CHALLENGES_OPEN = 1
    assert "200 matches are left of the 200" in text(challenger, reverse(NEW))
    ask(challenger, ada, "bob/bob-bot")
    page = text(challenger, reverse(NEW))
    assert "wait for one to end, or call one off" in page
    assert "disabled" in page
    assert "1 open challenges, which is the limit" in ask(challenger, ada, "bob/bob-bot")


def test_a_used_up_day_is_explained(
    challenger: Client, ada: Submission, bob: Submission, settings: Settings
) -> None:
    settings.CHALLENGE_MATCHES_PER_DAY = 6
    ask(challenger, ada, "bob/bob-bot")
    page = text(challenger, f"{reverse('challenges')}?mine")
    assert "6 matches within 24 hours, which is the limit" in page


def test_a_challenge_shows_its_score_with_an_interval(client: Client, played: Challenge) -> None:
    page = text(client, played.get_absolute_url())
    assert "18 : 6" in page
    assert "12 of 20 pairs of games" in page
    assert "made 75 % of the points" in page
    assert "is the stronger one" in page
    assert "every 5s" in page
    assert page.count('<tr id="match-') == 25
    assert "Call it off" not in page
    assert "bob/bob-bot v1" in text(client, reverse("challenges"))


def test_the_owner_calls_it_off_and_nobody_else(client: Client, played: Challenge) -> None:
    url = reverse("challenge_call_off", args=[played.pk])
    client.force_login(played.second.bot.owner)
    assert client.post(url).status_code == 404
    client.force_login(played.owner)
    assert "Call it off" in text(client, played.get_absolute_url())
    client.post(url)
    assert Challenge.objects.get().state == State.CALLED_OFF
    assert "every 5s" not in text(client, played.get_absolute_url())


@pytest.mark.parametrize("query", ["", "?mine", "?before=1", "?before=-3", "?before=%C2%B2"])
def test_any_address_of_the_list_opens(challenger: Client, played: Challenge, query: str) -> None:
    text(challenger, reverse("challenges") + query)


def test_the_form_is_for_members(client: Client, db: None) -> None:
    assert client.get(reverse(NEW)).status_code == 302
    assert client.post(reverse(NEW)).status_code == 302


def test_pages_take_few_queries(challenger: Client, played: Challenge) -> None:
    for url in (played.get_absolute_url(), reverse("challenges"), reverse(NEW)):
        with CaptureQueriesContext(connection) as queries:
            challenger.get(url)
        assert len(queries) <= QUERIES
