"""The life of a webhook: registered, told, tried again, given up; and what its owner may do."""

import logging
import secrets
import time
from datetime import timedelta

from django.db import transaction
from django.db.models import Count, F, QuerySet
from django.db.models.functions import Coalesce, Now
from django.utils import timezone
from django.utils.translation import gettext as _

from sixfold.accounts.mailing import in_language_of, mail_to
from sixfold.accounts.models import User
from sixfold.bots.services import Refused, lock
from sixfold.leases import Progress
from sixfold.undertaking import undertaking
from sixfold.webhooks import happenings, signing
from sixfold.webhooks.addresses import AddressRefused, checked
from sixfold.webhooks.models import EXCERPT_LENGTH, Delivery, Happening, Webhook
from sixfold.webhooks.sending import Answer, Undelivered, post

__all__ = ["AddressRefused", "Refused"]

logger = logging.getLogger(__name__)

WEBHOOKS_PER_USER = 5
PAUSES = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 60, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600)
)
"""Between the attempts at a delivery: nine within about 28 hours."""
FAILING_FOR = timedelta(hours=24)
"""A webhook that has taken nothing for so long is disabled when a delivery is given up."""
MOST_WAITING = 1_000
"""Deliveries for one webhook; more say that nobody reads them."""
TESTS_PER_MINUTE = 5
KEPT_FOR = timedelta(days=30)
FORGOTTEN_AT_ONCE = 500
GONE = 410


def register(*, owner: User, url: str, told: list[str], site: str) -> tuple[Webhook, str]:
    """A new webhook and its secret, which is not shown again; raises Refused, AddressRefused."""
    url = checked(url)
    with transaction.atomic():
        lock(owner)
        if owner.webhooks.count() >= WEBHOOKS_PER_USER:
            raise Refused(
                _("You have %(count)d webhooks, which is the limit. Remove one first.")
                % {"count": WEBHOOKS_PER_USER}
            )
        _refuse_taken(url, owner.webhooks.all())
        secret = signing.new_secret()
        return Webhook.objects.create(
            owner=owner, url=url, happenings=told, site=site.rstrip("/"), secret=secret
        ), secret


def change(webhook: Webhook, *, url: str, told: list[str]) -> None:
    """Send to another address, or of other things; raises Refused, AddressRefused."""
    url = checked(url)
    with transaction.atomic():
        lock(webhook.owner)
        _refuse_taken(url, webhook.owner.webhooks.exclude(pk=webhook.pk))
        webhook.url, webhook.happenings = url, told
        webhook.save(update_fields=["url", "happenings"])


def rotate(webhook: Webhook) -> str:
    """A new secret; the one before signs as well for a day, so that nothing is lost meanwhile."""
    secret = signing.new_secret()
    Webhook.objects.filter(pk=webhook.pk).update(
        secret=secret, old_secret=F("secret"), secret_made_at=Now()
    )
    return secret


def disable(webhook: Webhook, why: str = "") -> None:
    """Tell it no more, until `enable`; what waits is kept."""
    Webhook.objects.filter(pk=webhook.pk, disabled_at=None).update(
        disabled_at=Now(), disabled_because=why
    )


def enable(webhook: Webhook) -> None:
    """Tell it again, of what happens from now on and what still waits."""
    Webhook.objects.filter(pk=webhook.pk).exclude(disabled_at=None).update(
        disabled_at=None, disabled_because="", failing_since=None, told_since=Now()
    )


def test(webhook: Webhook) -> Delivery:
    """Queue a message that says nothing but that it is a test; raises Refused for too many."""
    tests = webhook.deliveries.filter(happening=Happening.TEST)
    if webhook.disabled_at:
        raise Refused(_("This webhook is disabled. Enable it first."))
    lately = tests.filter(created_at__gt=timezone.now() - timedelta(minutes=1)).count()
    if lately >= TESTS_PER_MINUTE:
        raise Refused(_("You have sent several tests within a minute. Wait a little."))
    told = happenings.body(Happening.TEST, timezone.now(), {"webhook": webhook.pk})
    return webhook.deliveries.create(
        key=f"test_{secrets.token_hex(8)}", happening=Happening.TEST, body=told, priority=1
    )


def send_again(delivery: Delivery) -> bool:
    """Try what was given up once more, from the first pause on; False where it was not."""
    again = Delivery.objects.filter(pk=delivery.pk, progress=Progress.QUARANTINED)
    again.update(attempts=0)
    return bool(again.requeue())


def deliver_next() -> bool:
    """Send what is due next, once, holding nothing meanwhile; False where nothing is due."""
    delivery = Delivery.objects.next()
    if delivery is None:
        return False
    with undertaking(delivery, "%s was not delivered"):
        _record(delivery, _send(delivery))
    return True


def _refuse_taken(url: str, others: QuerySet[Webhook]) -> None:
    if others.filter(url=url).exists():
        raise Refused(_("You have a webhook with this address already. Change that one."))


def _send(delivery: Delivery) -> Answer | Undelivered:
    webhook = delivery.webhook
    headers = signing.headers(delivery.message_id, int(time.time()), delivery.body, webhook.secrets)
    try:
        return post(webhook.url, delivery.body, headers)
    except Undelivered as failure:
        return failure


@transaction.atomic
def _record(delivery: Delivery, came: Answer | Undelivered) -> None:
    """Write down what came of an attempt; nothing where the lease was lost."""
    assert delivery.token is not None, "only a claimed delivery is sent"
    status = came.status if isinstance(came, Answer) else None
    taken = status is not None and 200 <= status < 300
    attempts = delivery.attempts + 1
    told = {
        "status": status,
        "answer": (came.text if isinstance(came, Answer) else str(came))[:EXCERPT_LENGTH],
        "attempts": attempts,
        "attempted_at": Now(),
    }
    held = Delivery.objects.held(delivery.token)
    webhook = Webhook.objects.filter(pk=delivery.webhook_id)
    if taken:
        if held.move(Progress.FINISHED, **told):
            webhook.exclude(failing_since=None).update(failing_since=None)
        return
    last = attempts > len(PAUSES) or status == GONE
    if last:
        written = held.move(Progress.QUARANTINED, **told)
    else:
        written = held.move(Progress.QUEUED, ready_at=Now() + PAUSES[attempts - 1], **told)
    if written:
        webhook.update(failing_since=Coalesce("failing_since", Now()))
        if last:
            _give_up(webhook.select_related("owner").get(), gone=status == GONE)


def _give_up(webhook: Webhook, *, gone: bool) -> None:
    assert webhook.failing_since is not None, "the delivery that is given up has failed"
    with in_language_of(webhook.owner):
        if gone:
            _disable(webhook, _("It answered that it is gone for good (410)."))
        elif timezone.now() - webhook.failing_since >= FAILING_FOR:
            _disable(webhook, _("It took nothing for more than a day."))


def _disable(webhook: Webhook, why: str) -> None:
    """Tell it no more, and its owner why, in the language that is theirs within."""
    disable(webhook, why)
    address = f"{webhook.site}{webhook.get_absolute_url()}"
    subject = _("A webhook was disabled")
    text = _(
        "Your webhook %(url)s is told nothing more. %(why)s\n\n"
        "Look at the last answers, and enable it again, at %(address)s"
    ) % {"url": webhook.url, "why": why, "address": address}
    owner = webhook.owner
    transaction.on_commit(lambda: mail_to(owner, subject, text))


def note() -> None:
    """Queue what is to be told, and disable what nobody reads."""
    happenings.note()
    waiting = Webhook.objects.enabled().filter(deliveries__in=Delivery.objects.waiting())
    for webhook in waiting.annotate(waiting=Count("deliveries")).filter(waiting__gt=MOST_WAITING):
        with in_language_of(webhook.owner):
            _disable(webhook, _("%(count)d messages wait for it.") % {"count": MOST_WAITING})


def forget() -> None:
    """Remove the oldest deliveries, some at a time."""
    old = Delivery.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).order_by("created_at")
    if pks := list(old.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE]):
        Delivery.objects.filter(pk__in=pks).delete()
