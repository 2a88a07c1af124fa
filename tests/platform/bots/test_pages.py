import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains

from bots_sdk import archives, docs
from sixfold.accounts.models import User
from sixfold.bots import example, services
from sixfold.bots.models import Bot, CheckStep, Submission, Verdict
from sixfold.leases import Progress

from .conftest import GOOD, Upload

PAGE = "/bots/ada/swift/v1/"


@pytest.fixture
def browsers(user: User, stranger: User) -> dict[str, Client]:
    """Everybody who may ask: nobody in particular, the owner, another user, staff."""
    staff = User.objects.create_user("sam", is_staff=True)
    people = {"owner": user, "stranger": stranger, "staff": staff}
    clients = {"anonymous": Client()}
    for role, person in people.items():
        clients[role] = Client()
        clients[role].force_login(person)
    return clients


def reject(submission: Submission) -> None:
    claimed = services.claim_check()
    assert claimed is not None
    assert claimed.token is not None
    services.conclude(claimed, claimed.token, passed=False)
    submission.steps.filter(kind=CheckStep.Kind.STARTS).update(
        state=CheckStep.State.FAILED,
        message="The bot does not start: </pre><script>",
        traceback="Traceback: my secret code",
        position="Hand: Rc",
        command="sixfold check mybot.py",
        log="[turn 0] my secret log",
    )


# Of a version that is not on the ladder, and of one that is.
OWN = {"owner": (200, 200), "staff": (200, 200)}
OPEN = {**OWN, "stranger": (404, 200), "anonymous": (404, 200)}
CLOSED = {**OWN, "stranger": (404, 404), "anonymous": (302, 302)}


@pytest.mark.parametrize(
    ("path", "expected"),
    [("", OPEN), ("checklist/", OPEN), ("source/", CLOSED), ("log/", CLOSED)],
)
def test_who_may_see_what_of_a_version(
    path: str,
    expected: dict[str, tuple[int, int]],
    browsers: dict[str, Client],
    passed: Callable[..., Submission],
    upload: Upload,
) -> None:
    passed()
    upload(GOOD + b"# 2\n")
    for role, (unchecked, on_the_ladder) in expected.items():
        assert browsers[role].get(f"/bots/ada/swift/v2/{path}").status_code == unchecked, role
        assert browsers[role].get(f"{PAGE}{path}").status_code == on_the_ladder, role


@pytest.mark.parametrize(
    "path", [f"{PAGE}activate/", "/bots/ada/swift/retire/", "/bots/ada/swift/describe/"]
)
def test_only_the_owner_changes_a_bot(
    path: str, browsers: dict[str, Client], passed: Callable[..., Submission]
) -> None:
    passed()
    assert browsers["stranger"].post(path).status_code == 404
    assert browsers["anonymous"].post(path).status_code == 302
    assert Bot.objects.competing().exists()
    assert browsers["owner"].get(path).status_code == 405
    assert browsers["owner"].post(path).status_code == 302
    assert browsers["staff"].post(path).status_code == 302


def test_a_stranger_sees_that_a_version_passed_but_none_of_its_author_s_texts(
    browsers: dict[str, Client], passed: Callable[..., Submission]
) -> None:
    passed().steps.update(message="secret", log="secret")
    page = browsers["stranger"].get(PAGE)
    assertContains(page, "All checks passed")
    assertNotContains(page, "secret")
    assertNotContains(page, "a try")
    assertNotContains(page, "source/")


@pytest.mark.parametrize("number", ["0", "2", "-1", "0x1", "null", str(2**63), "9" * 5000])
def test_a_number_that_no_version_has_is_not_found(
    number: str, author: Client, upload: Upload
) -> None:
    upload()
    assert author.get(f"/bots/ada/swift/v{number}/").status_code == 404


@pytest.mark.parametrize("owner", ["%00", "a%00b", "..", "%F0%9F%90%8D", "a%20b"])
def test_a_name_that_nobody_can_have_is_not_found(owner: str, author: Client) -> None:
    for path in ("v1/", "v1/checklist/", ""):
        assert author.get(f"/bots/{owner}/swift/{path}").status_code == 404


def test_a_waiting_version_shows_its_place_and_asks_again(author: Client, upload: Upload) -> None:
    upload()
    page = author.get(PAGE)
    assertContains(page, "place 1 in the queue")
    assertContains(page, 'hx-trigger="every 1s"')
    assertContains(page, "htmx-4.min.js")
    assertNotContains(page, "ailed")


def test_a_version_behind_others_is_told_for_how_long(
    author: Client, upload: Upload, passed: Callable[..., Submission]
) -> None:
    passed()
    CheckStep.objects.update(ms=6_000)
    upload(GOOD + b"# one\n")
    waiting = upload(GOOD + b"# two\n")
    page = author.get(f"/bots/ada/swift/v{waiting.number}/checklist/")
    assertContains(page, "place 2 in the queue, in about 24 s.")


def test_a_check_that_was_interrupted_is_not_called_failed(author: Client, upload: Upload) -> None:
    upload()
    Submission.objects.update(lost=2)
    assertContains(author.get(PAGE), "interrupted by a fault of ours")
    Submission.objects.update(progress=Progress.QUARANTINED, lost=5)
    page = author.get(PAGE)
    assertContains(page, "interrupted 5 times by faults of ours")
    assertContains(page, "not rejected")
    assertNotContains(page, "hx-trigger")


def test_a_running_check_shows_the_step_that_it_is_at(author: Client, upload: Upload) -> None:
    submission = upload()
    services.claim_check()
    submission.steps.filter(kind="received").update(state="ok", ms=3, message="1 file")
    submission.steps.filter(kind="scanned").update(state="running")
    fragment = author.get(f"{PAGE}checklist/")
    assertContains(fragment, '<li class="ok">', count=1)
    assertContains(fragment, '<li class="running">', count=1)
    assertContains(fragment, "3.0 ms")
    assert "<html" not in fragment.content.decode()
    assert "no-store" in fragment["Cache-Control"]


def test_an_update_without_news_is_empty(author: Client, upload: Upload) -> None:
    submission = upload()
    update = re.search(r'hx-get="([^"]+)"', author.get(PAGE).content.decode())
    assert update
    assert author.get(update[1]).status_code == 204
    services.claim_check()
    submission.steps.filter(kind="received").update(state="running")
    assertContains(author.get(update[1]), "Being checked now")


def test_the_last_update_brings_the_list_of_versions_along(author: Client, upload: Upload) -> None:
    submission = upload()
    assertNotContains(author.get(f"{PAGE}checklist/"), "hx-swap-oob")
    reject(submission)
    last = author.get(f"{PAGE}checklist/")
    assertContains(last, 'id="versions" hx-swap-oob="true"')
    assertContains(last, "rejected")
    assertNotContains(author.get(PAGE), "hx-swap-oob")


def test_a_failed_step_is_open_with_everything_that_helps(author: Client, upload: Upload) -> None:
    reject(upload())
    page = author.get(PAGE)
    for text in ("my secret code", "Hand: Rc", "sixfold check mybot.py", "does not start"):
        assertContains(page, text)
    assertNotContains(page, "</pre><script>")
    assertNotContains(page, "hx-trigger")
    assertContains(page, "/submit/?bot=ada/swift")


def test_a_version_on_the_ladder_leads_to_its_bot(
    author: Client, passed: Callable[..., Submission]
) -> None:
    passed()
    assertContains(author.get(PAGE), 'href="/bots/ada/swift/"')
    passed(GOOD + b"# 2\n")
    page = author.get(PAGE)
    assertContains(page, "plays for this bot now")
    assertContains(page, f'action="{PAGE}activate/"')


def test_an_owner_rolls_back_and_retires(author: Client, passed: Callable[..., Submission]) -> None:
    first, _second = passed(), passed(GOOD + b"# 2\n")
    author.post(f"{PAGE}activate/")
    assert Bot.objects.get().active == first
    author.post("/bots/ada/swift/retire/")
    assert not Bot.objects.competing().exists()
    assertContains(author.get(PAGE), "taken out of the competition")


def test_an_owner_describes_a_bot(author: Client, passed: Callable[..., Submission]) -> None:
    passed()
    page = author.post(
        "/bots/ada/swift/describe/", {"description": " Counts <b>tiles</b>. "}, follow=True
    )
    assertContains(page, "Counts &lt;b&gt;tiles&lt;/b&gt;.")
    page = author.post("/bots/ada/swift/describe/", {"description": 201 * "x"}, follow=True)
    assertContains(page, "at most 200 characters (it has 201)")
    assert Bot.objects.get().description == "Counts <b>tiles</b>."


def test_a_version_that_did_not_pass_is_not_activated_but_told(
    author: Client, upload: Upload
) -> None:
    upload()
    response = author.post(f"{PAGE}activate/", follow=True)
    assertContains(response, "passed its check")
    assert not Bot.objects.competing().exists()


def test_the_same_code_of_another_owner_is_shown(
    author: Client, passed: Callable[..., Submission], stranger: User
) -> None:
    passed()
    passed(owner=stranger)
    assertContains(author.get(PAGE), "bob/swift v1")


def test_a_single_file_is_downloaded_as_the_text_that_was_uploaded(
    author: Client, upload: Upload
) -> None:
    upload()
    response = author.get(f"{PAGE}source/")
    assert response.content == GOOD
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="swift-v1.py"'
    assert response["X-Content-Type-Options"] == "nosniff"


def test_several_files_are_downloaded_as_a_zip(author: Client, user: User) -> None:
    files = {"bot.py": GOOD, "w.txt": b"1"}
    services.enter(owner=user, name="Swift", filename="a.zip", data=archives.pack(files))
    assert archives.unpack(author.get(f"{PAGE}source/").content) == files


def test_the_log_of_a_check_is_downloaded_as_text(author: Client, upload: Upload) -> None:
    reject(upload())
    response = author.get(f"{PAGE}log/")
    assert response.content == b"[turn 0] my secret log"
    assert response["Content-Disposition"].startswith("attachment")


def test_a_version_page_costs_the_same_queries_with_many_versions(
    author: Client,
    passed: Callable[..., Submission],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(12):
        passed(GOOD + f"# {number}\n".encode())
    with django_assert_max_num_queries(10):
        author.get(PAGE)
    with django_assert_max_num_queries(5):
        author.get(f"{PAGE}checklist/")


@pytest.mark.parametrize(
    "name",
    ["about", "quickstart", "docs_rules", "docs_limits", *(f"docs_{name}" for name in docs.TITLES)],
)
@pytest.mark.django_db
def test_the_pages_for_authors_are_open_to_everybody(name: str, client: Client) -> None:
    assert client.get(reverse(name)).status_code == 200
    assert client.post(reverse(name)).status_code in (302, 405)


@pytest.mark.django_db
def test_the_documentation_of_the_kit_is_shown_with_its_tables_and_code(client: Client) -> None:
    page = client.get(reverse("docs_reference"))
    assertContains(page, "<h1>Reference</h1>")
    assertContains(page, '<div class="table-scroll"><table class="table">')
    assertContains(page, "<code>legal_moves()</code>")
    assertContains(page, "class MyBot(Bot):")
    assertNotContains(page, "style=")


@pytest.mark.django_db
def test_the_quick_start_shows_the_example_and_what_to_expect(client: Client) -> None:
    page = client.get(reverse("quickstart"))
    assertContains(page, example.SOURCE.splitlines()[-1].strip())
    assertContains(page, "You should see", count=5)


def test_the_kit_that_the_quick_start_installs_is_what_the_site_runs(client: Client) -> None:
    address = reverse("kit")
    page = client.get(reverse("quickstart"))
    assertContains(page, f"pip install http://testserver{address}")
    with ZipFile(BytesIO(client.get(address).content)) as wheel:
        assert wheel.testzip() is None
        ours = Path(archives.__file__).read_bytes()
        assert wheel.read("bots_sdk/archives/__init__.py") == ours
        assert "arena/referee.py" in wheel.namelist()


@pytest.mark.django_db
def test_the_limits_are_those_of_the_referee(client: Client) -> None:
    page = client.get(reverse("docs_limits"))
    for text in ("5 s", "100 ms", "512 MB", "256 kB", "64 files"):
        assertContains(page, text)


def test_staff_can_start_a_quarantined_check_again(admin_client: Client, upload: Upload) -> None:
    submission = upload()
    Submission.objects.update(
        progress=Progress.QUARANTINED, lost=5, failure="There was no room for its files."
    )
    changelist = reverse("admin:bots_submission_changelist")
    assertContains(admin_client.get(changelist), "There was no room for its files.")
    assertContains(admin_client.get(submission.get_absolute_url()), "There was no room for its")
    form = {"action": "check_again", "_selected_action": [submission.pk]}
    assertContains(admin_client.post(changelist, form, follow=True), "1 check waits again")
    submission.refresh_from_db()
    assert submission.progress == Progress.QUEUED
    assert submission.verdict == Verdict.CHECKING
    assert submission.lost == 0
    detail = reverse("admin:bots_submission_change", args=[submission.pk])
    assertContains(admin_client.get(detail), "There was no room for its files.")
