"""Challenges, trials, tournaments and bots head to head through the API."""

import pytest

from sixfold.accounts.models import User
from sixfold.bots import services as bots
from sixfold.challenges import services as challenges
from sixfold.ladder import services as ladder
from sixfold.ladder.models import Pairing
from sixfold.leases import Progress
from sixfold.matches.models import Match
from sixfold.tournaments import services as tournaments
from sixfold.tournaments.models import Tournament
from sixfold.trials import services as trials
from sixfold.trials.models import Trial
from tests.platform.api.conftest import Api, Enter


def test_a_challenge_is_made_looked_at_and_called_off(
    ada: Api, bob: Api, anybody: Api, enter: Enter
) -> None:
    enter("ada", "swift")
    enter("bob", "slow")
    asked = {"bot": "ada/swift", "against": "bob/slow", "pairs": 2}
    made = ada.post("/challenges", asked, 201)
    assert (made["state"], made["pairs"], made["percents"]) == ("open", 2, None)
    assert made["first"] == {"bot": "ada/swift", "version": 1, "points": 0}
    challenges.advance()
    path = f"/challenges/{made['id']}"
    assert anybody.get(path)["second"]["bot"] == "bob/slow"
    played = anybody.get(f"{path}/matches?limit=3")
    assert [one["kind"] for one in played["items"]] == ["challenge"] * 3
    assert len(anybody.get(f"{path}/matches?before={played['older']}")["items"]) == 1
    assert [one["id"] for one in anybody.get("/challenges?owner=ada")["items"]] == [made["id"]]
    assert anybody.get(f"/challenges?before={made['id']}")["items"] == []
    bob.post(f"{path}/call-off", None, 404)
    assert ada.post(f"{path}/call-off")["state"] == "called off"


def test_a_challenge_that_cannot_be_is_refused(ada: Api, enter: Enter) -> None:
    enter("ada", "swift")
    enter("bob", "slow", passed=False)
    ada.post("/challenges", {"bot": "ada/swift", "against": "bob/slow"}, 404)
    itself = {"bot": "ada/swift", "against": "ada/swift", "against_version": 1}
    assert "against itself" in ada.post("/challenges", itself, 409)["detail"]


def test_a_version_is_put_to_the_test_instead_of_playing_at_once(
    ada: Api, anybody: Api, enter: Enter
) -> None:
    enter("ada", "swift")
    sent = {"source": "# better", "succession": "test first"}
    made = ada.post("/bots/ada/swift/versions", sent, 201)
    assert made["succession"] == "test first"
    ada.post("/bots/ada/swift/versions/2/trials", None, 409)
    claimed = bots.claim_check()
    assert claimed is not None
    assert claimed.token is not None
    bots.conclude(claimed, claimed.token, passed=True)
    path = "/bots/ada/swift/versions/2/trials"
    assert anybody.get(path) == []
    begun = ada.post(path, None, 201)
    assert (begun["candidate"], begun["incumbent"], begun["state"]) == (2, 1, "running")
    assert anybody.get(path)[0]["pairs"] == [0] * 5
    assert anybody.get(f"/trials/{begun['id']}") == begun
    assert (begun["estimate"], begun["forfeits"]) == (None, 0)
    trials.advance()
    played = anybody.get(f"/trials/{begun['id']}/matches?limit=1")["items"]
    assert [one["kind"] for one in played] == ["trial"]
    occasion = anybody.get(f"/matches/{played[0]['id']}")["occasion"]
    assert occasion["url"] == begun["url"]
    assert ada("DELETE", path).status_code == 204
    assert anybody.get(path)[0]["reason"] == "called off"
    assert not Trial.objects.running().exists()


@pytest.fixture
def cup(db: None) -> Tournament:
    """A round robin that takes entries."""
    organiser = User.objects.create_superuser("olga")
    made = tournaments.create(Tournament(name="Cup", format="round robin"), organiser)
    tournaments.announce(made)
    return made


def test_a_bot_enters_a_tournament_and_withdraws(
    ada: Api, bob: Api, anybody: Api, enter: Enter, cup: Tournament
) -> None:
    enter("ada", "swift")
    enter("bob", "slow")
    path = f"/tournaments/{cup.slug}"
    assert [one["slug"] for one in anybody.get("/tournaments?state=open")["items"]] == [cup.slug]
    assert anybody.get(f"/tournaments?before={cup.pk}")["items"] == []
    assert anybody.get(path)["takes_entries"] is True
    assert ada.post(f"{path}/entries", {"bot": "swift"}, 201)["bot"] == "ada/swift"
    bob.post(f"{path}/entries", {"bot": "swift"}, 404)
    assert bob.post(f"{path}/entries", {"bot": "slow"}, 201)["seed"] is None
    assert len(anybody.get(f"{path}/sheet")["entries"]) == 2
    bob("DELETE", f"{path}/entries/ada/swift")
    assert len(anybody.get(f"{path}/sheet")["entries"]) == 2
    assert ada("DELETE", f"{path}/entries/ada/swift").status_code == 204
    assert len(anybody.get(f"{path}/sheet")["entries"]) == 1


def test_a_tournament_is_told_round_by_round(
    ada: Api, anybody: Api, enter: Enter, cup: Tournament
) -> None:
    for owner in ("ada", "bob", "cy"):
        tournaments.enter(cup, enter(owner, "bot").bot)
    tournaments.start(cup)
    sheet = anybody.get(f"/tournaments/{cup.slug}/sheet")
    assert sorted(row["seed"] for row in sheet["standings"]) == [1, 2, 3]
    assert set(sheet["standings"][0]["figures"]) <= set(sheet["ranked_by"])
    assert sheet["standings"][0]["figures"]["points"] == 0
    assert sheet["rounds"][0]["tables"][0]["reason"]
    assert sheet["entries"][0]["version"] == 1
    refused = ada.post(f"/tournaments/{cup.slug}/entries", {"bot": "bot"}, 409)
    assert refused["detail"] == "Entries are closed."


def test_a_draft_is_nobodys_but_its_organisers(anybody: Api, db: None) -> None:
    organiser = User.objects.create_superuser("olga")
    draft = tournaments.create(Tournament(name="Secret", format="swiss"), organiser)
    anybody.get(f"/tournaments/{draft.slug}", 404)
    assert anybody.get("/tournaments")["items"] == []


def test_two_bots_are_shown_head_to_head(anybody: Api, match: Match) -> None:
    main = ladder.ladders()[0]
    members = sorted(match.seats.values_list("submission", flat=True))
    Pairing.objects.create(
        ladder=main, cluster=match.cluster, slot=0, why=Pairing.Why.FIRST, members=members
    )
    assert match.progress == Progress.FINISHED
    found = anybody.get("/bots/ada/swift/against/bob/slow")
    assert (found["ladder"], found["score"]["games"]) == (main.slug, 1)
    mine, theirs = match.seats.order_by("number").values_list("score", flat=True)
    assert found["score"]["margin"] == (mine or 0) - (theirs or 0)
    assert [one["seat"] for one in found["by_seat"]] == [1]
    assert [one["versions"] for one in found["by_version"]] == [[1, 1]]
    assert found["chances"] is None
    back = anybody.get("/bots/bob/slow/against/ada/swift")
    assert back["score"]["margin"] == -found["score"]["margin"]
    anybody.get("/bots/ada/swift/against/ada/swift", 404)
