"""What the API says of users and their tokens."""

from datetime import datetime
from typing import Literal

from django.conf import settings
from ninja import Schema
from pydantic import BaseModel, Field, StrictBool

from sixfold.accounts.models import Scope


class TokenOut(Schema):
    """A token, without its secret."""

    id: int
    name: str
    hint: str = Field(description="How its secret begins.")
    scopes: list[Scope]
    created_at: datetime
    last_used_at: datetime | None = Field(description="To the minute; null before the first use.")
    expires_at: datetime | None


# Not of ninja's: that would take a list for an object of which everything is left out.
class Preferences(BaseModel):
    """What somebody wants to be otherwise; the rest stays."""

    language: Literal[*dict(settings.LANGUAGES)] | None = Field(  # type: ignore[valid-type]
        None, description="Of mails, and of pages on logging in."
    )
    failures_mailed: StrictBool | None = Field(
        None, description="Whether to mail them when a bot of theirs fails again and again."
    )


class Me(Schema):
    """Who calls, and with which token."""

    username: str
    language: str | None = Field(description="That they have chosen on the site or here.")
    failures_mailed: bool
    token: TokenOut
    bots_per_owner: int = Field(description="How many bots may compete at once.")
    uploads_per_hour: int
