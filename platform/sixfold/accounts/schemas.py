"""What the API says of users and their tokens."""

from datetime import datetime

from ninja import Schema
from pydantic import Field

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


class Me(Schema):
    """Who calls, and with which token."""

    username: str
    token: TokenOut
    bots_per_owner: int = Field(description="How many bots may compete at once.")
    uploads_per_hour: int
