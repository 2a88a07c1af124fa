"""What the API says of tournaments, and what it takes to enter one."""

from datetime import datetime
from typing import Literal

from ninja import Schema
from pydantic import BaseModel, Field, StrictBool

from arena.ruleset import RULESETS
from sixfold.matches.models import TimeRule
from sixfold.params import TEXT, Context, one_of, page_of
from sixfold.tournaments.models import Entry, Format, State, Tournament


class TournamentOut(Schema):
    """A competition with a beginning, a form and an end."""

    slug: str
    name: str
    description: str
    state: str = one_of(State)
    format: str = one_of(Format)
    organiser: str
    clusters: int = Field(description="Pairs of games of each meeting.")
    rounds_planned: int = Field(description="Of a Swiss, or of tables.")
    by_strength: bool = Field(description="Whether it ranks by strength, not by points.")
    seats: int = Field(description="At a table of several.")
    groups: int
    qualify: int = Field(description="Finalists of each group.")
    final_clusters: int
    ruleset: str
    time_rule: str = one_of(TimeRule)
    with_house: bool = Field(description="Whether the house's bots take part.")
    takes_entries: bool = Field(description="Whether its window is open now.")
    opens_at: datetime | None
    closes_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    note: str | None = Field(description="Why it was cancelled.")
    url: str = Field(description="Its page.")

    @staticmethod
    def resolve_organiser(tournament: Tournament) -> str:
        return tournament.organiser.get_username()

    @staticmethod
    def resolve_note(tournament: Tournament) -> str | None:
        return tournament.note or None

    @staticmethod
    def resolve_url(tournament: Tournament, context: Context) -> str:
        return page_of(tournament, context)


class TournamentPage(Schema):
    """Some tournaments, the newest first."""

    items: list[TournamentOut]
    older: int | None = Field(description="Ask with `before` for what follows.")


class EntryOut(Schema):
    """A bot's place in a tournament."""

    bot: str = Field(examples=["ada/swift"])
    version: int | None = Field(description="Frozen when the tournament begins; null before.")
    seed: int | None = Field(description="From 1, the strongest by the ladder.")
    rating: float | None = Field(description="On the ladder when it began, in Elo.")
    missed: bool = Field(description="Whether it had no version that could play then.")
    left_after: int | None = Field(description="The last round it was paired in before it left.")
    left_why: str | None
    rank: int | None = Field(description="In the final standings.")

    @staticmethod
    def resolve_left_why(entry: Entry) -> str | None:
        return entry.left_why or None

    @staticmethod
    def resolve_bot(entry: Entry) -> str:
        return str(entry.bot)

    @staticmethod
    def resolve_version(entry: Entry) -> int | None:
        return entry.submission.number if entry.submission else None


class GameOut(Schema):
    """A match of a table, by member."""

    match: int
    places: list[int]
    scores: list[int]


class TableOut(Schema):
    """Entrants that meet in a round."""

    number: int
    members: list[int] = Field(description="By seed; one that is alone has a bye.")
    reason: str = Field(description="Why they meet.")
    settled: bool
    games: list[GameOut]


class RoundOut(Schema):
    """Tables that are played at once."""

    number: int
    stage: str
    made_at: datetime
    closed_at: datetime | None
    tables: list[TableOut]


class RowOut(Schema):
    """A line of the standings."""

    rank: int
    seed: int
    bot: str
    decided_by: str | None = Field(description="The rule that sets it behind the one above.")
    figures: dict[str, float] = Field(description="By each of the rules that rank it.")


class SheetOut(Schema):
    """Everything about a tournament, as it is now."""

    entries: list[EntryOut]
    ranked_by: list[str] = Field(description="The rules, each deciding what those before leave.")
    lot: str = Field(description="Drawn at the start; settles what results do not.")
    rounds: list[RoundOut]
    standings: list[RowOut]


class ForecastOut(Schema):
    """What a tournament of this form is likely to find out, from so many with dice."""

    runs: int
    chance: float = Field(description="That the strongest bot wins, from 0 to 1.")
    error: float = Field(description="Half the 95 % interval of that.")
    mean_rank: float = Field(description="The winner's true rank, on average.")
    games: int = Field(description="Of one tournament, at most.")
    is_low: bool = Field(description="Whether luck says about as much as strength.")


# Not of ninja's: that would take a list for an object of which everything is left out.
class Planned(BaseModel):
    """What a tournament is to be like; what is left out stays, or is as usual."""

    description: str | None = Field(None, max_length=2_000, pattern=TEXT)
    format: Format | None = None
    clusters: int | None = Field(None, ge=1, le=50, description="Pairs of games of each meeting.")
    rounds_planned: int | None = Field(None, ge=1, le=50, description="Of a Swiss, or of tables.")
    by_strength: StrictBool | None = Field(None, description="Rank by strength, not by points.")
    seats: int | None = Field(None, ge=3, le=6, description="At a table of several.")
    groups: int | None = Field(None, ge=1, le=16)
    qualify: int | None = Field(None, ge=1, le=32, description="Finalists of each group.")
    final_clusters: int | None = Field(None, ge=1, le=50)
    ruleset: Literal[*RULESETS] | None = None  # type: ignore[valid-type]
    time_rule: TimeRule | None = None
    opens_at: datetime | None = Field(None, description="For entries; null for at once.")
    closes_at: datetime | None = Field(
        None, description="Then it begins by itself; null for when you start it."
    )
    with_house: StrictBool | None = Field(None, description="Whether the house's bots take part.")


class TournamentChange(Planned):
    """What is to be otherwise."""

    name: str | None = Field(None, min_length=1, max_length=60, pattern=TEXT)


class TournamentIn(Planned):
    """A new tournament."""

    name: str = Field(min_length=1, max_length=60, pattern=TEXT)


class Reason(Schema):
    """Why, for everybody to read."""

    why: str = Field(min_length=1, max_length=200, pattern=TEXT)


class Entrant(Schema):
    """Which of one's bots is to take part."""

    bot: str = Field(
        pattern=r"^([-a-zA-Z0-9_]+/)?[-a-zA-Z0-9_]+$",
        max_length=81,
        description="Its name in addresses; of a bot of somebody else with the owner before it.",
        examples=["swift", "ada/swift"],
    )
