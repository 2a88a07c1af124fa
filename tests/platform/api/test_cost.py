"""No read asks the database more often because there is more to read."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import pairwise

import pytest

from sixfold.api import api
from sixfold.challenges import services as challenges
from sixfold.ladder import services as ladder
from sixfold.matches import services as matches
from sixfold.matches.models import Match
from sixfold.tournaments import services as tournaments
from sixfold.tournaments.models import Tournament
from tests.platform.api.conftest import SEED, Api, Enter

MOST = 12
NAMES = {
    "owner": "ada",
    "slug": "swift",
    "number": "1",
    "other_owner": "bob",
    "other_slug": "slow",
}


@pytest.fixture
def crowd(match: Match, enter: Enter, ada: Api) -> dict[str, str]:
    """A site with a dozen bots, their matches, a challenge and a tournament; ids for addresses."""
    ladders = ladder.ladders()
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
    return {
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
    ada: Api,
    crowd: dict[str, str],
    django_assert_max_num_queries: Callable[..., AbstractContextManager[object]],
) -> None:
    ada.get("/me")  # notes the use of the token, once a minute
    for path in reads():
        key = next((key for prefix, key in crowd.items() if path.startswith(prefix)), None)
        address = path.format(**NAMES | ({"id": key, "slug": key} if key else {}))
        with django_assert_max_num_queries(MOST, info=address):
            response = ada("GET", address)
        # The record of a match is held back while others are to be played on its seed.
        assert response.status_code in (200, 409), response.content
