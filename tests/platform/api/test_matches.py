"""Matches through the API, and what the site says of itself."""

import pytest

from arena import notation, record
from arena.analysis import analyse
from sixfold.matches import api as matches_api
from sixfold.matches import services
from sixfold.matches.failures import Failure
from sixfold.matches.live.log import Mark
from sixfold.matches.live.reading import SoFar
from sixfold.matches.models import Attempt, Match
from tests.platform.api.conftest import Api, Enter


def ids(api: Api, query: str) -> list[int]:
    return [one["id"] for one in api.get(f"/matches?{query}")["items"]]


def test_a_match_is_told_with_its_seats(anybody: Api, ada: Api, match: Match) -> None:
    shown = anybody.get(f"/matches/{match.pk}")
    assert shown["status"] == "finished"
    assert shown["rated"] is True
    assert shown["url"] == f"http://testserver/matches/{match.pk}/"
    assert (shown["occasion"], shown["ahead"], shown["time_rule"]) == (None, None, "standard")
    assert [seat["bot"] for seat in shown["seats"]] == ["ada/swift", "bob/slow"]
    assert [seat["detail"] for seat in shown["seats"]] == [None, None]
    mine, theirs = ada.get(f"/matches/{match.pk}")["seats"]
    assert mine["detail"] is not None
    assert theirs["detail"] is None
    assert mine["ending"] == "finished"


def test_matches_are_listed_by_key(anybody: Api, match: Match) -> None:
    first = anybody.get("/matches?limit=1")
    assert first["newer"] is None
    second = anybody.get(f"/matches?limit=1&before={first['older']}")
    assert second["older"] is None
    back = anybody.get(f"/matches?limit=1&after={second['newer']}")
    assert back["items"] == first["items"]


def test_matches_are_filtered(anybody: Api, match: Match, enter: Enter) -> None:
    (waiting,) = ids(anybody, "status=queued")
    assert ids(anybody, "status=finished") == [match.pk]
    assert ids(anybody, "bot=ada/swift") == [waiting, match.pk]
    assert ids(anybody, "owner=bob") == [waiting, match.pk]
    assert ids(anybody, "bot=ada/swift&opponent=bob/slow") == [waiting, match.pk]
    assert ids(anybody, "kind=trial") == []
    winner = "ada/swift" if match.seats.get(number=0).place == 1 else "bob/slow"
    loser = "bob/slow" if winner == "ada/swift" else "ada/swift"
    assert ids(anybody, f"bot={winner}&result=won") == [match.pk]
    assert ids(anybody, f"bot={loser}&result=lost") == [match.pk]
    assert ids(anybody, "result=error") == []
    assert ids(anybody, "bot=ada/swift&version=1") == [waiting, match.pk]
    assert ids(anybody, "bot=ada/swift&version=2") == []
    assert ids(anybody, "bot=ada/swift&since=upload") == [waiting, match.pk]
    enter("ada", "swift", "# newer\n")
    assert ids(anybody, "bot=ada/swift&since=upload") == []


def test_matches_are_filtered_by_why_a_bot_was_out(anybody: Api, match: Match) -> None:
    match.seats.filter(number=0).update(ending="cpu time")
    assert ids(anybody, "cause=cpu%20time") == [match.pk]
    assert ids(anybody, "bot=ada/swift&cause=cpu%20time") == [match.pk]
    assert ids(anybody, "bot=bob/slow&cause=cpu%20time") == []
    assert ids(anybody, "owner=ada&result=error") == [match.pk]


@pytest.mark.parametrize("query", ["result=won", "version=1", "since=upload", "opponent=bob/slow"])
def test_what_is_told_from_one_side_needs_a_bot(anybody: Api, match: Match, query: str) -> None:
    (fault,) = anybody.get(f"/matches?{query}", 422)["errors"]
    assert "Name the bot" in fault["message"]


def test_a_record_is_sent_once_and_then_known_by_its_tag(anybody: Api, settled: Match) -> None:
    for path in ("record", "replay", "notation", "analysis"):
        first = anybody("GET", f"/matches/{settled.pk}/{path}")
        assert first.status_code == 200
        tag = {"If-None-Match": first.headers["ETag"]}
        again = anybody("GET", f"/matches/{settled.pk}/{path}", headers=tag)
        assert again.status_code == 304
        assert not again.content
    game = record.loads(anybody("GET", f"/matches/{settled.pk}/record").content)
    assert [seat.name for seat in game.seats] == ["ada/swift", "bob/slow"]
    text = anybody("GET", f"/matches/{settled.pk}/notation").text
    assert notation.loads(text) == game
    insights = [
        (one["turn"], one["missed"])
        for seat in anybody.get(f"/matches/{settled.pk}/analysis")
        for one in seat["insights"]
    ]
    assert sorted(insights) == [(one.turn, one.missed) for one in analyse(game)]
    assert anybody.get(f"/matches/{settled.pk}/replay")["match"] == settled.pk


def test_a_record_is_held_back_while_others_are_to_be_played_on_its_seed(
    anybody: Api, match: Match
) -> None:
    for path in ("record", "notation"):
        assert anybody.get(f"/matches/{match.pk}/{path}", 409)["code"] == "held-back"


def test_a_match_without_a_record_has_none(anybody: Api, match: Match) -> None:
    (waiting,) = ids(anybody, "status=queued")
    for path in ("record", "notation", "analysis", "live"):
        anybody.get(f"/matches/{waiting}/{path}", 404)
    assert anybody.get(f"/matches/{waiting}")["ahead"] == 0


def test_a_lost_record_is_said_to_be_lost(anybody: Api, settled: Match) -> None:
    Match.objects.update(record_sha256=64 * "0")
    assert anybody.get(f"/matches/{settled.pk}/record", 410)["code"] == "record-lost"


def test_a_log_is_for_the_owner_of_the_bot(ada: Api, bob: Api, anybody: Api, match: Match) -> None:
    lines = [{"turn": -1, "text": "hello"}, {"turn": 2, "text": "thinking"}]
    path = f"/matches/{match.pk}/logs"
    told = {"seat": 0, "bot": "ada/swift", "lines": lines, "failure": None}
    assert ada.get(path) == [told]
    assert [log["seat"] for log in bob.get(path)] == [1]
    anybody.get(path, 401)


def test_a_log_that_is_gone_is_an_empty_one(ada: Api, match: Match) -> None:
    match.seats.update(log_key="gone")
    (log,) = ada.get(f"/matches/{match.pk}/logs")
    assert log["lines"] == []


def test_an_owner_is_told_how_a_bot_failed(
    ada: Api, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = Failure(3, "KeyError: 'x'", "It ended by itself.", "line 1", "", "board")
    monkeypatch.setattr(matches_api, "failure", lambda _seat, _lines: failed)
    (log,) = ada.get(f"/matches/{match.pk}/logs")
    assert (log["failure"]["turn"], log["failure"]["cause"]) == (3, "KeyError: 'x'")
    monkeypatch.undo()
    Match.objects.update(record_sha256=64 * "0")
    match.seats.update(ending="exited")
    (log,) = ada.get(f"/matches/{match.pk}/logs")
    assert log["failure"] is None


def test_a_match_is_told_while_it_is_played(
    anybody: Api, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt = services.claim()
    assert attempt is not None
    known = SoFar(({"p": 0, "type": "pass"},), Mark(attempt.pk, 1))
    monkeypatch.setattr(matches_api, "so_far", lambda _match: known)
    told = anybody.get(f"/matches/{attempt.match.pk}/live")
    assert told["mark"] == f"{attempt.pk}.1"
    assert told["replay"]["moves"] == list(known.moves)
    assert told["replay"]["seed"] is None
    assert told["events"] == f"http://testserver/matches/{attempt.match.pk}/events"


def test_the_site_says_what_it_runs_and_how_long_one_waits(anybody: Api, match: Match) -> None:
    said = anybody.get("/server")
    assert said["limits"]["bank_ms"] == 5000
    assert {one["name"] for one in said["rulesets"]} >= {"classic", "extended"}
    assert said["queue"]["queued"] == 1
    assert {one["kind"]: one["queued"] for one in said["queue"]["kinds"]}["ladder"] == 1
    attempt = Attempt.objects.get()
    assert attempt.ended_at is not None
    lasted = (attempt.ended_at - attempt.started_at).total_seconds()
    assert said["queue"]["wait_s"] == pytest.approx(lasted, abs=0.01)


def test_one_has_words_of_ones_own_for_matches_and_finds_them_by_these(
    ada: Api, bob: Api, anybody: Api, match: Match
) -> None:
    at = f"/matches/{match.pk}/tags"
    assert ada.put(at, {"words": ["v3 idea", "endgame", "endgame"]}) == ["endgame", "v3 idea"]
    assert ada.get(at) == ["endgame", "v3 idea"]
    assert ids(ada, "tag=v3%20idea") == [match.pk]
    assert ada.get("/me/tags") == [
        {"word": "endgame", "matches": 1},
        {"word": "v3 idea", "matches": 1},
    ]
    assert bob.get(at) == []
    assert ids(bob, "tag=endgame") == []
    assert anybody.get("/matches?tag=endgame", 422)["errors"][0]["where"] == "query.tag"
    assert ada("DELETE", at).status_code == 204
    assert ada.get("/me/tags") == []


@pytest.mark.parametrize("words", [["a,b"], [""], [" a"], [31 * "x"], 11 * ["a"]])
def test_what_is_no_word_is_refused(ada: Api, match: Match, words: list[str]) -> None:
    ada.put(f"/matches/{match.pk}/tags", {"words": words}, 422)
