"""A program plays against a bot: it begins, is told what its seat may know, moves, and resigns."""

from typing import Any

import pytest
from pytest_django import Settings

from arena import notation
from arena.moves import parse_move
from arena.record import loads
from sixfold.matches.models import Match
from sixfold.play import services
from sixfold.play.models import Sitting
from sixfold.play.table import Act
from tests.platform.api.conftest import Api, Enter, bots_answer

SWIFT = {"against": "bob/swift"}


@pytest.fixture
def bobs(enter: Enter) -> None:
    """A bot of Bob's that may be played."""
    enter("bob", "swift")


def on_move(api: Api, game: dict[str, Any]) -> dict[str, Any]:
    """The game once its player is to move."""
    bots_answer()
    found: dict[str, Any] = api.get(f"/games/{game['id']}")
    return found


def test_a_game_is_begun_against_a_bot(ada: Api, bobs: None) -> None:
    game = ada.post("/games", {**SWIFT, "ruleset": "extended"}, 201)
    assert (game["player"], game["turns"], game["ended_at"]) == ("ada", 0, None)
    assert (game["ruleset"], game["match"]) == ("extended", None)
    assert [seat["bot"] for seat in game["seats"]].count("bob/swift") == 1
    assert [one["id"] for one in ada.get("/games?open=true")["items"]] == [game["id"]]
    assert ada.get("/games?open=false")["items"] == []


def test_a_game_is_played_to_its_end(ada: Api, anybody: Api, settled: Match) -> None:
    assert settled.turns
    game = ada.post("/games/from-match", {"match": settled.pk, "turn": settled.turns - 3}, 201)
    while (game := on_move(ada, game))["table"]:
        table = game["table"]
        assert table["to_move"] == table["seat"]
        legal = ada.get(f"/games/{game['id']}/moves?limit=1")
        asked = {"turn": game["turns"], "move": legal[0]["move"]}
        game = ada.post(f"/games/{game['id']}/moves", asked)
    assert game["end"]
    assert all(seat["score"] is not None for seat in game["seats"])
    assert [one["id"] for one in ada.get("/games?open=false")["items"]] == [game["id"]]
    # Once it is over, everybody may read it.
    at = f"/games/{game['id']}"
    assert anybody.get(at)["table"] is None
    record = loads(anybody("GET", f"{at}/record").content)
    assert len(record.turns) == game["turns"]
    assert notation.loads(anybody("GET", f"{at}/notation").content.decode()) == record
    assert len(anybody.get(f"{at}/replay")["moves"]) == game["turns"]
    assert [one["seat"] for one in anybody.get(f"{at}/analysis")] == [0, 1]


def test_a_record_need_not_be_fetched_twice(ada: Api, bobs: None) -> None:
    game = ada.post("/games", SWIFT, 201)
    ada.post(f"/games/{game['id']}/resign")
    etag = ada("GET", f"/games/{game['id']}/record").headers["ETag"]
    again = ada("GET", f"/games/{game['id']}/record", headers={"If-None-Match": etag})
    assert again.status_code == 304


def test_cells_are_asked_for_as_tiles_are_laid(ada: Api, bobs: None) -> None:
    game = on_move(ada, ada.post("/games", SWIFT, 201))
    at = f"/games/{game['id']}/choices"
    best = ada.get(f"/games/{game['id']}/moves")[0]
    (cell, tile), *_rest = zip(
        parse_move(best["move"]).cells,  # type: ignore[union-attr]
        map(str, parse_move(best["move"]).tiles),
        strict=True,
    )
    first = ada.get(at)
    assert (first["turn"], first["points"]) == (game["turns"], None)
    assert [*cell] in first["cells"][tile]
    assert ada.get(f"{at}?laid={best['move'].replace(' ', '%20')}")["points"] == best["points"]
    assert ada.get(f"{at}?laid=Rc", 422)["errors"][0]["where"] == "query.laid"


def test_a_game_goes_on_from_a_turn_of_a_match(ada: Api, settled: Match) -> None:
    asked = {"match": settled.pk, "turn": 7}
    game = ada.post("/games/from-match", asked, 201)
    assert (game["match"], game["match_turns"], game["turns"]) == (settled.pk, 7, 7)
    assert game["table"]["to_move"] == game["table"]["seat"]
    other = ada.post("/games/from-match", {**asked, "seat": 0, "against": "bob/slow"}, 201)
    assert [seat["bot"] for seat in other["seats"]] == [None, "bob/slow"]
    refused = ada.post("/games/from-match", {**asked, "turn": 10_000}, 409)
    assert "choose an earlier one" in refused["detail"]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 422),
        ({"against": "nobody/nothing"}, 404),
        ({"against": "bob/swift", "version": 9}, 404),
        ({"against": "bob/swift", "ruleset": "chess"}, 422),
    ],
)
def test_no_game_is_begun_against_what_there_is_not(
    ada: Api, bobs: None, asked: dict[str, Any], status: int
) -> None:
    ada.post("/games", asked, status)
    assert not Sitting.objects.exists()


def test_a_move_is_made_once_and_a_bad_one_is_told_why(ada: Api, bobs: None) -> None:
    game = on_move(ada, ada.post("/games", SWIFT, 201))
    at = f"/games/{game['id']}/moves"
    best = ada.get(at)[0]["move"]
    tile = game["table"]["hand"][0]
    wrong = ada.post(at, {"turn": game["turns"], "move": f"{tile}@90,90"}, 409)
    assert wrong["code"] == "refused"
    assert ada.post(at, {"turn": game["turns"], "move": "knight"}, 422)["errors"]
    assert ada.post(at, {"turn": False, "move": best}, 422)["errors"]
    # JSON has one kind of number: 3.0 is 3.
    made = ada.post(at, {"turn": float(game["turns"]), "move": best})
    assert made["turns"] == game["turns"] + 1
    assert ada.post(at, {"turn": game["turns"], "move": best})["turns"] == made["turns"]
    late = ada.post(at, {"turn": game["turns"], "move": f"trade {tile}"}, 409)
    assert "not your turn" in late["detail"]
    assert ada("GET", at).status_code == 409


def test_nobody_else_learns_of_a_game_that_goes_on(ada: Api, bob: Api, enter: Enter) -> None:
    enter("carol", "quick")
    game = ada.post("/games", {"against": "carol/quick"}, 201)
    for part in ("", "/moves", "/choices", "/record", "/replay", "/notation", "/analysis"):
        bob.get(f"/games/{game['id']}{part}", 404)
    bob.post(f"/games/{game['id']}/resign", status=404)
    bob.post(f"/games/{game['id']}/moves", {"turn": 0, "move": "pass"}, 404)
    assert bob.get("/games")["items"] == []


def test_what_others_hold_and_have_traded_is_not_told(ada: Api, bobs: None) -> None:
    game = on_move(ada, ada.post("/games", SWIFT, 201))
    if not game["turns"]:
        best = ada.get(f"/games/{game['id']}/moves")[0]["move"]
        ada.post(f"/games/{game['id']}/moves", {"turn": 0, "move": best})
        game = on_move(ada, game)
    sitting = Sitting.objects.with_chairs().get()
    theirs = 1 - sitting.own.number
    traded = sitting.table.game.view(theirs).hand[:2]
    text = f"trade {' '.join(map(str, traded))}"
    best = ada.get(f"/games/{game['id']}/moves")[0]["move"]
    ada.post(f"/games/{game['id']}/moves", {"turn": game["turns"], "move": best})
    turn = services.claim()
    assert turn is not None
    services.keep(turn, Act(theirs, parse_move(text), 1.0, 2.0))
    table = ada.get(f"/games/{game['id']}")["table"]
    assert table["history"][-1]["move"].startswith("trade ")
    assert table["history"][-1]["move"].split()[1].isdigit()
    assert set(table) == {
        "seat", "to_move", "told", "hand", "board", "scores", "hand_counts", "bag", "opening",
        "trades", "history",
    }  # fmt: skip
    assert len(table["hand"]) == table["hand_counts"][table["seat"]]


def test_as_many_games_are_open_as_on_the_site(ada: Api, bobs: None, settings: Settings) -> None:
    settings.PLAY_OPEN = 1
    ada.post("/games", SWIFT, 201)
    assert "limit" in ada.post("/games", SWIFT, 409)["detail"]
