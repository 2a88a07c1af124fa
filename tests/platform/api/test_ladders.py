"""Ladders and ratings through the API."""

import pytest
from django.db import transaction
from django.db.models import F

from sixfold.ladder import services
from sixfold.ladder.models import Ladder
from sixfold.ladder.results import Counts, Finisher
from sixfold.ladder.services import counting
from tests.platform.api.conftest import Api, Enter


@pytest.fixture
def ladder(enter: Enter) -> Ladder:
    """A ladder on which Ada's swift has beaten Bob's slow and Cy's late, and published that."""
    ladder = services.ladders()[0]
    swift, *others = enter("ada", "swift"), enter("bob", "slow"), enter("cy", "late")
    counts = Counts()
    for other in others:
        won = [Finisher(swift.pk, 1, 200, failed=False), Finisher(other.pk, 2, 150, failed=False)]
        counts.add(won, 30)
    with transaction.atomic():
        counting.add(ladder, counts)
    Ladder.objects.filter(pk=ladder.pk).update(last_seq=F("last_seq") + 1)
    assert services.publish(ladder)
    ladder.refresh_from_db()
    return ladder


def test_ladders_are_listed(anybody: Api, ladder: Ladder) -> None:
    listed = anybody.get("/ladders")
    assert listed[0]["slug"] == ladder.slug
    assert anybody.get(f"/ladders/{ladder.slug}") == listed[0]
    anybody.get("/ladders/none", 404)


def test_a_leaderboard_is_read_from_the_top_by_key(anybody: Api, ladder: Ladder) -> None:
    path = f"/ladders/{ladder.slug}/standings"
    first = anybody.get(f"{path}?limit=2")
    assert first["items"][0]["bot"] == "ada/swift"
    assert first["items"][0]["wins"] == 60
    assert first["items"][0]["bar"] > 0
    assert first["items"][0]["change"] is None
    second = anybody.get(f"{path}?limit=2&after={first['next']}")
    assert len(second["items"]) == 1
    assert second["next"] is None
    bots = [one["bot"] for page in (first, second) for one in page["items"]]
    assert sorted(bots) == ["ada/swift", "bob/slow", "cy/late"]


def test_a_leaderboard_is_filtered(anybody: Api, ladder: Ladder) -> None:
    path = f"/ladders/{ladder.slug}/standings"
    assert [one["bot"] for one in anybody.get(f"{path}?q=slow")["items"]] == ["bob/slow"]
    assert len(anybody.get(f"{path}?without_house=true")["items"]) == 3


def test_a_bot_knows_its_standings_its_history_and_its_opponents(
    anybody: Api, ladder: Ladder
) -> None:
    (standing,) = anybody.get("/bots/ada/swift/standings")
    assert standing["ladder"] == ladder.slug
    assert standing["games"] == 60
    assert standing["win_percent"] == 100
    (point,) = anybody.get(f"/bots/ada/swift/history?ladder={ladder.slug}")
    assert point["rating"] == standing["rating"]
    opponents = anybody.get("/bots/ada/swift/opponents")
    assert [(one["bot"], one["wins"]) for one in opponents] == [("bob/slow", 30), ("cy/late", 30)]
    anybody.get("/bots/ada/swift/history?ladder=none", 404)
    near = anybody.get("/bots/ada/swift/neighbours")
    met = {one["standing"]["bot"]: one["met"] and one["met"]["wins"] for one in near}
    assert met == {"ada/swift": None, "bob/slow": 30, "cy/late": 30}
    assert anybody.get("/bots/ada/swift/seats") == []
    assert anybody.get("/bots/ada/swift/hindsight") is None
    change = anybody.get(f"/bots/ada/swift/versions/1/change?to={point['snapshot']}")
    assert (change["since"], change["rating"]) == (None, standing["rating"])
    assert change["own"]["games"] == len(change["encounters"]) == 0
    assert change["others"] == change["rating"] - change["before"]


def test_a_bot_that_is_not_shown_yet_has_no_ratings_either(
    ada: Api, anybody: Api, enter: Enter, ladder: Ladder
) -> None:
    enter("ada", "hidden", "broken", passed=False)
    for path in ("standings", "history", "opponents", "neighbours", "seats"):
        anybody.get(f"/bots/ada/hidden/{path}", 404)
        assert ada.get(f"/bots/ada/hidden/{path}") == []


def test_without_a_ladder_there_is_no_history(anybody: Api, enter: Enter) -> None:
    enter("ada", "swift")
    anybody.get("/bots/ada/swift/history", 404)
    assert anybody.get("/ladders") == []
