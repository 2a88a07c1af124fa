"""A program draws a tournament up, runs it, and shares a bot, as the pages do."""

import pytest

from sixfold.bots.models import Bot
from sixfold.tournaments import forecasts
from tests.platform.api.conftest import Api, Enter

CUP = {"name": "Winter cup", "format": "round robin", "clusters": 1}


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Throw the dice for a few tournaments only."""
    monkeypatch.setattr(forecasts, "SECONDS", 0.01)


def test_a_tournament_is_drawn_up_changed_announced_entered_and_begun(
    organiser: Api, bob: Api, enter: Enter, hasty: None
) -> None:
    for owner in ("ada", "bob", "carol"):
        version = enter(owner, "swift")
        Bot.objects.filter(pk=version.bot_id).update(active=version)
    made = organiser.post("/tournaments", CUP, 201)
    assert (made["slug"], made["state"]) == ("winter-cup", "draft")
    bob.get("/tournaments/winter-cup", 404)
    window = {"closes_at": "2099-01-01T00:00:00Z", "clusters": 2}
    assert organiser.patch("/tournaments/winter-cup", window)["closes_at"] == window["closes_at"]
    changed = organiser.patch("/tournaments/winter-cup", {"closes_at": None, "clusters": None})
    assert changed["closes_at"] is None
    forecast = organiser.get("/tournaments/winter-cup/forecast?expected=3")
    assert 0 <= forecast["chance"] <= 1
    assert forecast["games"] == 2 * changed["clusters"] * 3
    bob.get("/tournaments/winter-cup/forecast", 404)
    organiser.post("/tournaments/winter-cup/announce")
    for program, bot in ((organiser, "swift"), (bob, "bob/swift")):
        program.post("/tournaments/winter-cup/entries", {"bot": bot}, 201)
    bob.post("/tournaments/winter-cup/entries", {"bot": "carol/swift"}, 404)
    bob.post("/tournaments/winter-cup/entries/everybody", status=404)
    organiser.post("/tournaments/winter-cup/entries/everybody")
    entries = bob.get("/tournaments/winter-cup/sheet")["entries"]
    assert {entry["bot"] for entry in entries} == {"ada/swift", "bob/swift", "carol/swift"}
    bob.post("/tournaments/winter-cup/start", status=404)
    assert organiser.post("/tournaments/winter-cup/start")["state"] == "running"
    organiser.patch("/tournaments/winter-cup", {"clusters": 3}, 409)
    organiser.post("/tournaments/winter-cup/entries/bob/swift/remove", {"why": "Late"}, 204)
    assert organiser.post("/tournaments/winter-cup/cancel", {"why": "Rain"})["note"] == "Rain"


def test_what_cannot_be_is_refused_by_the_words_of_the_form(organiser: Api, bob: Api) -> None:
    bob.post("/tournaments", CUP, 403)
    window = {"opens_at": "2099-01-02T00:00:00Z", "closes_at": "2099-01-01T00:00:00Z"}
    problem = organiser.post("/tournaments", CUP | window, 422)
    assert problem["errors"][0]["where"] == "body.closes_at"
    problem = organiser.post("/tournaments", {"name": ""}, 422)
    assert problem["errors"][0]["where"] == "body.name"


def test_a_bot_is_shared_and_handed_over(ada: Api, bob: Api, enter: Enter) -> None:
    enter("ada", "swift")
    bob.get("/bots/ada/swift/team", 404)
    ada.post("/bots/ada/swift/team/invitations", {"name": "Bob"}, 201)
    (asked,) = bob.get("/me/invitations")
    bob.post(f"/me/invitations/{asked['id']}/accept")
    assert [one["name"] for one in bob.get("/bots/ada/swift/team")["members"]] == ["bob"]
    bob.post("/bots/ada/swift/team/invitations", {"name": "carol"}, 404)
    offered = ada.post("/bots/ada/swift/team/members/bob/offer", status=201)
    assert offered["to_own"]
    assert bob.post(f"/me/invitations/{offered['id']}/accept")["id"] == "bob/swift"
    assert bob.get("/bots/bob/swift/team")["owner"] == "bob"
