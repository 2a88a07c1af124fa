"""What the API says of rulings."""

from datetime import datetime

from ninja import Schema
from pydantic import Field

from sixfold.moderation.models import Ruling
from sixfold.params import one_of


class RulingOut(Schema):
    """One decision of a moderator; only what it is about is named, the rest is null."""

    id: int
    kind: str = one_of(Ruling.Kind)
    moderator: str
    reason: str = Field(description="For everybody to read.")
    made_at: datetime
    bot: str | None = Field(examples=["ada/swift"])
    version: str | None = Field(description="All of whose matches are void.")
    user: str | None
    match: int | None
    matches: int = Field(description="How many became void by it.")

    @staticmethod
    def resolve_moderator(ruling: Ruling) -> str:
        return ruling.moderator.get_username()

    @staticmethod
    def resolve_bot(ruling: Ruling) -> str | None:
        return str(ruling.bot) if ruling.bot else None

    @staticmethod
    def resolve_version(ruling: Ruling) -> str | None:
        return str(ruling.submission) if ruling.submission else None

    @staticmethod
    def resolve_user(ruling: Ruling) -> str | None:
        return ruling.user.get_username() if ruling.user else None

    @staticmethod
    def resolve_match(ruling: Ruling) -> int | None:
        return ruling.match.pk if ruling.match else None


class RulingPage(Schema):
    """Some rulings, the newest first."""

    items: list[RulingOut]
    older: int | None = Field(description="Ask with `before` for what follows.")
