"""What the API says of webhooks and deliveries, and what it takes for them."""

from datetime import datetime
from typing import Annotated, Literal

from annotated_types import Len
from ninja import Schema
from pydantic import BaseModel, Field

from sixfold.leases import Progress
from sixfold.params import one_of
from sixfold.webhooks.models import ADDRESS_LENGTH, Happening, Webhook

ADDRESS = r"^https?://[!-~]+$"
Told = Annotated[
    list[Literal["submission.checked", "match.finished", "tournament.round"]],
    Len(1, 10),
    Field(description="What it is told of."),
]


class WebhookIn(Schema):
    """Where to send, and what of."""

    url: str = Field(max_length=ADDRESS_LENGTH, pattern=ADDRESS, examples=["https://example.org/"])
    told: Told


# Not of ninja's: that would take a list for an object of which everything is left out.
class WebhookChange(BaseModel):
    """What is to be otherwise; the rest stays."""

    url: str | None = Field(None, max_length=ADDRESS_LENGTH, pattern=ADDRESS)
    told: Told | None = None


class WebhookOut(Schema):
    """An address that is told what happens."""

    id: int
    url: str
    told: list[str]
    created_at: datetime
    failing_since: datetime | None = Field(description="When it began to take nothing.")
    disabled_at: datetime | None
    disabled_because: str | None

    @staticmethod
    def resolve_told(webhook: Webhook) -> list[str]:
        told: list[str] = webhook.happenings
        return told

    @staticmethod
    def resolve_disabled_because(webhook: Webhook) -> str | None:
        return webhook.disabled_because or None


class SecretOut(Schema):
    """What verifies the messages; it is answered this once."""

    webhook: WebhookOut
    secret: str


class DeliveryOut(Schema):
    """A message to a webhook, and what came of it."""

    id: int
    message_id: str
    happening: str = one_of(Happening)
    progress: str = one_of(Progress, "Finished it was taken, quarantined it was given up.")
    attempts: int
    status: int | None = Field(description="Of the last answer; null where there was none.")
    answer: str = Field(description="How the last answer began, or why there was none.")
    body: str
    created_at: datetime
    attempted_at: datetime | None


class DeliveryPage(Schema):
    """Some deliveries, the newest first."""

    items: list[DeliveryOut]
    older: int | None = Field(description="Ask with `before` for what follows.")
