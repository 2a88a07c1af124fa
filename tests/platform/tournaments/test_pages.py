"""What visitors, owners and organisers see of tournaments, and what it costs."""

import csv
import io
import re
from datetime import timedelta
from itertools import chain

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from sixfold.accounts.models import User
from sixfold.bots.services import retire
from sixfold.leases import Progress
from sixfold.matches.models import Match
from sixfold.tournaments import services
from sixfold.tournaments.models import Format, State, Table, Tournament

from .conftest import Enter, Make, entry, finish, play, run

QUERIES = 12
"""The most a page may take, whatever there is to show."""

FIELDS = {
    "name": "Spring cup",
    "description": "For everybody.",
    "format": "groups",
    "clusters": "2",
    "rounds_planned": "5",
    "seats": "4",
    "groups": "1",
    "qualify": "8",
    "final_clusters": "15",
    "ruleset": "classic",
    "time_rule": "standard",
    "expected": "6",
}


def text(client: Client, url: str, status: int = 200) -> str:
    response = client.get(url)
    assert response.status_code == status
    return " ".join(response.content.decode().split())


def post(client: Client, tournament: Tournament, verb: str, **data: object) -> str:
    """Send a form of the tournament's page; answers with the page that follows."""
    response = client.post(f"{tournament.get_absolute_url()}{verb}/", data, follow=True)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@pytest.fixture
def boss(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


# --- For everybody


@pytest.mark.parametrize("name", ["tournaments", "docs_tournaments"])
def test_pages_open_on_an_empty_site(client: Client, db: None, name: str) -> None:
    assert "<h1>" in text(client, reverse(name))


def test_an_empty_list_leads_to_the_ladder(client: Client, db: None) -> None:
    page = text(client, reverse("tournaments"))
    assert "There has been no tournament yet" in page
    assert "New tournament" not in page


def test_the_list_has_what_is_open_what_runs_and_who_has_won(
    client: Client, running: Make, make: Make
) -> None:
    run(running(3, name="Old cup"))
    running(2, name="New cup")
    make(2, name="Next cup", closes_at=timezone.now() + timedelta(hours=2, minutes=5))
    make(0, name="Secret cup", state=State.DRAFT)
    page = text(client, reverse("tournaments"))
    places = [page.index(f"<strong>{name} cup") for name in ("Next", "New", "Old")]
    assert places == sorted(places)
    assert "won by bot-1<" in page
    assert "entries end 2" in page
    assert "Secret cup" not in page


def test_the_list_goes_on_by_key(
    client: Client, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixfold.tournaments.views.reading.PAGE_SIZE", 2)
    cups = [make(name=f"Cup {number}", state=State.CANCELLED) for number in range(3)]
    page = text(client, reverse("tournaments"))
    assert "Cup 2" in page
    assert "Cup 0" not in page
    assert f"?before={cups[1].pk}" in page
    assert "Cup 0" in text(client, f"{reverse('tournaments')}?before={cups[1].pk}")
    assert "no older ones" in text(client, f"{reverse('tournaments')}?before={cups[0].pk}")
    assert "Cup 2" in text(client, f"{reverse('tournaments')}?before=nonsense")


@pytest.mark.parametrize("form", Format)
def test_every_format_has_a_page_at_every_time(client: Client, make: Make, form: Format) -> None:
    cup = make(5, format=form, seats=3, rounds_planned=3, qualify=2, final_clusters=1)
    url = cup.get_absolute_url()
    assert "5 bots are entered" in text(client, url)
    services.start(cup)
    for number in range(1, 40):
        cup.refresh_from_db()
        if cup.state != State.RUNNING:
            break
        assert f"Round {number} of" in text(client, url)
        assert "Being played." in text(client, f"{url}rounds/{number}/")
        play(cup)
        services.advance(cup)
    page = text(client, url)
    assert "Won by bot-1/bot-1" in page
    assert 'og:description" content="Won by bot-1/bot-1, in a tournament of' in page
    assert "/card.png" in page
    assert "how ties are broken" in page
    assert cup.lot in page
    assert 'hx-trigger="every' not in page
    for one in cup.rounds.all():
        assert "Played from" in text(client, one.get_absolute_url())


def test_a_round_says_why_these_meet_and_links_every_game(client: Client, running: Make) -> None:
    cup = running(3, format=Format.SWISS, rounds_planned=2)
    play(cup)
    services.advance(cup)
    first = text(client, f"{cup.get_absolute_url()}rounds/1/")
    assert "the upper half by rating meets the lower half" in first
    assert "sits out, for half a point" in first
    for match in Match.objects.finished():
        assert f'href="{match.get_absolute_url()}"' in first
    second = text(client, f"{cup.get_absolute_url()}rounds/2/")
    assert "Points before the round: 1 and" in second
    assert "0 of 2 games played" in second


def test_a_page_says_how_many_games_of_a_table_are_played(client: Client, running: Make) -> None:
    cup = running(2, clusters=2)
    play(cup)
    first = Match.objects.filter(pk=Match.objects.order_by("pk")[0].pk)
    first.update(progress=Progress.QUEUED)
    assert "3 of 4 games played." in text(client, cup.get_absolute_url())
    first.update(progress=Progress.QUARANTINED)
    assert "1 waits for the staff after faults of ours." in text(client, cup.get_absolute_url())


def test_a_cross_table_leads_to_the_games(client: Client, running: Make) -> None:
    cup = run(running(3, clusters=5))
    page = text(client, cup.get_absolute_url())
    table = Table.objects.get(members=[1, 2])
    assert f'rounds/{table.round.number}/#table-{table.number}">10:0</a>' in page
    assert "who met whom" in page


def test_a_bracket_shows_who_comes_from_where(client: Client, running: Make) -> None:
    cup = running(4, format=Format.DOUBLE_ELIMINATION)
    page = text(client, cup.get_absolute_url())
    assert "Winner of W1.1" in page
    assert "Loser of W1.2" in page
    assert "Those who have lost once" in page


def test_a_walkover_and_a_void_meeting_say_so(client: Client, running: Make) -> None:
    cup = running(4)
    services.remove(entry(cup, 4), "A copy")
    Match.objects.all().void()
    services.advance(cup)
    assert "No game counts: each of them was void." in text(
        client, f"{cup.get_absolute_url()}rounds/1/"
    )
    page = text(client, f"{cup.get_absolute_url()}rounds/2/")
    assert "bot-4/bot-4 v1 has left the tournament." in page
    assert 'title="A copy">left after round 1' in text(client, cup.get_absolute_url())


def test_a_running_tournament_refreshes_itself(client: Client, running: Make) -> None:
    cup = running(2)
    url, asking = cup.get_absolute_url(), {"HX-Request": "true"}
    found = re.search(rf'hx-get="({url}\?seen=[^"]+)" hx-trigger="every 5s"', text(client, url))
    assert found
    assert client.get(found[1], headers=asking).status_code == 204
    finish(Match.objects.filter(order=0))
    fragment = client.get(found[1], headers=asking).content.decode()
    assert '<div class="stack loose" id="now"' in fragment
    assert "1 of 2 games played" in fragment
    assert "<h1>" not in fragment


def test_a_cancelled_tournament_says_why(client: Client, running: Make) -> None:
    cup = running(2)
    services.cancel(cup, "Too hot in here")
    assert "Too hot in here" in text(client, cup.get_absolute_url())


@pytest.mark.parametrize("path", ["nowhere/", "winter-cup/rounds/9/", "winter-cup/edit/"])
def test_what_there_is_not_is_not_found(client: Client, running: Make, path: str) -> None:
    running(2)
    client.force_login(User.objects.get(username="bot-1"))
    text(client, f"/tournaments/{path}", 404)


def test_a_draft_is_seen_by_its_organiser_alone(
    client: Client, make: Make, organiser: User
) -> None:
    cup = make(state=State.DRAFT)
    text(client, cup.get_absolute_url(), 404)
    client.force_login(organiser)
    assert "Only you and the staff see it." in text(client, cup.get_absolute_url())


@pytest.mark.parametrize("form", Format)
def test_pages_take_few_queries_whatever_they_show(
    client: Client, make: Make, form: Format
) -> None:
    cup = make(9, format=form, seats=3, rounds_planned=4, qualify=4, final_clusters=1)
    services.start(cup)
    for _ in range(3):
        play(cup)
        services.advance(cup)
    client.force_login(User.objects.get(username="bot-1"))
    url = cup.get_absolute_url()
    for path in (url, f"{url}rounds/1/", f"{url}tournament.json", reverse("tournaments")):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(path).status_code == 200
        assert len(queries) <= QUERIES, path


# --- As data


def test_everything_can_be_had_as_data(client: Client, running: Make) -> None:
    cup = run(running(5, format=Format.SWISS, rounds_planned=2))
    url = cup.get_absolute_url()
    told = client.get(f"{url}tournament.json").json()
    assert [one["number"] for one in told["rounds"]] == [1, 2]
    assert told["standings"][0]["bot"] == "bot-1/bot-1"
    assert told["standings"][0]["strength"] > 1000
    assert [one["rank"] for one in told["entries"]] == [
        next(row["rank"] for row in told["standings"] if row["seed"] == seed)
        for seed in range(1, 6)
    ]
    games = list(chain.from_iterable(t["games"] for one in told["rounds"] for t in one["tables"]))
    rows = list(csv.DictReader(io.StringIO(client.get(f"{url}games.csv").content.decode())))
    assert len(rows) == 2 * len(games) == 2 * Match.objects.finished().count()
    table = list(csv.DictReader(io.StringIO(client.get(f"{url}standings.csv").content.decode())))
    assert [row["rank"] for row in table] == ["1", "2", "3", "4", "5"]
    assert float(table[0]["buchholz"]) >= 0


def test_a_tournament_that_has_not_begun_has_data_too(client: Client, make: Make) -> None:
    url = make(2).get_absolute_url()
    assert client.get(f"{url}tournament.json").json()["standings"] == []
    assert client.get(f"{url}standings.csv").content.decode().startswith("rank,seed,bot")


# --- For owners


def test_an_owner_chooses_a_bot_and_may_choose_another(
    client: Client, make: Make, enter: Enter
) -> None:
    cup = make()
    first, second = enter("first", "ada").bot, enter("second", "ada").bot
    client.force_login(first.owner)
    page = post(client, cup, "enter", bot=first.pk)
    assert "first is entered." in page
    assert f'<option value="{first.pk}"' not in page
    page = post(client, cup, "enter", bot=second.pk)
    assert "second is entered." in page
    assert "Enter another one instead" in page
    assert [one.bot for one in cup.entries.all()] == [second]
    own = cup.entries.get()
    assert "second is withdrawn." in post(client, cup, f"entries/{own.pk}/withdraw")
    assert not cup.entries.exists()


def test_nobody_enters_or_withdraws_the_bots_of_others(
    client: Client, make: Make, enter: Enter
) -> None:
    cup, bot = make(1), enter("other").bot
    client.force_login(User.objects.create_user("mallory"))
    assert "Choose one of your bots" in post(client, cup, "enter", bot=bot.pk)
    theirs = cup.entries.get()
    assert client.post(f"{cup.get_absolute_url()}entries/{theirs.pk}/withdraw/").status_code == 404
    assert cup.entries.get() == theirs


def test_a_class_is_entered_by_its_teacher_at_once(
    boss: Client, make: Make, enter: Enter, settings: Settings
) -> None:
    cup = make(1)
    enter("greedy", "house", house=True)
    for name in ("old", "new"):
        enter(name, "ada")
    shared = enter("bob").bot
    shared.members.create(user=cup.entries.get().bot.owner)
    assert "1 more bot is entered." in post(boss, cup, "enter-everybody")
    assert [one.bot.name for one in cup.entries.order_by("pk")] == ["bot-1", "new"]
    settings.PUBLIC = True
    assert "Enter everybody" not in text(boss, cup.get_absolute_url())
    assert "On a public site everybody enters" in post(boss, cup, "enter-everybody")


def test_a_visitor_is_asked_to_log_in(client: Client, make: Make) -> None:
    cup = make()
    assert "Log in to enter a bot" in text(client, cup.get_absolute_url())
    response = client.post(f"{cup.get_absolute_url()}enter/", {"bot": 1})
    assert response.status_code == 302
    assert "/accounts/login/" in response["Location"]


def test_who_has_no_bot_is_shown_the_way(client: Client, make: Make, enter: Enter) -> None:
    cup, bot = make(), enter("first").bot
    retire(bot)
    client.force_login(bot.owner)
    assert "To take part you need a bot" in text(client, cup.get_absolute_url())


def test_windows_are_told(client: Client, make: Make) -> None:
    later = timezone.now() + timedelta(days=1)
    assert "Entries open on" in text(client, make(name="a", opens_at=later).get_absolute_url())
    assert "it begins within" in text(
        client, make(name="b", closes_at=timezone.now()).get_absolute_url()
    )


def test_an_owner_reads_what_became_of_the_entry(client: Client, make: Make) -> None:
    cup = make(4, format=Format.SWISS, rounds_planned=2)
    client.force_login(User.objects.get(username="bot-1"))
    url = cup.get_absolute_url()
    assert "bot-1 is entered." in text(client, url)
    services.start(cup)
    assert "bot-1 takes part with v1" in text(client, url)
    assert "bot-1 is withdrawn." in post(client, cup, f"entries/{entry(cup, 1).pk}/withdraw")
    assert "bot-1 has left after round 1: withdrawn by its owner." in text(client, url)


def test_the_page_of_a_match_names_the_tournament_and_leads_to_its_round(
    client: Client, running: Make
) -> None:
    cup = running(2)
    match = Match.objects.queued()[0]
    shown = text(client, match.get_absolute_url())
    assert f'<a href="{cup.rounds.get().get_absolute_url()}">{cup.name}, round 1</a>' in shown


# --- For organisers


def test_only_organisers_draw_up_tournaments(client: Client, user: User) -> None:
    assert client.get(reverse("tournament_new")).status_code == 302
    client.force_login(user)
    page = text(client, reverse("tournament_new"), 403)
    assert "Tournaments are drawn up by organisers" in page
    user.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    assert "New tournament" in text(client, reverse("tournament_new"))
    assert "New tournament" in text(client, reverse("tournaments"))


def test_a_tournament_is_drawn_up_announced_and_begun(
    boss: Client, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[bool] = []
    monkeypatch.setattr("sixfold.tournaments.views.organising.wake", lambda: woken.append(True))
    response = boss.post(reverse("tournament_new"), FIELDS, follow=True)
    assert "The draft is saved" in response.content.decode()
    cup = Tournament.objects.get()
    assert (cup.slug, cup.state, cup.organiser.username) == ("spring-cup", State.DRAFT, "olga")
    assert "It is open for entries." in post(boss, cup, "announce")
    assert "It takes 3 bots" in post(boss, cup, "start")
    for name in ("one", "two", "three"):
        services.enter(cup, enter(name).bot)
    assert "It has begun." in post(boss, cup, "start")
    assert len(woken) == 2
    assert "It has been announced already." in post(boss, cup, "announce")


def test_the_default_preset_is_the_one_that_finds_the_best(boss: Client) -> None:
    page = text(boss, reverse("tournament_new"))
    assert '<option value="groups" selected>' in page
    assert (Tournament().clusters, Tournament().qualify, Tournament().final_clusters) == (2, 8, 15)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"name": ""}, "This field is required."),
        ({"clusters": "0"}, "greater than or equal to 1"),
        ({"format": "tables", "seats": "6"}, "The classic rules seat 4 at most"),
        ({"format": "nonsense"}, "Select a valid choice"),
        ({"groups": "1", "qualify": "1"}, "A final takes two bots or more."),
        ({"closes_at": "2020-01-01T00:00"}, "This moment has passed"),
        (
            {"opens_at": "2199-01-02T00:00", "closes_at": "2199-01-01T00:00"},
            "Entries cannot end before they have begun.",
        ),
    ],
)
def test_contradictions_are_refused_and_nothing_is_lost(
    boss: Client, change: dict[str, str], complaint: str
) -> None:
    page = boss.post(reverse("tournament_new"), {**FIELDS, **change}).content.decode()
    assert complaint in page
    assert "For everybody." in page
    assert not Tournament.objects.exists()


def test_a_preview_says_how_likely_the_best_wins_and_saves_nothing(
    boss: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixfold.tournaments.forecasts.SECONDS", 0)
    monkeypatch.setattr("sixfold.tournaments.preview.FEW", 1)
    monkeypatch.setattr("sixfold.tournaments.preview.LOW", 1.1)
    sent = {**FIELDS, "format": "single elimination", "clusters": "1", "expected": "32"}
    page = boss.post(reverse("tournament_new"), {**sent, "preview": "1"}).content.decode()
    assert "The best bot wins" in page
    assert "62 games" in page
    assert "That is low" in page
    assert 'value="Spring cup"' in page
    assert not Tournament.objects.exists()


def test_a_tournament_can_be_changed_until_it_begins(boss: Client, make: Make) -> None:
    cup = make(2)
    boss.post(f"{cup.get_absolute_url()}edit/", {**FIELDS, "format": "swiss"})
    cup.refresh_from_db()
    assert (cup.name, cup.slug, cup.format) == ("Spring cup", "winter-cup", "swiss")
    cup.format = Format.ROUND_ROBIN
    cup.save()
    services.start(cup)
    boss.post(f"{cup.get_absolute_url()}edit/", {**FIELDS, "name": "Cup", "format": "swiss"})
    cup.refresh_from_db()
    assert (cup.name, cup.format) == ("Cup", "round robin")


def test_whoever_cancels_or_takes_out_has_to_say_why(boss: Client, running: Make) -> None:
    cup = running(3)
    out = entry(cup, 3)
    assert "Say why" in post(boss, cup, f"entries/{out.pk}/remove", why=" ")
    assert "bot-3 is taken out." in post(boss, cup, f"entries/{out.pk}/remove", why="A copy")
    assert "Say why" in post(boss, cup, "cancel")
    assert "It is cancelled." in post(boss, cup, "cancel", why="Power cut")


@pytest.mark.parametrize("verb", ["announce", "start", "cancel", "edit"])
def test_others_cannot_run_it(client: Client, make: Make, user: User, verb: str) -> None:
    cup = make(2)
    user.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    client.force_login(user)
    assert client.post(f"{cup.get_absolute_url()}{verb}/", {"why": "x"}).status_code == 404
    assert "For you, who organises it" not in text(client, cup.get_absolute_url())


def test_the_administration_lists_tournaments(client: Client, running: Make) -> None:
    run(running(3))
    client.force_login(User.objects.create_superuser("root"))
    for name in ("tournament", "entry", "round", "table"):
        assert client.get(reverse(f"admin:tournaments_{name}_changelist")).status_code == 200
