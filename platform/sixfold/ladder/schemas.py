"""What the API says of ladders and ratings."""

from datetime import datetime
from typing import Any

from ninja import Schema
from pydantic import Field

from sixfold.ladder.models import Ladder, Standing
from sixfold.params import Context, page_of


class LadderOut(Schema):
    """A field being rated."""

    slug: str
    name: str
    seats: int | None = Field(description="At a table; null: it rates those of every size.")
    ruleset: str
    url: str = Field(description="Its leaderboard.")

    @staticmethod
    def resolve_url(ladder: Ladder, context: Context) -> str:
        return page_of(ladder, context)


class StandingOut(Schema):
    """How strong a version is, by one fit over everything that was counted."""

    ladder: str
    bot: str = Field(examples=["ada/swift"])
    version: int
    house: bool = Field(description="Whether it is one of the site's own.")
    rank: int | None = Field(description="Null while it is provisional, or competes no more.")
    rank_low: int | None = Field(description="The best rank that it may have, at 95 %.")
    rank_high: int | None = Field(description="The worst.")
    rating: float = Field(description="Elo; the ladder's anchor has 1000.")
    bar: float = Field(description="Half the 95 % interval, in Elo.")
    provisional: bool
    games: int
    wins: int
    draws: int
    losses: int
    win_percent: float = Field(description="A draw is half a win.")
    points_per_game: float
    errors: int = Field(description="Matches that it forfeited.")
    published_at: datetime

    @staticmethod
    def resolve_ladder(standing: Standing) -> str:
        return standing.snapshot.ladder.slug

    @staticmethod
    def resolve_bot(standing: Standing) -> str:
        return str(standing.submission.bot)

    @staticmethod
    def resolve_version(standing: Standing) -> int:
        return standing.submission.number

    @staticmethod
    def resolve_house(standing: Standing) -> bool:
        return standing.submission.bot.house

    @staticmethod
    def resolve_published_at(standing: Standing) -> datetime:
        return standing.snapshot.published_at


class BoardRow(StandingOut):
    """A row of a leaderboard."""

    change: float | None = Field(description="Elo in a day; null for who is rated for less.")
    games_missing: int | None = Field(description="About so many until it has a rank.")
    submitted_at: datetime

    @staticmethod
    def resolve_games_missing(standing: Standing) -> int | None:
        return standing.games_missing if standing.provisional else None

    @staticmethod
    def resolve_submitted_at(standing: Standing) -> datetime:
        return standing.submission.created_at


class StandingPage(Schema):
    """Part of a leaderboard, from the top."""

    items: list[BoardRow]
    next: str | None = Field(description="Ask with `after` for what follows.")


class PointOut(Schema):
    """A rating as it was published once."""

    version: int
    games: int
    rating: float
    bar: float = Field(description="Half the 95 % interval, in Elo.")
    provisional: bool
    published_at: datetime
    snapshot: int = Field(description="Asks for what changed it, as the `to` of `/change`.")


class SeatOfBot(Schema):
    """How a version has fared of late from one seat at tables of one size."""

    seats: int = Field(description="At the table.")
    seat: int = Field(description="From 1.")
    games: int
    first_percent: float = Field(description="First places; a shared one is shared here too.")
    points_per_game: float

    @staticmethod
    def resolve_seat(at: Any) -> int:
        number: int = at.number
        return number


class Learned(Schema):
    """Points made and expected, and what the difference did to a rating."""

    games: int
    made: float = Field(description="A win is a point, a draw half of one.")
    expected: float
    elo: float


class EncounterOut(Learned):
    """All meetings with one opponent."""

    bot: str = Field(examples=["ada/swift"])
    version: int
    rating: float | None = Field(description="Of the opponent, today; null where it has none.")


class ChangeOut(Schema):
    """What changed the rating of a version between two milestones."""

    ladder: str
    before: float = Field(description="In Elo; a new version is taken for an average one.")
    since: datetime | None = Field(description="When that was published; null for a new version.")
    rating: float
    published_at: datetime
    own: Learned = Field(description="What its own games did.")
    others: float = Field(description="Elo by games of others, which have moved its opponents.")
    encounters: list[EncounterOut] = Field(description="What moved it most comes first.")


class ScoreOut(Schema):
    """Games as the first of two bots sees them."""

    games: int
    wins: int
    draws: int
    losses: int
    percent: float = Field(description="Of the points, a draw being half of one.")
    interval: tuple[float, float] = Field(description="95 % around that.")
    margin: float = Field(description="The mean, in points of the game.")
    margin_bar: float | None = Field(description="Half the 95 % interval of that.")


class BySeat(ScoreOut):
    """Games in which the first sat in this seat."""

    seat: int = Field(description="From 1.")


class ByVersion(ScoreOut):
    """Games between two versions."""

    versions: tuple[int, int]


class ChancesOut(Schema):
    """What the ratings say of the two versions that stand for their bots."""

    difference: float = Field(description="In Elo, positive where the first is rated higher.")
    superiority: float = Field(description="The likelihood that the first is the stronger one.")
    percent: float = Field(description="Of the points that the first is expected to make.")


class RivalryOut(Schema):
    """All that two bots have done to each other on one ladder."""

    ladder: str
    one: str
    other: str
    score: ScoreOut | None = Field(description="Null where they have never met.")
    by_seat: list[BySeat]
    by_version: list[ByVersion]
    chances: ChancesOut | None = Field(description="Null where one of them is not rated.")


class NeighbourOut(Schema):
    """A row of the leaderboard near a bot's own, or that one itself."""

    standing: StandingOut
    met: "OpponentOut | None" = Field(description="Null where they have not met.")


class OpponentOut(Schema):
    """A bot, over all its versions, as met by the version that plays."""

    bot: str
    games: int
    wins: int
    draws: int
    losses: int
    win_percent: float = Field(description="A draw is half a win.")

    @staticmethod
    def resolve_bot(opponent: Any) -> str:
        return str(opponent)
