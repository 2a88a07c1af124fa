"""What moderators do on their pages, and what everybody reads of it."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission
from sixfold.leases import Progress
from sixfold.matches.models import Cluster, Match
from sixfold.matches.services import schedule
from sixfold.moderation import services
from sixfold.moderation.models import Ruling

REASON = "It <b>copies</b> another bot."
SHOWN = "It &lt;b&gt;copies&lt;/b&gt; another bot."


def text(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def disable_url(submission: Submission) -> str:
    return reverse("rule_disable", args=[submission.bot.owner.username, submission.bot.slug])


@pytest.fixture
def cluster(trio: list[Submission]) -> Cluster:
    return schedule(submissions=trio[:2], seed=bytes(32))


def test_a_match_is_declared_void_with_a_reason_that_everybody_reads(
    desk: Client, cluster: Cluster
) -> None:
    match = cluster.matches.earliest("pk")
    url = f"{reverse('rule_void')}?match={match.pk}"
    page = text(desk, url)
    assert "as if it had never been played" in page
    assert f"#{match.pk}" in page
    response = desk.post(url, {"match": match.pk, "reason": REASON}, follow=True)
    assert "1 match is void now." in response.text
    assert SHOWN in text(Client(), match.get_absolute_url())
    assert Match.objects.filter(progress=Progress.VOID).get() == match
    page = text(desk, reverse("rulings"))
    assert SHOWN in page
    assert f"match {match.pk}" in page
    assert "sam" in page
    public = text(Client(), reverse("rulings"))
    assert SHOWN in public
    assert "sam" not in public


def test_all_matches_of_a_version_are_declared_void(
    desk: Client, cluster: Cluster, trio: list[Submission]
) -> None:
    url = f"{reverse('rule_void')}?version={trio[1].pk}"
    assert "All 2 will count for nobody" in text(desk, url)
    desk.post(url, {"version": trio[1].pk, "reason": REASON})
    assert Match.objects.filter(progress=Progress.VOID).count() == 2


def test_a_bot_is_disabled_and_allowed_again(desk: Client, trio: list[Submission]) -> None:
    ada = trio[1]
    bot = ada.bot
    assert "Disable this bot" in text(desk, ada.get_absolute_url())
    assert "plays no more" in desk.post(disable_url(ada), {"reason": REASON}, follow=True).text
    for url in (bot.get_absolute_url(), ada.get_absolute_url()):
        page = text(Client(), url)
        assert SHOWN in page
        assert "Challenge this" not in page
        assert "Let this bot play again" not in page
    lift = reverse("rule_lift", args=[bot.owner.username, bot.slug])
    assert SHOWN in text(desk, lift)
    desk.post(lift, {"reason": "A mistake of ours."})
    assert Bot.objects.competing().filter(pk=bot.pk).exists()
    assert Ruling.objects.count() == 2


@pytest.mark.parametrize("reason", ["", " ", 301 * "x"])
def test_without_a_fit_reason_nothing_happens(
    desk: Client, trio: list[Submission], reason: str
) -> None:
    assert desk.post(disable_url(trio[1]), {"reason": reason}).status_code == 422
    assert not Ruling.objects.exists()


def test_what_cannot_be_ruled_is_said(desk: Client, trio: list[Submission]) -> None:
    desk.post(disable_url(trio[1]), {"reason": REASON})
    response = desk.post(disable_url(trio[1]), {"reason": REASON})
    assert response.status_code == 422
    assert "is disabled already" in response.text


@pytest.mark.parametrize("query", ["", "?match=", "?match=x", "?match=999999", "?version=999999"])
def test_an_address_that_names_no_match_is_not_found(desk: Client, query: str) -> None:
    assert desk.get(reverse("rule_void") + query).status_code == 404


@pytest.mark.parametrize("who", ["anonymous", "owner", "staff", "permitted without staff"])
def test_for_everybody_else_the_pages_do_not_exist(
    client: Client, moderator: User, cluster: Cluster, trio: list[Submission], who: str
) -> None:
    ada = trio[1]
    if who == "owner":
        client.force_login(ada.bot.owner)
    elif who != "anonymous":
        moderator.is_staff = who == "staff"
        moderator.save()
        if who == "staff":
            moderator.user_permissions.clear()
        client.force_login(moderator)
    refused = 302 if who == "anonymous" else 404
    match = cluster.matches.earliest("pk")
    void = f"{reverse('rule_void')}?match={match.pk}"
    for url in (void, disable_url(ada)):
        assert client.get(url).status_code == refused
    assert client.post(void, {"match": match.pk, "reason": REASON}).status_code == refused
    assert client.post(disable_url(ada), {"reason": REASON}).status_code == refused
    assert "Disable this bot" not in text(client, ada.get_absolute_url())
    assert not Ruling.objects.exists()


def test_the_admin_site_leads_to_a_ruling_and_keeps_the_log(
    desk: Client, moderator: User, cluster: Cluster, trio: list[Submission]
) -> None:
    for codename in ("view_match", "view_bot", "view_ruling"):
        moderator.user_permissions.add(Permission.objects.get(codename=codename))
    keys = [match.pk for match in cluster.matches.order_by("pk")]
    matches = reverse("admin:matches_match_changelist")
    response = desk.post(matches, {"action": "declare_void", "_selected_action": keys})
    assert "declare matches void" in text(desk, response.headers["Location"]).lower()
    bots = reverse("admin:bots_bot_changelist")
    chosen = {"action": "disable", "_selected_action": [trio[1].bot_id]}
    assert desk.post(bots, chosen).headers["Location"] == disable_url(trio[1])
    ruling = services.disable(moderator=moderator, bot=trio[1].bot, reason=REASON)
    assert SHOWN in text(desk, reverse("admin:moderation_ruling_changelist"))
    change = reverse("admin:moderation_ruling_change", args=[ruling.pk])
    assert desk.post(change, {"reason": "Another one."}).status_code == 403


def test_the_log_takes_few_queries(desk: Client, moderator: User, trio: list[Submission]) -> None:
    assert "No moderator has ruled on anything yet" in text(desk, reverse("rulings"))
    for submission in trio:
        services.disable(moderator=moderator, bot=submission.bot, reason=REASON)
        services.lift(moderator=moderator, bot=submission.bot, reason=REASON)
    with CaptureQueriesContext(connection) as queries:
        desk.get(reverse("rulings"))
    assert len(queries) <= 12


def test_an_account_is_barred_and_let_in_again_with_reasons_in_the_log(
    desk: Client, moderator: User, trio: list[Submission]
) -> None:
    ada = trio[1].bot.owner
    moderator.user_permissions.add(Permission.objects.get(codename="view_user"))
    chosen = {"action": "rule", "_selected_action": [ada.pk]}
    page = desk.post(reverse("admin:accounts_user_changelist"), chosen).headers["Location"]
    assert desk.post(page, {"reason": ""}).status_code == 422
    browser = Client()
    browser.force_login(ada)
    desk.post(page, {"reason": "Two accounts."})
    assert browser.get("/account/").status_code == 302, "logged out at once"
    assert "Bar its owner" not in (page_of_bot := text(desk, trio[1].bot.get_absolute_url()))
    assert "Let its owner in again" in page_of_bot
    assert "Play against it" not in page_of_bot
    assert f'href="{reverse("rulings")}"' in text(browser, "/accounts/inactive/")
    assert trio[1].bot not in Bot.objects.competing()
    desk.post(page, {"reason": "It was a mistake."})
    assert trio[1].bot in Bot.objects.competing()
    kinds = [ruling.kind for ruling in Ruling.objects.order_by("pk")]
    assert kinds == [Ruling.Kind.BAR, Ruling.Kind.ADMIT]
    assert "It was a mistake." in text(desk, reverse("rulings"))


def test_nobody_bars_the_staff_or_lets_in_who_has_left(
    desk: Client, moderator: User, trio: list[Submission]
) -> None:
    ada = trio[1].bot.owner
    with pytest.raises(services.Refused, match="never their own"):
        services.bar(moderator=moderator, user=moderator, reason=REASON)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    with pytest.raises(services.Refused, match="Only an account that a moderator has barred"):
        services.admit(moderator=moderator, user=ada, reason=REASON)


def test_staff_edits_no_names_and_grants_itself_nothing(
    desk: Client, moderator: User, trio: list[Submission]
) -> None:
    for codename in ("view_user", "change_user", "delete_user"):
        moderator.user_permissions.add(Permission.objects.get(codename=codename))
    change = reverse("admin:accounts_user_change", args=[moderator.pk])
    sent = {"username": "root", "email": "sam@example.org", "is_superuser": "on"}
    assert desk.post(change, sent).status_code == 302
    before = moderator.username
    moderator.refresh_from_db()
    assert (moderator.username, moderator.is_superuser) == (before, False)
    delete = reverse("admin:accounts_user_delete", args=[trio[1].bot.owner_id])
    assert desk.post(delete, {"post": "yes"}).status_code == 403


def test_who_has_lost_a_second_factor_gets_in_by_the_password(
    desk: Client, moderator: User, trio: list[Submission]
) -> None:
    ada = trio[1].bot.owner
    for codename in ("view_user", "change_user"):
        moderator.user_permissions.add(Permission.objects.get(codename=codename))
    Authenticator.objects.create(user=ada, type=Authenticator.Type.TOTP, data={"secret": "x"})
    chosen = {"action": "drop_second_factor", "_selected_action": [ada.pk, moderator.pk]}
    desk.post(reverse("admin:accounts_user_changelist"), chosen)
    assert not Authenticator.objects.exists()
    assert LogEntry.objects.get().object_id == str(ada.pk)
