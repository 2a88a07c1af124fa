"""A teacher makes accounts for a class: what is handed out, what is refused, who may not."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from pytest_django import Settings

from sixfold.accounts.models import User

CLASS = "/account/class/"
ROW = re.compile(
    r"<th scope=\"row\">([^<]*)</th><td[^>]*><code>([^<]*)</code></td><td[^>]*><code>([^<]*)</code>"
)


@pytest.fixture
def teacher(client: Client, db: None) -> Client:
    user = User.objects.create_user("tess", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="add_user"))
    client.force_login(user)
    return client


def slips(teacher: Client, names: str, **fields: str) -> list[tuple[str, ...]]:
    page = teacher.post(CLASS, {"names": names, **fields})
    assert page.status_code == 200, page.text
    return ROW.findall(page.text)


def test_pupils_are_given_names_and_passwords_that_open_their_accounts(teacher: Client) -> None:
    handed = slips(teacher, "Åsa Berg\n\n  Bo \n")
    assert [slip[:2] for slip in handed] == [("Åsa Berg", "asa-berg"), ("Bo", "bo")]
    for _name, username, password in handed:
        assert Client().login(username=username, password=password)
    assert LogEntry.objects.count() == 2
    assert handed[0][2] not in teacher.get(CLASS).text, "shown once"


def test_a_forgotten_password_is_made_anew_where_nobody_else_can_help(
    teacher: Client, user: User
) -> None:
    (first,) = slips(teacher, "Bo")
    assert "already exists" in teacher.post(CLASS, {"names": "Bo"}).text
    (second,) = slips(teacher, "Bo", again="on")
    assert not Client().login(username="bo", password=first[2])
    assert Client().login(username="bo", password=second[2])
    for others in ("ada", "tess"):
        refused = teacher.post(CLASS, {"names": others, "again": "on"})
        assert "staff&#x27;s, or has an e-mail address" in refused.text
    assert User.objects.get(pk=user.pk).password == user.password


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ("Bo\nhouse", "house: Username can not be used"),
        ("Bo\nbo", "bo: It is there twice"),
        ("Bo\n\u0410\u043d\u044f", "Use letters a to z"),
        ("\n".join(f"pupil {n}" for n in range(61)), "At most 60 at once; these are 61."),
        ("", "This field is required"),
    ],
)
def test_a_list_with_a_name_that_cannot_be_one_makes_nothing_and_is_kept(
    teacher: Client, names: str, why: str
) -> None:
    page = teacher.post(CLASS, {"names": names})
    assert page.status_code == 422
    assert why in page.text
    assert names in page.text
    assert User.objects.count() == 1


def test_a_second_click_makes_no_account_twice(
    teacher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashing = User.set_password

    def meanwhile(user: User, password: str | None) -> None:
        User.objects.create_user(user.username)
        hashing(user, password)

    monkeypatch.setattr(User, "set_password", meanwhile)
    page = teacher.post(CLASS, {"names": "Bo"})
    assert page.status_code == 422
    assert "have just been made" in page.text


def test_only_who_may_add_users_does_so_and_only_where_no_strangers_come(
    teacher: Client, settings: Settings
) -> None:
    assert "Accounts for a class" in teacher.get("/account/").text
    settings.PUBLIC = True
    assert teacher.get(CLASS).status_code == 404
    assert "Accounts for a class" not in teacher.get("/account/").text
