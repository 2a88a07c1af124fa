"""Operations on one's webhooks, with the duties of the views."""

from http import HTTPStatus

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Router, Status

from sixfold.accounts.bearer import READS, SUBMITS, ApiRequest
from sixfold.params import Before, Id, Limit, paged
from sixfold.problems import answers
from sixfold.webhooks import services
from sixfold.webhooks.models import Delivery, Webhook, WebhookQuerySet
from sixfold.webhooks.schemas import (
    DeliveryOut,
    DeliveryPage,
    SecretOut,
    WebhookChange,
    WebhookIn,
    WebhookOut,
)

router = Router(tags=["webhooks"])

REFUSALS = (HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT)


@router.get("", response=answers(list[WebhookOut]), **READS)
def list_webhooks(request: ApiRequest) -> WebhookQuerySet:
    """One's own webhooks."""
    return Webhook.objects.filter(owner=request.auth.member)


@router.post("", response=answers(SecretOut, *REFUSALS, status=HTTPStatus.CREATED), **SUBMITS)
def make_webhook(request: ApiRequest, asked: WebhookIn) -> Status[dict[str, object]]:
    """Have an address told what happens to the bots you manage."""
    webhook, secret = services.register(
        owner=request.auth.member,
        url=asked.url,
        told=list(asked.told),
        site=request.build_absolute_uri("/"),
    )
    return Status(HTTPStatus.CREATED, {"webhook": webhook, "secret": secret})


@router.patch("/{id}", response=answers(WebhookOut, *REFUSALS), **SUBMITS)
def change_webhook(request: ApiRequest, id: Id, asked: WebhookChange) -> Webhook:  # noqa: A002
    """Send to another address, or of other things."""
    found = _own(request, id)
    told = found.happenings if asked.told is None else list(asked.told)
    services.change(found, url=asked.url or found.url, told=told)
    return found


@router.delete(
    "/{id}",
    response=answers(None, HTTPStatus.FORBIDDEN, status=HTTPStatus.NO_CONTENT),
    **SUBMITS,
)
def remove_webhook(request: ApiRequest, id: Id) -> Status[None]:  # noqa: A002
    """Remove a webhook with its deliveries."""
    _own(request, id).delete()
    return Status(HTTPStatus.NO_CONTENT, None)


@router.post("/{id}/secret", response=answers(SecretOut, HTTPStatus.FORBIDDEN), **SUBMITS)
def rotate_secret(request: ApiRequest, id: Id) -> dict[str, object]:  # noqa: A002
    """Make a new secret; the one before signs as well for 24 hours."""
    found = _own(request, id)
    return {"secret": services.rotate(found), "webhook": found}


@router.post("/{id}/enable", response=answers(WebhookOut, HTTPStatus.FORBIDDEN), **SUBMITS)
def enable_webhook(request: ApiRequest, id: Id) -> Webhook:  # noqa: A002
    """Tell a webhook again of what happens from now on."""
    services.enable(_own(request, id))
    return _own(request, id)


@router.post("/{id}/disable", response=answers(WebhookOut, HTTPStatus.FORBIDDEN), **SUBMITS)
def disable_webhook(request: ApiRequest, id: Id) -> Webhook:  # noqa: A002
    """Tell a webhook nothing more until it is enabled again."""
    services.disable(_own(request, id))
    return _own(request, id)


@router.post(
    "/{id}/test", response=answers(DeliveryOut, *REFUSALS, status=HTTPStatus.CREATED), **SUBMITS
)
def test_webhook(request: ApiRequest, id: Id) -> Status[Delivery]:  # noqa: A002
    """Send a message that says nothing but that it is a test."""
    made = services.test(_own(request, id))
    return Status(HTTPStatus.CREATED, Delivery.objects.get(pk=made.pk))


@router.get("/{id}/deliveries", response=answers(DeliveryPage), **READS)
def list_deliveries(
    request: ApiRequest,
    id: Id,  # noqa: A002
    before: Before = None,
    limit: Limit = 25,
) -> dict[str, object]:
    """What was sent to a webhook of late, the newest first."""
    return paged(_own(request, id).deliveries.all(), before=before, limit=limit)


@router.post(
    "/{id}/deliveries/{delivery}/again", response=answers(DeliveryOut, *REFUSALS), **SUBMITS
)
def send_again(request: ApiRequest, id: Id, delivery: Id) -> Delivery:  # noqa: A002
    """Try once more what was given up."""
    found = get_object_or_404(_own(request, id).deliveries, pk=delivery)
    if not services.send_again(found):
        raise services.Refused(_("Only what was given up can be sent again."))
    found.refresh_from_db()
    return found


def _own(request: ApiRequest, pk: int) -> Webhook:
    """A webhook for its owner; for others the address does not exist."""
    own = Webhook.objects.filter(owner=request.auth.member).select_related("owner")
    return get_object_or_404(own, pk=pk)
