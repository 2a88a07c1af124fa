"""What visitors, owners and strangers see of ladders and bots, and what it costs."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from sixfold.accounts.models import User
from sixfold.bots import teams
from sixfold.bots.models import Submission, Verdict
from sixfold.bots.services import retire
from sixfold.ladder import services
from sixfold.ladder.models import Ladder
from sixfold.ladder.pairing import longest_wait
from sixfold.matches.models import Match

from .conftest import Enter, Play, Rate

QUERIES = 12
"""The most a page may take, whatever there is to show."""


def text(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def address(submission: Submission) -> str:
    return submission.bot.get_absolute_url()


@pytest.fixture
def rated(trio: list[Submission], rate: Rate, enter: Enter) -> list[Submission]:
    """Greedy, ada and bob are ranked; carl's bot is provisional; dora's has not played."""
    greedy, ada, bob = trio
    carl, dora = enter("carl-bot", "carl"), enter("dora-bot", "dora")
    rate({(ada, greedy): (400, 20, 180), (greedy, bob): (450, 0, 250), (ada, carl): (3, 0, 1)})
    return [greedy, ada, bob, carl, dora]


@pytest.mark.parametrize("name", ["home", "leaderboard", "docs_ratings"])
def test_pages_open_on_an_empty_site(client: Client, db: None, name: str) -> None:
    assert "<h1>" in text(client, reverse(name))


def test_an_empty_leaderboard_says_how_to_begin(client: Client, db: None) -> None:
    page = text(client, reverse("leaderboard"))
    assert "Nobody is rated yet" in page
    assert "Submit a bot" in page


def test_the_leaderboard_ranks_and_keeps_the_provisional_below_a_line(
    client: Client, rated: list[Submission]
) -> None:
    page = text(client, reverse("leaderboard"))
    places = [page.index(f"<strong>{one.bot.name}</strong>") for one in rated[:4]]
    greedy, ada, bob, carl = places
    assert ada < greedy < bob < page.index("Provisional: no rank until") < carl
    assert "± 60" in page
    assert "more games" in page  # some hundred games
    assert "400-20-183" not in page
    assert "403-20-181" in page
    assert "About to play their first match" in page
    assert page.index("About to play") < page.index("<strong>dora-bot</strong>")


def test_the_leaderboard_says_how_fresh_it_is(client: Client, rated: list[Submission]) -> None:
    page = text(client, reverse("leaderboard"))
    assert "New results count within 3 seconds." in page
    assert "No match is running or waiting right now." in page


def test_own_bots_are_pinned(client: Client, rated: list[Submission]) -> None:
    assert "Your bots" not in text(client, reverse("leaderboard"))
    client.force_login(rated[3].bot.owner)
    page = text(client, reverse("leaderboard"))
    assert page.index("Your bots") < page.index("carl-bot") < page.index("ada-bot")
    assert 'class="mine"' in page


def test_one_bot_can_be_shown(client: Client, rated: list[Submission]) -> None:
    page = text(client, f"{reverse('leaderboard')}?show=bob/bob-bot")
    assert f'id="bot-{rated[2].bot.pk}" class=" shown"' in page
    assert page.count(" shown") == 1


def test_the_page_of_the_shown_bot_opens(
    client: Client, rated: list[Submission], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixfold.ladder.views.boards.ROWS", 2)
    url = reverse("leaderboard")
    assert "bob-bot" not in text(client, url)
    page = text(client, f"{url}?show=bob/bob-bot")
    assert "bob-bot" in page
    assert "Page 2 of 2" in page
    assert "dora-bot" in page
    assert "carl-bot" not in text(client, f"{url}?page=1&show=bob/bob-bot")


@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ("q=bob", {"bob-bot"}),
        ("q=BOT", {"ada-bot", "bob-bot", "carl-bot"}),
        ("house=on", {"ada-bot", "bob-bot", "carl-bot"}),
        ("q=" + 61 * "x", {"ada-bot", "bob-bot", "carl-bot", "greedy"}),
        ("page=nonsense", {"ada-bot", "bob-bot", "carl-bot", "greedy"}),
        ("q=nobody", set()),
    ],
)
def test_filters_live_in_the_address(
    client: Client, rated: list[Submission], query: str, seen: set[str]
) -> None:
    page = text(client, f"{reverse('leaderboard')}?{query}")
    names = {"ada-bot", "bob-bot", "carl-bot", "greedy"}
    assert {name for name in names if f"<strong>{name}</strong>" in page} == seen
    assert ("No bot is like that." in page) == (not seen)


def test_an_unknown_ladder_is_not_found(client: Client, ladder: Ladder) -> None:
    assert client.get(f"{reverse('leaderboard')}?ladder=none").status_code == 404
    assert client.get(f"{reverse('leaderboard')}?ladder={ladder.slug}").status_code == 200


def test_a_bot_page_shows_what_the_bot_has_done(
    client: Client, ladder: Ladder, trio: list[Submission], play: Play
) -> None:
    greedy, ada, _bob = trio
    play([ada, greedy], [210, 180])
    play([ada, greedy], [120, 240], failed=[0])
    services.settle()
    page = text(client, address(ada))
    assert "ada-bot" in page
    assert "2-0-2" in page
    assert "210:180" in page
    assert "cpu time" in page
    assert "Rating history" in page
    assert "v1 after 4 games" in page
    assert "house/greedy" in page
    assert "more games" in page
    assert "Errors of v1" not in page


def test_the_owner_sees_the_errors_since_the_last_upload(
    client: Client, ladder: Ladder, trio: list[Submission], play: Play, enter: Enter
) -> None:
    greedy, ada, _bob = trio
    match, _other = play([ada, greedy], [120, 240], failed=[0])
    client.force_login(ada.bot.owner)
    page = text(client, address(ada))
    assert "Errors of v1, your last upload" in page
    assert "since=upload&amp;result=error" in page
    assert f'href="{match.get_absolute_url()}#t' in page
    enter("ada-bot", "ada")
    assert "Errors of v" not in text(client, address(ada))
    client.force_login(greedy.bot.owner)
    assert "Errors of v" not in text(client, address(ada))


def test_a_bot_without_matches_says_what_it_waits_for(
    client: Client, ladder: Ladder, trio: list[Submission]
) -> None:
    assert "the rating appears after the first match" in text(client, address(trio[1]))
    retire(trio[0].bot)
    retire(trio[2].bot)
    assert "No other bot plays here yet" in text(client, address(trio[1]))


def test_a_retired_bot_says_so(client: Client, rated: list[Submission]) -> None:
    retire(rated[1].bot)
    assert "This bot has been retired" in text(client, address(rated[1]))


def test_a_bot_without_a_version_that_passed_is_its_owners_alone(
    client: Client, trio: list[Submission]
) -> None:
    ada = trio[1]
    retire(ada.bot)
    Submission.objects.filter(pk=ada.pk).update(verdict=Verdict.REJECTED)
    assert client.get(address(ada)).status_code == 404
    client.force_login(ada.bot.owner)
    assert "No version of this bot has passed its check" in text(client, address(ada))


def test_there_is_no_page_of_a_bot_that_is_not(client: Client, trio: list[Submission]) -> None:
    assert client.get("/bots/ada/nothing/").status_code == 404
    assert client.get("/bots/nobody/ada-bot/").status_code == 404


def test_only_the_owner_has_buttons(client: Client, rated: list[Submission], enter: Enter) -> None:
    enter("ada-bot", "ada")
    assert "Let it play" not in text(client, address(rated[1]))
    client.force_login(rated[1].bot.owner)
    page = text(client, address(rated[1]))
    assert "Let it play" in page
    assert "Retire this bot" in page


def test_owners_see_what_became_of_their_newest_versions(
    client: Client, rated: list[Submission], enter: Enter
) -> None:
    _greedy, ada, bob, carl, _dora = rated
    enter("ada-bot", "ada", plays=False, verdict=Verdict.REJECTED)
    enter("ada-failed", "ada", plays=False, verdict=Verdict.REJECTED)
    retire(enter("ada-old", "ada").bot)
    bob.bot.members.create(user=ada.bot.owner)
    client.force_login(ada.bot.owner)
    assert "Somebody asks you" not in text(client, "/bots/ada/")
    teams.invite(carl.bot, "ada")
    assert "Somebody asks you to manage a bot" in text(client, "/bots/ada/")
    for where in ("/bots/ada/", reverse("home")):
        page = text(client, where).partition("Your bots</h")[2]
        assert "v1 plays" in page
        assert f'href="{address(ada)}v2/">v2 rejected' in page
        assert 'href="/bots/ada/ada-failed/v1/">v1 rejected' in page
        assert "retired" in page
        assert "by bob" in page
        assert f'href="/submit/?bot={ada.bot}"' in page
        assert "error" not in page
        assert carl.bot.name not in page


def test_owners_see_how_often_their_newest_version_has_failed(
    client: Client, rated: list[Submission], play: Play
) -> None:
    play([rated[1], rated[0]], [120, 240], failed=[0])
    client.force_login(rated[1].bot.owner)
    page = text(client, reverse("home"))
    assert f'href="/matches/?bot={rated[1].bot}&amp;result=error&amp;since=upload">2 errors' in page


def test_pages_only_read(client: Client, rated: list[Submission]) -> None:
    for url in (reverse("home"), reverse("leaderboard"), address(rated[0])):
        assert client.post(url).status_code == 405


def test_the_first_page_leads_on(client: Client, rated: list[Submission]) -> None:
    page = text(client, reverse("home"))
    for name in ("submit", "quickstart", "leaderboard", "account_signup"):
        assert f'href="{reverse(name)}' in page
    assert "class MyBot(Bot)" in page
    assert "<strong>ada-bot</strong>" in page


def test_the_page_on_ratings_has_the_figures_in_force(client: Client, db: None) -> None:
    page = text(client, reverse("docs_ratings"))
    for figure in ("1000", "± 60", "126", "± 25", "first 60 games", "40 %", "1.80"):
        assert figure in page
    assert f"after {longest_wait(60, 50, 2):,} at the latest" in page
    assert "after 30 games there" in page
    assert "python -m tests.benchmarks.bags" in page


def test_polling_gets_the_part_that_changes(client: Client, rated: list[Submission]) -> None:
    for url in (reverse("leaderboard"), address(rated[0])):
        part = client.get(url, headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in part
        assert "<section" in part


def test_polling_a_bot_asks_for_no_more_than_what_changes(
    client: Client, rated: list[Submission]
) -> None:
    whole = queries(client, address(rated[0]))
    with CaptureQueriesContext(connection) as asked:
        client.get(address(rated[0]), headers={"HX-Request": "true"})
    assert len(asked) <= whole - 4


def test_a_link_to_a_bot_shows_its_rating_and_its_last_board(
    client: Client, rated: list[Submission], play: Play
) -> None:
    play(rated[:2], [150, 140])
    page = text(client, address(rated[0]))
    assert re.search(
        r'og:description" content="A Qwirkle bot by \w+, rated \d+ after \d+ games', page
    )
    newest = Match.objects.finished().of_bot(rated[0].bot).order_by("-pk")[0]
    assert f'og:image" content="http://testserver/matches/{newest.pk}/card.png"' in page


@pytest.mark.parametrize("name", ["home", "leaderboard", "bot", "owner"])
def test_queries_do_not_grow_with_what_is_shown(
    client: Client, rated: list[Submission], enter: Enter, play: Play, name: str
) -> None:
    owner = User.objects.get(username="ada")
    client.force_login(owner)
    where = {"bot": address(rated[1]), "owner": "/bots/ada/"}
    url = where.get(name) or reverse(name)
    few = queries(client, url)
    assert few <= QUERIES
    for number in range(6):
        other = enter(f"extra{number}", f"owner{number}")
        play([rated[1], other], [150, 140 + 5 * number], failed=[number % 2])
        services.settle()
    enter("ada-bot", "ada")
    enter("ada-second", "ada")
    assert queries(client, url) <= min(QUERIES, few + 2)


def test_to_a_member_of_its_team_a_bot_costs_no_more_queries_than_to_its_owner(
    client: Client, rated: list[Submission]
) -> None:
    bot = rated[1].bot
    client.force_login(bot.owner)
    to_its_owner = queries(client, address(rated[1]))
    member = User.objects.create_user("eve")
    bot.members.create(user=member)
    client.force_login(member)
    assert queries(client, address(rated[1])) == to_its_owner
    assert "Describe this bot" in text(client, address(rated[1]))


def queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def test_the_bots_of_a_barred_owner_compete_no_more(
    client: Client, rated: list[Submission]
) -> None:
    _greedy, ada, _bob, _carl, _dora = rated
    User.objects.filter(pk=ada.bot.owner_id).update(is_active=False)
    assert "ada-bot" not in text(client, reverse("leaderboard"))
    assert "plays no more" in text(client, address(ada))
    assert services.settle()
    assert all(ada.pk not in pairing.members for pairing in services.pair())


def test_an_owners_page_lists_their_bots_by_rating_and_then_the_rest(
    client: Client, rated: list[Submission], enter: Enter
) -> None:
    enter("ada-unrated", "ada")
    page = text(client, "/bots/ada/")
    assert page.index("/bots/ada/ada-bot/") < page.index("Not rated here")
    assert page.index("Not rated here") < page.index("/bots/ada/ada-unrated/")
    assert "greedy" not in page
    assert 'href="/bots/ada/"' in text(client, address(rated[1]))


def test_an_owners_page_has_the_bots_of_their_teams(
    client: Client, rated: list[Submission]
) -> None:
    rated[2].bot.members.create(user=rated[1].bot.owner)
    assert "bob-bot" in text(client, "/bots/ada/")


def test_who_has_entered_nothing_has_a_page_for_themselves_alone(
    client: Client, db: None, user: User
) -> None:
    assert client.get("/bots/ada/").status_code == 404
    assert client.get("/bots/nobody/").status_code == 404
    client.force_login(user)
    assert "You have entered no bot yet." in text(client, "/bots/ada/")


def test_an_owners_page_takes_few_queries(
    client: Client, rated: list[Submission], enter: Enter
) -> None:
    few = queries(client, "/bots/ada/")
    for number in range(5):
        enter(f"more-{number}", "ada")
    assert queries(client, "/bots/ada/") == few <= QUERIES
