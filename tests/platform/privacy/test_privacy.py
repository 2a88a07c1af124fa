"""Somebody takes along what is theirs, or leaves: results stay, everything else goes."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from typing import cast

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.core.files.storage import Storage
from django.db import transaction
from django.http import StreamingHttpResponse
from django.test import AsyncClient, Client
from django.utils import timezone
from pytest_django.asserts import assertContains

from bots_sdk import archives
from sixfold.accounts.models import Scope, User
from sixfold.accounts.services import issue, use
from sixfold.bots import services as bots
from sixfold.bots.models import Archive, Bot, CheckStep, Submission, Verdict
from sixfold.challenges.services import challenge
from sixfold.leases import Progress
from sixfold.matches import tagging
from sixfold.matches.models import Match, Seat, Tag
from sixfold.matches.services import schedule
from sixfold.play import services as play
from sixfold.play.models import Sitting
from sixfold.privacy import services
from sixfold.privacy.models import Departure
from sixfold.tournaments.models import State, Tournament
from sixfold.webhooks.models import Webhook

GOOD = b"def choose(game):\n    return game.legal_moves()[0]\n"
PASSWORD = "correct horse battery"

Enter = Callable[..., Submission]


@pytest.fixture
def enter(user: User) -> Enter:
    """A version that has passed and plays."""

    def enter(owner: User = user, name: str = "Swift", data: bytes = GOOD) -> Submission:
        bot = owner.bots.filter(name=name).first() or bots.create_bot(owner=owner, name=name)
        made = bots.submit(bot=bot, filename="bot.py", data=data, note="my idea")
        Submission.objects.filter(pk=made.pk).update(
            verdict=Verdict.PASSED, checked_at=timezone.now(), progress=Progress.FINISHED
        )
        made.steps.update(log="my secret log", state=CheckStep.State.OK)
        Bot.objects.filter(pk=bot.pk).update(active=made)
        made.refresh_from_db()
        return made

    return enter


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob", password=PASSWORD)


@pytest.fixture
def match(enter: Enter, bob: User, records: Storage) -> Match:
    """One finished match of Ada's and Bob's, with Ada's log; others of its cluster wait."""
    table = [enter(), enter(bob, "Slow")]
    with transaction.atomic():
        cluster = schedule(submissions=table, seed=bytes(32))
    found = cluster.matches.get(order=0)
    Match.objects.filter(pk=found.pk).update(
        progress=Progress.FINISHED, finished_at=timezone.now(), record_key="x", record_sha256="y"
    )
    seat = found.seats.get(submission=table[0])
    key = records.save("log.json.gz", io.BytesIO(_packed([(2, "thinking")])))
    Seat.objects.filter(pk=seat.pk).update(log_key=key, score=100, place=1)
    return Match.objects.get(pk=found.pk)


def _packed(lines: object) -> bytes:
    return gzip.compress(json.dumps(lines).encode())


@pytest.fixture
def ada(client: Client, user: User) -> Client:
    """Ada's browser, in which she has just given her password again."""
    cache.clear()
    client.force_login(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def taken_along(client: Client) -> zipfile.ZipFile:
    response = cast(StreamingHttpResponse, client.post("/account/export/"))
    assert response.headers["Content-Type"] == "application/zip"
    return zipfile.ZipFile(io.BytesIO(response.getvalue()))


def test_all_that_is_ones_own_comes_along_and_no_secret(
    ada: Client, match: Match, user: User
) -> None:
    _token, secret = issue(user=user, name="laptop", scopes=[Scope.READ])
    Webhook.objects.create(owner=user, url="https://example.org/", secret="whsec_x", site="x")
    version = match.seats.order_by("number")[1].submission
    open_one = play.begin(by=user, opponent=version)
    tagging.retag(user, match, ["endgame"])
    play.resign(play.begin(by=user, opponent=version))
    with taken_along(ada) as taken:
        assert taken.testzip() is None
        names = set(taken.namelist())
        told = {name: taken.read(name).decode("latin-1") for name in names}
    assert {f"logs/match-{match.pk}-swift.txt", "sources/swift-v1.zip"} < names
    assert json.loads(told["profile.json"])["username"] == "ada"
    (bot,) = json.loads(told["bots.json"])
    assert bot["versions"][0]["note"] == "my idea"
    assert bot["checks"][0]["log"] == "my secret log"
    assert json.loads(told["tokens.json"])[0]["name"] == "laptop"
    assert json.loads(told["webhooks.json"])[0]["url"] == "https://example.org/"
    assert "thinking" in told[f"logs/match-{match.pk}-swift.txt"]
    assert json.loads(told["tags.json"]) == [{"match": match.pk, "word": "endgame"}]
    games = json.loads(told["games.json"])
    assert [(game["against"], bool(game["turns"])) for game in games] == [
        (["bob/slow v1"], False),
        (["bob/slow v1"], True),
    ]
    everything = "".join(told.values())
    assert secret not in everything
    assert "whsec_x" not in everything
    assert open_one.seed.hex() not in everything
    assert "slow" not in everything.replace("bob/slow v1", ""), "nothing of Bob's"


def test_it_is_sent_as_it_is_made_under_asgi_too(user: User, match: Match) -> None:
    cache.clear()
    client = AsyncClient()
    client.force_login(user)

    @async_to_sync
    async def take() -> bytes:
        response = cast(StreamingHttpResponse, await client.post("/account/export/"))
        assert response.is_async
        return b"".join([piece async for piece in response])

    with zipfile.ZipFile(io.BytesIO(take())) as taken:
        assert taken.testzip() is None


def test_it_is_made_once_a_minute(ada: Client) -> None:
    taken_along(ada)
    assertContains(ada.post("/account/export/", follow=True), "Try again in a minute")


def test_an_account_is_deleted_by_its_name_and_a_fresh_log_in(
    ada: Client, user: User, bob: User
) -> None:
    refused = ada.post("/account/delete/", {"name": "bob"})
    assertContains(refused, "not your user name", status_code=422)
    assert ada.post("/account/delete/", {"name": "Ada"}).headers["Location"] == "/"
    user.refresh_from_db()
    assert (user.username, user.is_active, user.email) == (f"deleted-{user.pk}", False, "")
    assert "_auth_user_id" not in ada.session
    other = Client()
    other.force_login(bob)
    asked = other.get("/account/delete/")
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")


def test_results_stay_and_what_waits_is_void(match: Match, user: User) -> None:
    services.leave(user)
    bot = user.bots.get()
    assert (bot.name, bot.slug, bot.active, bot.description) == (
        f"deleted-{bot.pk}", f"deleted-{bot.pk}", None, ""
    )  # fmt: skip
    match.refresh_from_db()
    assert match.progress == Progress.FINISHED
    assert match.seats.get(submission__bot=bot).score == 100
    others = Match.objects.exclude(pk=match.pk)
    assert {one.progress for one in others} == {Progress.VOID}
    page = Client().get("/matches/")
    assertContains(page, bot.name)
    assert "ada" not in page.text.partition("<main")[2].partition("</main")[0].lower()


def test_nothing_of_theirs_opens_anything_any_more(user: User, enter: Enter, bob: User) -> None:
    enter()
    friend = enter(bob, "Slow").bot
    friend.members.create(user=user)
    _token, secret = issue(user=user, name="laptop", scopes=[Scope.READ])
    EmailAddress.objects.create(user=user, email="ada@example.org", verified=True)
    Tournament.objects.create(name="Draft", slug="draft", organiser=user, state=State.DRAFT)
    services.leave(user)
    assert use(secret) is None
    assert not friend.members.exists()
    assert not EmailAddress.objects.exists()
    assert not Tournament.objects.exists()
    cache.clear()
    refused = Client().post("/accounts/login/", {"login": "ada", "password": PASSWORD})
    assertContains(refused, "not correct")


def test_sources_and_logs_are_erased_but_what_others_have_uploaded_too(
    match: Match, user: User, enter: Enter, records: Storage
) -> None:
    own = enter(data=GOOD + b"# my own\n")
    shared = match.seats.exclude(submission__bot__owner=user).get().submission
    services.leave(user)
    assert services.erase_some(), "the log"
    assert not services.erase_some(), "the sources"
    assert not services.erase_some()
    assert Departure.objects.get().erased_at
    assert not records.exists("log.json.gz")
    assert not Archive.objects.filter(pk=own.sha256).exists()
    assert Submission.objects.get(pk=own.pk).files() == {}
    assert shared.files() == {"bot.py": GOOD}
    assert archives.digest({}) == Submission.objects.get(pk=own.pk).sha256


def test_games_against_bots_go_with_their_player(user: User, match: Match) -> None:
    version = match.seats.order_by("number")[1].submission
    play.begin(by=user, opponent=version)
    play.resign(play.begin(by=user, opponent=version))
    services.leave(user)
    assert not Sitting.objects.exists()


def test_words_for_matches_go_with_whoever_wrote_them(user: User, match: Match) -> None:
    mine, theirs = (seat.submission for seat in match.seats.order_by("number"))
    tagging.retag(user, match, ["endgame"])
    asked = challenge(by=user, first=mine, second=theirs, pairs=1, tag="endgame")
    services.leave(user)
    assert not Tag.objects.exists()
    asked.refresh_from_db()
    assert (asked.tag, asked.tagger) == ("", None)


def test_a_deleted_name_is_given_to_nobody(user: User) -> None:
    services.leave(user)
    cache.clear()
    for name in ("ada", "ADA", "deleted-7"):
        page = Client().post("/accounts/signup/", {"username": name, "password1": PASSWORD})
        assert "Location" not in page.headers, name
    assert User.objects.count() == 1


def test_the_house_stays(db: None) -> None:
    house = User.objects.create_user("house")
    bots.create_bot(owner=house, name="greedy", house=True)
    with pytest.raises(services.Refused):
        services.leave(house)
