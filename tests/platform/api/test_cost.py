"""No read asks the database more often because there is more to read."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import pairwise

import pytest
from django.contrib.auth.models import Permission

from sixfold.accounts.models import User
from sixfold.api import api
from sixfold.bots.models import Succession
from sixfold.challenges import services as challenges
from sixfold.ladder import services as ladder
from sixfold.ladder.models import Pairing
from sixfold.matches import services as matches
from sixfold.matches.models import Match
from sixfold.moderation.models import Ruling
from sixfold.tournaments import forecasts
from sixfold.tournaments import services as tournaments
from sixfold.tournaments.models import Tournament
from sixfold.trials import services as trials
from tests.platform.api.conftest import SEED, Api, Enter, bots_answer

MOST = 12
NAMES = {
    "owner": "ada",
    "slug": "swift",
    "number": "1",
    "other_owner": "bob",
    "other_slug": "slow",
}


@pytest.fixture
def moderator(user: User, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ada rule too, as she has once, and look ahead at few tournaments."""
    user.user_permissions.add(Permission.objects.get(codename="add_ruling"))
    User.objects.filter(pk=user.pk).update(is_staff=True)
    bot = match.seats.all()[0].submission.bot
    Ruling.objects.create(kind=Ruling.Kind.DISABLE, moderator=user, bot=bot, reason="It talked.")
    monkeypatch.setattr(forecasts, "SECONDS", 0.01)


@pytest.fixture
def crowd(match: Match, enter: Enter, ada: Api) -> dict[str, str]:
    """A site with a dozen bots, their matches, a challenge and a tournament; ids for addresses."""
    ladders = ladder.ladders()
    members = sorted(match.seats.values_list("submission", flat=True))
    Pairing.objects.create(
        ladder=ladders[0], cluster=match.cluster, slot=0, why=Pairing.Why.FIRST, members=members
    )
    ladder.settle()
    versions = [enter(f"owner{number}", "bot") for number in range(10)]
    for one, other in pairwise(versions):
        matches.schedule(submissions=[one, other], seed=SEED)
    asked = {"bot": "ada/swift", "against": "bob/slow"}
    challenge = ada.post("/challenges", asked, 201)["id"]
    challenges.advance()
    cup = Tournament(name="Cup", format="round robin")
    cup = tournaments.create(cup, match.seats.all()[0].submission.bot.owner)
    tournaments.announce(cup)
    for version in versions:
        tournaments.enter(cup, version.bot)
    tournaments.start(cup)
    told: object = {"url": "https://example.org/", "told": ["match.finished"]}
    webhook = ada.post("/webhooks", told, 201)["webhook"]["id"]
    trial = trials.begin(enter("ada", "swift", "# better\n", succession=Succession.TEST_FIRST)).pk
    over, mine = (ada.post("/games", {"against": "bob/slow"}, 201)["id"] for _ in range(2))
    ada.post(f"/games/{over}/resign")
    bots_answer()
    running = matches.claim()
    assert running is not None
    return {
        "/matches/{id}/live": str(running.match.pk),
        "/games/{id}/choices": str(mine),
        "/games/{id}/moves": str(mine),
        "/games/": str(over),
        "/trials/": str(trial),
        "/webhooks/": str(webhook),
        "/matches/": str(match.pk),
        "/challenges/": str(challenge),
        "/ladders/": ladders[0].slug,
        "/tournaments/": cup.slug,
    }


def reads() -> list[str]:
    paths = api.get_openapi_schema()["paths"]
    return [path.removeprefix("/api/v1") for path, methods in paths.items() if "get" in methods]


def test_a_read_asks_the_database_a_dozen_times_at_the_most(
    organiser: Api,
    moderator: None,
    crowd: dict[str, str],
    django_assert_max_num_queries: Callable[..., AbstractContextManager[object]],
) -> None:
    organiser.get("/me")  # notes the use of the token, once a minute
    for path in reads():
        key = next((key for prefix, key in crowd.items() if path.startswith(prefix)), None)
        address = path.format(**NAMES | ({"id": key, "slug": key} if key else {}))
        with django_assert_max_num_queries(MOST, info=address):
            response = organiser("GET", address)
        # The record of a match is held back while others are to be played on its seed.
        assert response.status_code in (200, 409), response.content
