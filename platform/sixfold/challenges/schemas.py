"""What the API says of challenges, and what it takes for one."""

from datetime import datetime
from typing import Any

from ninja import Schema
from pydantic import Field

from arena.ruleset import CLASSIC
from sixfold.challenges.models import Challenge, State
from sixfold.challenges.services import MOST_PAIRS
from sixfold.matches.schemas import Word
from sixfold.params import FULL_NAME, Context, ForTwo, Number, one_of, page_of


class SideOut(Schema):
    """A version that takes part, and its points so far."""

    bot: str = Field(examples=["ada/swift"])
    version: int
    points: float = Field(description="A draw is half a point.")


class ChallengeOut(Schema):
    """So many unrated pairs of games between two versions."""

    id: int
    state: str = one_of(State)
    ruleset: str
    first: SideOut = Field(description="The challenger's.")
    second: SideOut
    pairs: int
    played: int = Field(description="Pairs of which both games count.")
    percents: list[float] | None = Field(
        description="The first one's share of the points, and the ends of its 95 % interval."
    )
    created_at: datetime
    ended_at: datetime | None
    url: str = Field(description="Its page.")

    @staticmethod
    def resolve_first(challenge: Challenge) -> Context:
        return _side(challenge.first, challenge.points[0])

    @staticmethod
    def resolve_second(challenge: Challenge) -> Context:
        return _side(challenge.second, challenge.points[1])

    @staticmethod
    def resolve_percents(challenge: Challenge) -> list[float] | None:
        found = challenge.percents
        return list(found) if found else None

    @staticmethod
    def resolve_url(challenge: Challenge, context: Context) -> str:
        return page_of(challenge, context)


class ChallengePage(Schema):
    """Some challenges, the newest first."""

    items: list[ChallengeOut]
    older: int | None = Field(description="Ask with `before` for what follows.")


class Asked(Schema):
    """A challenge to be."""

    bot: str = Field(pattern=FULL_NAME, max_length=81, description="One of your own.")
    version: Number | None = Field(None, description="By default the one that plays.")
    against: str = Field(pattern=FULL_NAME, max_length=81)
    against_version: Number | None = Field(None, description="By default the one that plays.")
    ruleset: ForTwo = CLASSIC.name
    pairs: int = Field(10, ge=1, le=MOST_PAIRS, description="Of games, with the seats swapped.")
    tag: Word | None = Field(None, description="A word of your own for all of its matches.")


def _side(version: Any, points: float) -> Context:
    return {"bot": str(version.bot), "version": version.number, "points": points}
