"""Somebody makes a webhook, tests it, reads what came of it, and changes or removes it."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains

from sixfold.accounts.models import Scope, User
from sixfold.accounts.services import issue
from sixfold.webhooks import services
from sixfold.webhooks.models import Delivery, Webhook

from .conftest import Receiver

ADDRESS = "/account/webhooks/"


@pytest.fixture
def ada(client: Client, user: User) -> Client:
    """Ada's browser, logged in."""
    cache.clear()
    client.force_login(user)
    return client


def test_a_secret_is_shown_once(ada: Client, receiver: Receiver) -> None:
    made = ada.post(ADDRESS, {"url": receiver.url, "told": ["match.finished"]})
    assert "no-store" in made.headers["Cache-Control"]
    secret = re.search(r"whsec_[\w+/=]{44}", made.text)
    webhook = Webhook.objects.get()
    assert secret is not None
    assert secret.group() == webhook.secret
    for page in (ADDRESS, webhook.get_absolute_url()):
        assertNotContains(ada.get(page), webhook.secret)
    assert webhook.site == "http://testserver"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"url": "http://example.org/", "told": ["match.finished"]}, "Use https"),
        ({"url": "https://example.org/"}, "Choose at least one"),
        ({"url": "https://example.org/", "told": ["test"]}, "test is not one of the available"),
        ({"told": ["match.finished"]}, "This field is required"),
    ],
)
def test_a_form_that_cannot_be_is_refused(ada: Client, sent: dict[str, str], said: str) -> None:
    assertContains(ada.post(ADDRESS, sent), said, status_code=422)
    assert not Webhook.objects.exists()


def test_a_user_has_some_webhooks_and_no_more(ada: Client, user: User, webhook: Webhook) -> None:
    again = ada.post(ADDRESS, {"url": webhook.url, "told": ["match.finished"]})
    assertContains(again, "with this address already", status_code=422)
    for number in range(services.WEBHOOKS_PER_USER):
        sent = {"url": f"https://example.org/{number}", "told": ["match.finished"]}
        page = ada.post(ADDRESS, sent)
    assertContains(page, "which is the limit", status_code=422)


def test_a_test_is_sent_and_its_answer_shown(
    ada: Client, webhook: Webhook, receiver: Receiver
) -> None:
    receiver.status, receiver.answer = 500, b"<script>broken</script>"
    page = ada.post(f"{ADDRESS}{webhook.pk}/test/", follow=True)
    assertContains(page, "waiting")
    assertContains(page, 'hx-trigger="every 2s"')
    services.deliver_next()
    part = ada.get(f"{ADDRESS}{webhook.pk}/deliveries/")
    assertContains(part, "to be tried again · 500")
    assertContains(part, "&lt;script&gt;broken")
    assertNotContains(part, "hx-trigger")


def test_what_was_given_up_is_sent_again(ada: Client, webhook: Webhook, receiver: Receiver) -> None:
    receiver.status = 410
    delivery = services.test(webhook)
    services.deliver_next()
    ada.post(f"{ADDRESS}{webhook.pk}/enable/")
    receiver.status = 204
    ada.post(f"{ADDRESS}deliveries/{delivery.pk}/again/")
    services.deliver_next()
    assert Delivery.objects.get().was_taken
    refused = ada.post(f"{ADDRESS}deliveries/{delivery.pk}/again/", follow=True)
    assertContains(refused, "Only what was given up")


def test_a_webhook_is_changed_rotated_disabled_and_removed(ada: Client, webhook: Webhook) -> None:
    page = f"{ADDRESS}{webhook.pk}/"
    ada.post(page, {"url": "https://example.org/new", "told": ["tournament.round"]})
    webhook.refresh_from_db()
    assert (webhook.url, webhook.happenings) == ("https://example.org/new", ["tournament.round"])
    assertContains(ada.post(page, {"url": "x"}), "Choose at least one", status_code=422)
    rotated = ada.post(f"{page}secret/")
    old, webhook = webhook.secret, Webhook.objects.get()
    assertContains(rotated, webhook.secret)
    assert webhook.old_secret == old
    ada.post(f"{page}disable/")
    assertContains(ada.get(page), "Disabled since")
    assertContains(ada.post(f"{page}test/", follow=True), "Enable it first")
    assert ada.post(f"{page}explode/").status_code == 404
    ada.post(f"{page}remove/")
    assert not Webhook.objects.exists()


def test_somebody_elses_webhook_does_not_exist(client: Client, webhook: Webhook) -> None:
    client.force_login(User.objects.create_user("bob", is_staff=True))
    delivery = services.test(webhook)
    page = f"{ADDRESS}{webhook.pk}/"
    for path in (page, f"{page}deliveries/"):
        assert client.get(path).status_code == 404
    for path in (
        page,
        f"{page}remove/",
        f"{page}secret/",
        f"{ADDRESS}deliveries/{delivery.pk}/again/",
    ):
        assert client.post(path).status_code == 404


def test_a_long_log_costs_the_same(
    ada: Client, webhook: Webhook, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(30):
        Delivery.objects.create(webhook=webhook, key=str(number), happening="test", body="{}")
    with django_assert_max_num_queries(5):
        page = ada.get(f"{ADDRESS}{webhook.pk}/")
    older = re.search(r"\?before=\d+", page.text)
    assert older is not None
    assert ada.get(f"{ADDRESS}{webhook.pk}/{older.group()}").text.count("msg_") == 5


def test_a_program_does_the_same(webhook: Webhook, user: User, receiver: Receiver) -> None:
    _token, secret = issue(user=user, name="x", scopes=[Scope.READ, Scope.SUBMIT])
    headers = {"Authorization": f"Bearer {secret}"}
    api, base = Client(headers=headers), "/api/v1/webhooks"
    (listed,) = api.get(base).json()
    assert listed["url"] == webhook.url
    asked = {"url": "https://example.org/", "told": ["match.finished"]}
    made = api.post(base, asked, "application/json")
    assert made.status_code == 201
    assert made.json()["secret"].startswith("whsec_")
    refused = api.post(base, asked | {"url": "http://example.org/"}, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "address")
    assert api.post(base, asked, "application/json").status_code == 409
    test = api.post(f"{base}/{webhook.pk}/test")
    assert test.status_code == 201
    services.deliver_next()
    (delivered,) = api.get(f"{base}/{webhook.pk}/deliveries").json()["items"]
    assert (delivered["status"], delivered["progress"]) == (204, "finished")
    new = api.post(f"{base}/{webhook.pk}/secret").json()["secret"]
    webhook.refresh_from_db()
    assert new == webhook.secret
    assert api.post(f"{base}/{webhook.pk}/disable").json()["disabled_at"]
    assert api.post(f"{base}/{webhook.pk}/enable").json()["disabled_at"] is None
    changed = api.patch(f"{base}/{webhook.pk}", {"told": ["match.finished"]}, "application/json")
    assert (changed.json()["url"], changed.json()["told"]) == (receiver.url, ["match.finished"])
    assert api.delete(f"{base}/{webhook.pk}").status_code == 204
