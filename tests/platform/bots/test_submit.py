from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks, Settings
from pytest_django.asserts import assertContains, assertRedirects

from bots_sdk import archives
from sixfold.accounts.models import User
from sixfold.bots import example
from sixfold.bots.models import Bot, Submission

from .conftest import GOOD, Upload

Post = Callable[..., Any]
Woken = list[None]


@pytest.fixture(autouse=True)
def woken(monkeypatch: pytest.MonkeyPatch) -> Woken:
    """How often a worker was woken up."""
    calls: Woken = []
    monkeypatch.setattr("sixfold.bots.views.versions.wake", lambda: calls.append(None))
    return calls


@pytest.fixture
def post(
    author: Client, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> Post:
    """Send the form as a browser does: every field, the file only if one was chosen."""

    def post(**fields: object) -> Any:
        form = {"target": "", "name": "", "source": "", "note": "", **fields}
        with django_capture_on_commit_callbacks(execute=True):
            return author.post(reverse("submit"), form)

    return post


def file(name: str = "mine.py", data: bytes = GOOD) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def test_a_file_makes_a_new_bot_with_its_first_version_and_wakes_a_worker(
    post: Post, woken: Woken
) -> None:
    response = post(name="Swift", file=file(), note="first")
    submission = Submission.objects.get()
    assertRedirects(response, "/bots/ada/swift/v1/", fetch_redirect_response=False)
    assert submission.note == "first"
    assert submission.files() == {"bot.py": GOOD}
    assert len(woken) == 1


def test_pasted_text_is_the_same_bot_as_the_file(post: Post) -> None:
    post(name="Swift", source=GOOD.decode().replace("\n", "\r\n"))
    assert Submission.objects.get().files() == {"bot.py": GOOD}


def test_a_zip_is_taken(post: Post) -> None:
    post(name="Swift", file=file("mine.zip", archives.pack({"bot.py": GOOD, "w.txt": b"1"})))
    assert set(Submission.objects.get().files()) == {"bot.py", "w.txt"}


def test_the_example_fills_the_form_and_can_be_submitted_as_it_stands(
    author: Client, post: Post
) -> None:
    page = author.get(reverse("submit"), {"example": ""})
    assert page.context["form"]["source"].value() == example.SOURCE
    assert post(name="Swift", source=example.SOURCE).status_code == 302


def test_a_file_wins_over_the_example_that_still_stands_there(post: Post) -> None:
    post(name="Swift", source=example.SOURCE.replace("\n", "\r\n"), file=file())
    assert Submission.objects.get().files() == {"bot.py": GOOD}


def test_a_user_with_bots_is_offered_a_new_version_of_the_latest(
    author: Client, upload: Upload
) -> None:
    upload(GOOD + b"# 1\n", name="Slow")
    upload(GOOD + b"# 2\n", name="Swift")
    form = author.get(reverse("submit")).context["form"]
    assert [value for value, _label in form.fields["target"].choices] == ["swift", "slow", ""]
    assert form["target"].value() == "swift"
    asked = author.get(reverse("submit"), {"bot": "slow"}).context["form"]
    assert asked["target"].value() == "slow"


def test_a_new_version_goes_to_the_chosen_bot(post: Post, upload: Upload) -> None:
    upload()
    response = post(target="swift", source="# better\n" + GOOD.decode())
    assertRedirects(response, "/bots/ada/swift/v2/", fetch_redirect_response=False)
    assert Bot.objects.count() == 1


def test_a_form_sent_twice_is_one_submission(post: Post, woken: Woken) -> None:
    first = post(name="Swift", file=file())
    again = post(name="Swift", file=file())
    assert first["Location"] == again["Location"]
    assert Submission.objects.count() == 1


def test_the_same_code_under_another_name_is_refused_and_the_name_kept(post: Post) -> None:
    first = post(name="Swift", file=file())
    response = post(name="Swifter", file=file())
    assertContains(response, "This is already v1 of Swift.", status_code=422)
    assertContains(response, first["Location"], status_code=422)
    assertContains(response, 'value="Swifter"', status_code=422)


def test_an_older_submission_of_the_same_files_is_pointed_to(post: Post, upload: Upload) -> None:
    submission = upload()
    Submission.objects.update(created_at="2026-01-01T00:00Z")
    response = post(target="swift", file=file())
    assertContains(response, "This is already v1 of Swift.", status_code=422)
    assertContains(response, submission.get_absolute_url(), status_code=422)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"source": GOOD.decode()}, "Give the new bot a name."),
        ({"name": "Swift"}, "Choose a file, or paste your source below."),
        ({"name": "Swift", "source": "  \r\n"}, "Choose a file, or paste your source below."),
        ({"name": "Swift", "file": b""}, "The upload is empty."),
        ({"name": "Swift", "file": b"x" * (archives.UPLOAD_BYTES + 1)}, "larger than 1 MB"),
        ({"name": "Swift", "file": b"PK\x03\x04"}, "give its name the ending .zip"),
        ({"name": "Swift", "file": GOOD, "source": "x = 1"}, "not both"),
        ({"name": "a\u202eb", "source": GOOD.decode()}, "invisible character"),
        ({"name": "!", "source": GOOD.decode()}, "2 to 40 characters"),
        ({"name": "x" * 10_000, "source": GOOD.decode()}, "at most 40 characters"),
        ({"name": "Swift", "source": GOOD.decode(), "note": "n" * 201}, "at most 200 characters"),
        ({"target": "nobodys", "source": GOOD.decode()}, "Select a valid choice"),
    ],
)
def test_a_form_with_a_fault_says_so_and_keeps_what_was_typed(
    post: Post, fields: dict[str, Any], error: str, woken: Woken
) -> None:
    if "file" in fields:
        fields = {**fields, "file": file(data=fields["file"])}
    response = post(**fields)
    assertContains(response, error, status_code=422)
    form = response.context["form"]
    for name in fields.keys() & {"name", "source", "note"}:
        assert form[name].value() == fields[name]
    assert not Submission.objects.exists()
    assert not Bot.objects.exists()
    assert not woken


def test_a_name_that_is_taken_is_told_at_the_name(post: Post, upload: Upload) -> None:
    upload()
    response = post(name="SWIFT", source="# other\n" + GOOD.decode())
    assert "already have a bot named Swift" in str(response.context["form"].errors["name"])
    assert response.status_code == 422


def test_a_quota_that_is_used_up_is_told_and_nothing_is_lost(
    post: Post, settings: Settings
) -> None:
    settings.UPLOADS_PER_HOUR = 0
    response = post(name="Swift", source=GOOD.decode())
    assertContains(response, "in an hour", status_code=422)
    assertContains(response, "return game.legal_moves()[0]", status_code=422)
    assert not Bot.objects.exists()


def test_forged_fields_are_ignored(post: Post, stranger: User) -> None:
    post(name="Swift", source=GOOD.decode(), owner=stranger.pk, verdict="passed", house="on")
    submission = Submission.objects.get()
    assert submission.bot.owner.username == "ada"
    assert not submission.bot.house
    assert submission.verdict == "checking"


def test_another_user_s_bot_gets_no_version_from_me(
    post: Post, upload: Upload, stranger: User
) -> None:
    upload(owner=stranger)
    response = post(target="swift", source="# mine\n" + GOOD.decode())
    assert response.status_code == 422
    assert Submission.objects.count() == 1


def test_a_hostile_name_is_inert_on_every_page(post: Post, author: Client) -> None:
    response = post(name="<script>x", source=GOOD.decode())
    page = author.get(response["Location"])
    assertContains(page, "&lt;script&gt;x")
    assert b"<script>x" not in page.content


def test_the_form_is_for_those_who_are_logged_in(client: Client) -> None:
    response = client.get(reverse("submit"))
    assertRedirects(response, "/accounts/login/?next=/submit/", fetch_redirect_response=False)


def test_the_form_costs_few_queries(
    author: Client, upload: Upload, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(3):
        upload(GOOD + f"# {number}\n".encode(), name=f"Bot {number}")
    with django_assert_max_num_queries(4):
        author.get(reverse("submit"))
