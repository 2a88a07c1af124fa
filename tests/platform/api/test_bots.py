"""Bots and their versions through the API."""

from io import BytesIO

import pytest
from pytest_django import Settings

from sixfold.accounts.models import User
from sixfold.bots.models import CheckStep, Submission
from tests.platform.api.conftest import GOOD, Api, Enter


def named(data: bytes, filename: str) -> BytesIO:
    file = BytesIO(data)
    file.name = filename
    return file


def test_a_bot_is_entered_as_a_file_and_as_text(ada: Api) -> None:
    first = ada.send_file("/bots", name="Swift", file=named(GOOD.encode(), "swift.py"), note="one")
    assert first["bot"] == "ada/swift"
    assert first["number"] == 1
    assert first["verdict"] == "checking"
    assert first["url"] == "http://testserver/bots/ada/swift/v1/"
    second = ada.post("/bots/ada/swift/versions", {"source": GOOD + "# more", "note": "two"}, 201)
    assert second["number"] == 2
    assert Submission.objects.get(number=2).note == "two"
    assert Submission.objects.get(number=2).files() == {"bot.py": (GOOD + "# more").encode()}


def test_the_same_sent_again_at_once_is_the_same_version(ada: Api) -> None:
    for _ in range(2):
        assert ada.post("/bots", {"name": "Swift", "source": GOOD}, 201)["number"] == 1
        assert ada.post("/bots/ada/swift/versions", {"source": "pass"}, 201)["number"] == 2
    refused = ada.post("/bots", {"name": "Other", "source": GOOD}, 409)
    assert refused["code"] == "already-submitted"


@pytest.mark.parametrize(
    ("filename", "content", "code"),
    [
        ("bot.txt", b"x", "file-type"),
        ("bot.py", b"", "empty"),
        ("bot.zip", b"PK\x03\x04", "bad-zip"),
        ("bot.py", b"x" * (1 << 20) + b"x", "too-large"),
    ],
)
def test_a_bad_file_is_refused_with_a_sentence(
    ada: Api, filename: str, content: bytes, code: str
) -> None:
    refused = ada.send_file("/bots", 422, name="Swift", file=named(content, filename))
    assert refused["code"] == code
    assert refused["detail"].endswith(".")


def test_what_is_missing_is_named(ada: Api) -> None:
    assert ada.send_file("/bots", 422, name="x")["errors"][0]["where"] == "body.file"
    assert ada.post("/bots", {"source": "pass"}, 422)["errors"][0]["where"] == "body.name"
    assert ada.post("/bots", {"source": "pass", "name": "!"}, 422)["code"] == "name"
    assert ada.post("/bots", [], 422)["code"] == "invalid"


def test_uploads_of_an_hour_are_counted_and_the_time_to_wait_is_told(
    settings: Settings, ada: Api
) -> None:
    settings.UPLOADS_PER_HOUR = 1
    ada.post("/bots", {"name": "Swift", "source": GOOD}, 201)
    body = '{"source": "pass"}'
    response = ada("POST", "/bots/ada/swift/versions", data=body, content_type="application/json")
    assert response.status_code == 429
    assert 3500 < int(response.headers["Retry-After"]) <= 3600
    assert "Try again in 60 minutes." in response.json()["detail"]


def test_bots_are_listed_by_key_and_filtered(anybody: Api, enter: Enter) -> None:
    for owner, name in (("ada", "swift"), ("ada", "slow"), ("bob", "swift")):
        enter(owner, name)
    first = anybody.get("/bots?limit=2")
    assert [one["id"] for one in first["items"]] == ["bob/swift", "ada/slow"]
    rest = anybody.get(f"/bots?limit=2&before={first['older']}")
    assert [one["id"] for one in rest["items"]] == ["ada/swift"]
    assert rest["older"] is None
    assert len(anybody.get("/bots?owner=ada")["items"]) == 2
    assert len(anybody.get("/bots?q=swi")["items"]) == 2
    User.objects.filter(username="bob").update(is_active=False)
    assert len(anybody.get("/bots?competing=true")["items"]) == 2


def test_a_version_that_has_not_passed_is_its_owners_only(
    ada: Api, bob: Api, anybody: Api, enter: Enter
) -> None:
    enter("ada", "swift")
    enter("ada", "swift", "broken", passed=False)
    for api in (bob, anybody):
        assert [one["number"] for one in api.get("/bots/ada/swift/versions")["items"]] == [1]
        api.get("/bots/ada/swift/versions/2", 404)
    assert [one["number"] for one in ada.get("/bots/ada/swift/versions")["items"]] == [2, 1]
    page = ada.get("/bots/ada/swift/versions?limit=1")
    assert [one["number"] for one in page["items"]] == [2]
    page = ada.get(f"/bots/ada/swift/versions?before={page['older']}")
    assert [one["number"] for one in page["items"]] == [1]


def test_what_a_check_found_is_for_the_owner(ada: Api, anybody: Api, enter: Enter) -> None:
    version = enter("ada", "swift")
    CheckStep.objects.filter(submission=version, kind="plays").update(
        state="ok", message="won twice", ms=12.5
    )
    mine = ada.get("/bots/ada/swift/versions/1")
    assert [step["kind"] for step in mine["steps"]] == ["received", "scanned", "starts", "plays"]
    assert mine["steps"][3]["message"] == "won twice"
    assert mine["note"] == "a try"
    theirs = anybody.get("/bots/ada/swift/versions/1")
    assert theirs["steps"][3]["state"] == "ok"
    assert theirs["steps"][3]["message"] is None
    assert theirs["note"] is None


def test_a_waiting_version_knows_its_place_and_how_long_it_takes(ada: Api, enter: Enter) -> None:
    enter("ada", "swift")
    CheckStep.objects.update(ms=1_500)
    for number in (1, 2):
        ada.post("/bots/ada/swift/versions", {"source": f"# {number}"}, 201)
    waiting = ada.get("/bots/ada/swift/versions/3")
    assert waiting["progress"] == "queued"
    assert waiting["queue"] == {"place": 2, "wait_s": 6}
    assert ada.get("/bots/ada/swift/versions/1")["queue"] is None


def test_source_and_log_are_for_the_owner(ada: Api, bob: Api, anybody: Api, enter: Enter) -> None:
    version = enter("ada", "swift")
    version.steps.filter(kind="plays").update(log="[turn 0] hello")
    source = ada("GET", "/bots/ada/swift/versions/1/source")
    assert source.content == version.files()["bot.py"]
    assert 'filename="swift-v1.py"' in source.headers["Content-Disposition"]
    assert ada("GET", "/bots/ada/swift/versions/1/log").content == b"[turn 0] hello"
    for path in ("source", "log"):
        bob.get(f"/bots/ada/swift/versions/1/{path}", 404)
        anybody.get(f"/bots/ada/swift/versions/1/{path}", 401)


def test_an_owner_goes_back_to_a_version_and_retires_the_bot(
    ada: Api, bob: Api, enter: Enter
) -> None:
    enter("ada", "swift")
    enter("ada", "swift", "# better\n" + GOOD)
    enter("ada", "swift", "broken", passed=False)
    assert ada.get("/bots/ada/swift")["playing"] == 2
    assert ada.post("/bots/ada/swift/versions/1/activate")["playing"] is True
    assert ada.get("/bots/ada/swift")["playing"] == 1
    assert ada.post("/bots/ada/swift/versions/3/activate", None, 409)["code"] == "refused"
    bob.post("/bots/ada/swift/versions/2/activate", None, 404)
    bob.post("/bots/ada/swift/retire", None, 404)
    assert ada.post("/bots/ada/swift/retire")["playing"] is None
    assert ada.get("/bots/ada/swift")["playing"] is None


def test_an_owner_describes_a_bot(ada: Api, bob: Api, enter: Enter) -> None:
    enter("ada", "swift")
    body = '{"description": "Plays fast."}'
    sent = {"data": body, "content_type": "application/json"}
    assert bob("PATCH", "/bots/ada/swift", **sent).status_code == 404
    assert ada("PATCH", "/bots/ada/swift", **sent).status_code == 200
    assert ada.get("/bots/ada/swift")["description"] == "Plays fast."
