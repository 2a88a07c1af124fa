"""A message is sent, signed, tried again, given up; and nobody waits for it."""

import hmac
import json
import time
from base64 import b64decode, b64encode
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from sixfold.leases import Progress
from sixfold.webhooks import sending, services, tasks
from sixfold.webhooks.models import Delivery, Webhook
from tests.platform.waiting import eventually

from .conftest import Receiver


def deliver(webhook: Webhook) -> Delivery:
    """Send a test, once."""
    made = services.test(webhook)
    assert services.deliver_next()
    return Delivery.objects.get(pk=made.pk)


def due_now() -> None:
    Delivery.objects.queued().update(ready_at=timezone.now() - timedelta(seconds=1))


def signatures(message: Receiver, secrets: list[str]) -> list[str]:
    """What the header must hold, by the words of the specification."""
    (came,) = message.came
    signed = f"{came.headers['webhook-id']}.{came.headers['webhook-timestamp']}.".encode()
    return [
        "v1," + b64encode(hmac.digest(b64decode(one[6:]), signed + came.body, "sha256")).decode()
        for one in secrets
    ]


def test_a_test_arrives_signed(webhook: Webhook, receiver: Receiver) -> None:
    receiver.status, receiver.answer = 200, b"thank you"
    delivery = deliver(webhook)
    (came,) = receiver.came
    assert json.loads(came.body)["type"] == "test"
    assert came.headers["content-type"] == "application/json"
    assert came.headers["webhook-id"] == delivery.message_id
    assert abs(int(came.headers["webhook-timestamp"]) - time.time()) < 60
    assert came.headers["webhook-signature"].split() == signatures(receiver, [webhook.secret])
    assert (delivery.progress, delivery.status) == (Progress.FINISHED, 200)
    assert delivery.answer == "thank you"


def test_after_a_new_secret_both_sign_for_a_day(webhook: Webhook, receiver: Receiver) -> None:
    old, new = webhook.secret, services.rotate(webhook)
    deliver(webhook)
    assert receiver.came[0].headers["webhook-signature"].split() == signatures(receiver, [new, old])
    receiver.came.clear()
    Webhook.objects.update(secret_made_at=timezone.now() - timedelta(hours=25))
    deliver(webhook)
    assert receiver.came[0].headers["webhook-signature"].split() == signatures(receiver, [new])


@pytest.mark.parametrize("status", [302, 400, 500])
def test_what_is_not_taken_is_sent_again_with_growing_pauses(
    webhook: Webhook, receiver: Receiver, status: int
) -> None:
    receiver.status, receiver.headers["Location"] = status, f"{receiver.url}/elsewhere"
    delivery = deliver(webhook)
    assert len(receiver.came) == 1, "a redirect is not followed"
    assert (delivery.progress, delivery.status) == (Progress.QUEUED, status)
    pauses = []
    for _attempt in services.PAUSES:
        delivery.refresh_from_db()
        assert delivery.attempted_at is not None
        pauses.append(round((delivery.ready_at - delivery.attempted_at).total_seconds()))
        assert not services.deliver_next(), "it rests"
        due_now()
        assert services.deliver_next()
    assert pauses == [pause.total_seconds() for pause in services.PAUSES]
    delivery.refresh_from_db()
    assert delivery.was_given_up
    assert len({came.headers["webhook-id"] for came in receiver.came}) == 1
    webhook.refresh_from_db()
    assert webhook.failing_since is not None
    assert webhook.disabled_at is None, "it has failed for a moment only"


def test_a_success_ends_the_failing(webhook: Webhook, receiver: Receiver) -> None:
    receiver.status = 500
    delivery = deliver(webhook)
    receiver.status = 204
    due_now()
    services.deliver_next()
    webhook.refresh_from_db()
    delivery.refresh_from_db()
    assert webhook.failing_since is None
    assert (delivery.was_taken, delivery.attempts) == (True, 2)


def test_a_webhook_that_takes_nothing_for_a_day_is_disabled_and_its_owner_told(
    webhook: Webhook, receiver: Receiver, django_capture_on_commit_callbacks: object
) -> None:
    EmailAddress.objects.create(
        user=webhook.owner, email="ada@example.org", verified=True, primary=True
    )
    receiver.status = 500
    made = services.test(webhook)
    Delivery.objects.update(attempts=len(services.PAUSES))
    Webhook.objects.update(failing_since=timezone.now() - timedelta(hours=25))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        services.deliver_next()
    webhook.refresh_from_db()
    assert webhook.disabled_because == "It took nothing for more than a day."
    (notice,) = mail.outbox
    assert notice.to == ["ada@example.org"]
    assert f"https://sixfold.example.org/account/webhooks/{webhook.pk}/" in notice.body
    made.refresh_from_db()
    assert services.send_again(made)
    assert not services.deliver_next(), "a disabled one is sent nothing"
    receiver.status = 204
    services.enable(webhook)
    assert services.deliver_next()


def test_gone_is_taken_for_a_last_word(webhook: Webhook, receiver: Receiver) -> None:
    receiver.status = 410
    assert deliver(webhook).was_given_up
    webhook.refresh_from_db()
    assert "410" in webhook.disabled_because


def test_an_endless_answer_is_cut(webhook: Webhook, receiver: Receiver) -> None:
    receiver.answer = b"\x00\xff" + b"x" * 1_000_000
    receiver.status = 200
    delivery = deliver(webhook)
    assert delivery.was_taken
    assert len(delivery.answer) == 500


def test_a_slow_answer_is_not_waited_for(
    webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "LONGEST_S", 0.0)
    delivery = deliver(webhook)
    assert (delivery.progress, delivery.status) == (Progress.QUEUED, None)
    assert delivery.answer == "No answer within 0 seconds."


def test_nobody_at_the_address_is_said(webhook: Webhook) -> None:
    Webhook.objects.update(url="http://127.0.0.1:9/")
    assert deliver(webhook).answer == "Nothing answers at 127.0.0.1, port 9."


def test_an_address_that_came_to_lead_inside_is_refused_when_it_is_sent_to(
    webhook: Webhook, receiver: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUBLIC = True
    Webhook.objects.update(url=receiver.url.replace("http:", "https:"))
    assert deliver(webhook).answer == "This address is not on the public internet."
    assert not receiver.came


def test_each_owner_has_one_delivery_under_way(webhook: Webhook, receiver: Receiver) -> None:
    services.test(webhook)
    services.test(webhook)
    assert Delivery.objects.next()
    assert Delivery.objects.next() is None


def test_a_fault_of_ours_puts_a_delivery_back(
    webhook: Webhook, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fault(*_args: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(services, "post", fault)
    delivery = deliver(webhook)
    assert (delivery.progress, delivery.attempts, delivery.lost) == (Progress.QUEUED, 0, 1)
    assert "was not delivered" in caplog.text


def test_old_deliveries_are_forgotten(webhook: Webhook) -> None:
    deliver(webhook)
    new = services.test(webhook)
    Delivery.objects.exclude(pk=new.pk).update(created_at=timezone.now() - timedelta(days=31))
    services.forget()
    assert Delivery.objects.get() == new


@pytest.mark.django_db(transaction=True)
def test_a_tick_waits_for_no_address(webhook: Webhook, receiver: Receiver) -> None:
    services.test(webhook)
    tasks.tick()
    eventually(lambda: Delivery.objects.get().was_taken, 10)
