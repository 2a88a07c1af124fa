"""Several people manage a bot: they are asked, join, act for it, leave, and take it over."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertNotContains

from sixfold.accounts.models import Scope, User
from sixfold.accounts.services import issue
from sixfold.bots import services, teams
from sixfold.bots.models import INVITED_FOR, Bot, Invitation, Submission

from .conftest import GOOD, Upload

Passed = Callable[..., Submission]


@pytest.fixture
def bot(passed: Passed) -> Bot:
    """Ada's Swift, which has passed and plays."""
    return passed().bot


@pytest.fixture
def teammate(stranger: User, bot: Bot) -> User:
    """Bob, who has joined the team of Swift."""
    teams.accept(teams.invite(bot, "bob"))
    return User.objects.get(pk=stranger.pk)


@pytest.fixture
def theirs(client: Client, teammate: User) -> Client:
    """The teammate's browser, logged in."""
    client.force_login(teammate)
    return client


def test_who_accepts_an_invitation_manages_the_bot(
    author: Client, bot: Bot, stranger: User
) -> None:
    browser = Client()
    browser.force_login(stranger)
    assert browser.get("/bots/ada/swift/v1/source/").status_code == 404
    author.post("/bots/ada/swift/team/invite/", {"name": "Bob"})
    assert browser.get("/bots/ada/swift/v1/source/").status_code == 404, "not yet accepted"
    assertContains(browser.get("/teams/"), "ada asks you to manage it")
    answer = f"/teams/invitations/{Invitation.objects.get().pk}/accept/"
    assertContains(browser.post(answer, follow=True), "You manage Swift now.")
    assert browser.get("/bots/ada/swift/v1/source/").status_code == 200
    assertContains(browser.get("/bots/ada/swift/"), "with bob")


def test_an_invitation_tells_nobody_whether_there_is_such_an_account(
    author: Client, bot: Bot, stranger: User
) -> None:
    pages = []
    for name in ("bob", "nobody-here"):
        page = author.post("/bots/ada/swift/team/invite/", {"name": name}, follow=True)
        pages.append(page.text.replace(name, "NAME").partition("<main")[2].count("NAME"))
        assertContains(page, f"If {name} has an account here")
    # Each name stands in its sentence, and in the list with its button.
    assert pages[0] == pages[1]
    again = author.post("/bots/ada/swift/team/invite/", {"name": "nobody-here"}, follow=True)
    assertContains(again, "nobody-here is invited already")
    assert not mail.outbox


def test_who_takes_an_invited_name_later_is_not_invited(bot: Bot) -> None:
    teams.invite(bot, "carol")
    carol = User.objects.create_user("carol")
    assert not Invitation.objects.to(carol).exists()


def test_an_invitation_is_for_whom_it_names_and_lapses(bot: Bot, stranger: User) -> None:
    invitation = teams.invite(bot, "bob")
    other, browser = Client(), Client()
    other.force_login(User.objects.create_user("carol"))
    browser.force_login(stranger)
    address = f"/teams/invitations/{invitation.pk}/accept/"
    assert other.post(address).status_code == 404
    Invitation.objects.update(made_at=timezone.now() - INVITED_FOR - timedelta(minutes=1))
    assert browser.post(address).status_code == 404
    assert teams.invite(bot, "bob").pk != invitation.pk, "a lapsed one is in nobody's way"


def test_one_that_was_taken_back_cannot_be_accepted(bot: Bot, stranger: User) -> None:
    invitation = teams.invite(bot, "bob")
    teams.decline(Invitation.objects.get())
    with pytest.raises(teams.Refused, match="taken back"):
        teams.accept(invitation)


def test_a_team_has_an_end(bot: Bot) -> None:
    for number in range(teams.MOST_MEMBERS):
        teams.invite(bot, f"friend-{number}")
    with pytest.raises(teams.Refused, match="at most 10 people"):
        teams.invite(bot, "one-more")


def test_a_teammate_submits_activates_retires_and_reads_logs(
    theirs: Client, bot: Bot, passed: Passed
) -> None:
    assertContains(theirs.get("/submit/"), "New version of ada/Swift")
    sent = {"target": "ada/swift", "source": GOOD.decode() + "# 2\n", "note": ""}
    made = theirs.post("/submit/", sent)
    assert made.headers["Location"] == "/bots/ada/swift/v2/"
    assert theirs.get("/bots/ada/swift/v2/log/").status_code == 200
    theirs.post("/bots/ada/swift/retire/")
    theirs.post("/bots/ada/swift/v1/activate/")
    bot.refresh_from_db()
    assert bot.active == bot.submissions.get(number=1)


def test_a_teammate_does_the_same_through_the_api(teammate: User, bot: Bot) -> None:
    _token, secret = issue(user=teammate, name="x", scopes=[Scope.READ, Scope.SUBMIT])
    headers = {"Authorization": f"Bearer {secret}"}
    source = {"source": GOOD.decode() + "# 2\n"}
    made = Client().post(
        "/api/v1/bots/ada/swift/versions", source, "application/json", headers=headers
    )
    assert made.json()["bot"] == "ada/swift"
    version = Client().get("/api/v1/bots/ada/swift/versions/2", headers=headers).json()
    assert version["note"] == ""
    log = Client().get("/api/v1/bots/ada/swift/versions/2/log", headers=headers)
    assert log.status_code == 200


def test_what_a_teammate_uploads_counts_on_the_owner(
    theirs: Client, bot: Bot, settings: Settings
) -> None:
    settings.UPLOADS_PER_HOUR = 1
    sent = {"target": "ada/swift", "source": GOOD.decode() + "# 2\n"}
    assertContains(theirs.post("/submit/", sent), "which is the limit", status_code=422)
    own = {"target": "", "name": "Mine", "source": GOOD.decode()}
    assert theirs.post("/submit/", own).status_code == 302


def test_a_teammate_changes_nothing_about_the_team_but_leaves_it(
    theirs: Client, bot: Bot, teammate: User
) -> None:
    teams.invite(bot, "carol")
    page = theirs.get("/bots/ada/swift/team/")
    assertContains(page, "Leave")
    assertNotContains(page, "Invite somebody")
    member, invitation = bot.members.get(), bot.invitations.get()
    for path in (
        "invite/",
        f"members/{member.pk}/offer/",
        f"invitations/{invitation.pk}/withdraw/",
    ):
        assert theirs.post(f"/bots/ada/swift/team/{path}").status_code == 404, path
    theirs.post(f"/bots/ada/swift/team/members/{member.pk}/remove/")
    assert not bot.members.exists()
    assert theirs.get("/bots/ada/swift/team/").status_code == 404


def test_the_owner_removes_a_teammate(author: Client, bot: Bot, teammate: User) -> None:
    teams.offer(bot.members.get())
    author.post(f"/bots/ada/swift/team/members/{bot.members.get().pk}/remove/")
    assert not bot.members.exists()
    assert not bot.invitations.exists(), "what was offered to them goes with them"


def test_a_bot_is_handed_over_and_its_links_last(
    author: Client, bot: Bot, teammate: User, user: User
) -> None:
    author.post(f"/bots/ada/swift/team/members/{bot.members.get().pk}/offer/")
    bot.refresh_from_db()
    assert bot.owner == user, "the other has to accept"
    teams.accept(Invitation.objects.get())
    bot = Bot.objects.get()
    assert (str(bot), [member.user for member in bot.members.all()]) == ("bob/swift", [user])
    for page in ("", "v1/"):
        moved = Client().get(f"/bots/ada/swift/{page}?ladder=two")
        assert moved.status_code == 301
        assert moved.headers["Location"] == f"/bots/bob/swift/{page}?ladder=two"
    with pytest.raises(services.NameRefused, match="links to it last"):
        services.create_bot(owner=user, name="Swift")


def test_a_bot_handed_back_is_found_where_it_was(bot: Bot, teammate: User, user: User) -> None:
    for _time in range(2):
        teams.accept(teams.offer(Bot.objects.get().members.get()))
    assert str(Bot.objects.get()) == "ada/swift"
    assert Client().get("/bots/ada/swift/").status_code == 200
    assert Client().get("/bots/bob/swift/").status_code == 301


def test_a_bot_is_not_handed_to_somebody_without_room(
    bot: Bot, teammate: User, passed: Passed, settings: Settings
) -> None:
    passed(GOOD + b"# 2\n", name="Other", owner=teammate)
    settings.BOTS_PER_OWNER = 1
    with pytest.raises(teams.Refused, match="which is the limit"):
        teams.accept(teams.offer(bot.members.get()))
    assert Bot.objects.get(pk=bot.pk).owner == bot.owner


def test_a_bot_is_not_handed_to_an_owner_of_a_namesake(
    bot: Bot, teammate: User, upload: Upload
) -> None:
    upload(GOOD + b"# 2\n", owner=teammate)
    with pytest.raises(teams.Refused, match="cannot share an address"):
        teams.accept(teams.offer(bot.members.get()))


def test_the_same_code_within_a_team_is_no_twin(
    bot: Bot, teammate: User, stranger: User, passed: Passed
) -> None:
    version = bot.submissions.get()
    passed(owner=teammate, name="Copy")
    assert not version.twins().exists()
    other = passed(owner=User.objects.create_user("carol"), name="Copied")
    assert list(version.twins()) == [other]
