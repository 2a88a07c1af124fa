"""An organiser holds a class contest, and a moderator takes a match back: on their screens."""

import re

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from playwright.sync_api import Page, expect

from sixfold.accounts.models import User
from sixfold.matches.models import Match
from sixfold.tournaments import services as tournaments
from sixfold.tournaments.models import Tournament
from tests.browser.conftest import Gallery, enter, finished, played


def as_somebody(page: Page, gallery: Gallery, name: str, *permissions: str) -> None:
    """Have the browser be that of a member of the staff with these permissions."""
    user = User.objects.create_user(name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": gallery.address}])


# As in test_viewer.py: the gallery needs a test database.
@pytest.mark.django_db
def test_who_may_not_organise_is_told_whom_to_ask(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.address}/tournaments/")
    expect(page.get_by_role("link", name="New tournament")).to_have_count(0)


# In no transaction, as in test_frugal.py: on SQLite the server could write nothing beside it.
def test_a_class_contest_is_drawn_up_announced_begun_and_taken_home(
    page: Page, gallery: Gallery
) -> None:
    as_somebody(page, gallery, "olga")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{gallery.address}/tournaments/")
    page.get_by_role("link", name="New tournament").click()
    page.get_by_role("textbox", name="Name").fill("Class contest")
    page.get_by_label("Format").select_option(label="Round robin")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The draft is saved.")).to_be_visible()
    page.get_by_role("button", name="Announce it").click()
    expect(page.get_by_text("It is open for entries.")).to_be_visible()

    contest = Tournament.objects.get(slug="class-contest")
    for pupil in ("pia/clever", "pim/quick"):
        tournaments.enter(contest, enter(pupil).bot)
    page.reload()
    page.get_by_text("Begin now").click()
    page.get_by_role("button", name="End entries and begin").click()
    expect(page.get_by_text("It has begun.")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("clever")).first).to_be_visible()
    with page.expect_download() as taken:
        page.get_by_role("link", name="standings (CSV)").click()
    assert "pim/quick" in taken.value.path().read_text()

    page.get_by_text("Cancel the tournament, or take somebody out").click()
    page.get_by_label("Reason, for everybody to read").fill("The bell has rung")
    page.get_by_role("button", name="Cancel the tournament").click()
    expect(page.get_by_text("The bell has rung")).to_be_visible()
    expect(page.get_by_role("heading", name="Round 1, the last")).to_be_visible()


def test_a_match_is_found_in_the_administration_and_declared_void_with_a_reason(
    page: Page, gallery: Gallery
) -> None:
    match = finished(played(2, seed=9, ruleset="classic"))
    as_somebody(page, gallery, "mia", "add_ruling", "view_match", "change_match")
    page.goto(f"{gallery.address}/admin/matches/match/")
    page.get_by_role("textbox", name="Search").fill(str(match.pk))
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(re.compile(rf"\?q={match.pk}$"))
    expect(page.get_by_role("checkbox", name="Select this object")).to_have_count(1)
    page.get_by_role("checkbox", name="Select this object").check()
    page.get_by_label("Action:").select_option(label="Declare void, with a reason")
    page.get_by_role("button", name="Go", exact=True).click()
    page.get_by_label("Reason, shown to everybody").fill("Both were the same bot")
    page.get_by_role("button", name="Declare a match void").click()
    expect(page.get_by_text("1 match is void now.")).to_be_visible()
    expect(page.get_by_text("Both were the same bot")).to_be_visible()
    page.goto(f"{gallery.address}/moderation/")
    expect(page.get_by_text("Both were the same bot")).to_be_visible()
    assert Match.objects.get(pk=match.pk).void_reason == "Both were the same bot"
