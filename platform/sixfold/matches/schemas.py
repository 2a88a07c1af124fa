"""What the API says of matches and of the site that plays them."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field, StringConstraints

from arena.game import End
from arena.player import Ending
from sixfold.languages.sentences import said
from sixfold.leases import Progress
from sixfold.matches.models import BOTS_END, LONGEST_TAG, TAG, Kind, Match, TimeRule
from sixfold.matches.occasions import occasion
from sixfold.matches.paging import Page
from sixfold.matches.tagging import MOST_TAGS
from sixfold.params import Context, one_of, page_of

Cause = Literal[
    Ending.ILLEGAL,
    Ending.MALFORMED,
    Ending.EXITED,
    Ending.CPU_TIME,
    Ending.WALL_TIME,
    Ending.LINE_TOO_LONG,
    Ending.UNSOLICITED,
    Ending.STDERR_LIMIT,
]
"""Why a bot was out."""

Word = Annotated[str, StringConstraints(pattern=TAG, max_length=LONGEST_TAG)]
"""A tag."""


class Result(StrEnum):
    """How a match ended for a bot."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"
    ERROR = "error"


class Since(StrEnum):
    """From where on matches are listed."""

    UPLOAD = "upload"


class SeatOut(Schema):
    """A place at a match and, once finished, how its bot fared there."""

    number: int = Field(description="In the order of play, from 0.")
    bot: str = Field(examples=["ada/swift"])
    version: int
    score: int | None
    place: int | None = Field(description="From 1; ties share a place.")
    ending: str | None = one_of(BOTS_END, "“finished”, or why the bot was out.", null=True)
    detail: str | None = Field(description="A sentence about how it ended, for its owner.")
    cpu_ms: float | None = Field(description="CPU time of all its turns.")
    slowest_ms: float | None = Field(description="CPU time of its slowest turn.")

    @staticmethod
    def resolve_bot(seat: Any) -> str:
        return str(seat.submission.bot)

    @staticmethod
    def resolve_version(seat: Any) -> int:
        number: int = seat.submission.number
        return number

    @staticmethod
    def resolve_ending(seat: Any) -> str | None:
        return seat.ending or None

    @staticmethod
    def resolve_detail(seat: Any, context: Context) -> str | None:
        own = seat.submission.bot.may_be_managed_by(context["request"].auth.user)
        return said(seat.detail) if own else None


class MatchOut(Schema):
    """One game."""

    id: int
    status: str = one_of(Progress)
    kind: str = one_of(Kind)
    rated: bool
    ruleset: str
    time_rule: str = one_of(TimeRule)
    cluster: int = Field(description="All matches of a cluster are on one seed.")
    commitment: str = Field(description="The hash of that seed, public from the start.")
    void_reason: str | None = Field(description="Why a moderator has declared it void.")
    turns: int | None
    end: str | None = one_of(End, "Why the game was over.", null=True)
    created_at: datetime
    finished_at: datetime | None
    seats: list[SeatOut]
    rating_change: float | None = Field(
        description="About how many Elo points it moved the rating of the bot that a list is asked"
        " for: an estimate, since ratings follow from all matches at once. Null without such a bot,"
        " and where a match is unrated or not counted yet."
    )
    url: str = Field(description="Its page, with the replay.")

    @staticmethod
    def resolve_status(match: Match) -> str:
        return match.progress

    @staticmethod
    def resolve_rated(match: Match) -> bool:
        return match.kind == Kind.LADDER

    @staticmethod
    def resolve_ruleset(match: Match) -> str:
        return match.cluster.ruleset

    @staticmethod
    def resolve_time_rule(match: Match) -> str:
        return match.cluster.time_rule

    @staticmethod
    def resolve_cluster(match: Match) -> int:
        return match.cluster_id

    @staticmethod
    def resolve_commitment(match: Match) -> str:
        return match.cluster.commitment

    @staticmethod
    def resolve_void_reason(match: Match) -> str | None:
        return match.void_reason or None

    @staticmethod
    def resolve_end(match: Match) -> str | None:
        return match.end or None

    @staticmethod
    def resolve_seats(match: Match) -> list[Any]:
        return list(match.seats.all())

    @staticmethod
    def resolve_rating_change(match: Match) -> float | None:
        return match.gain.elo if match.gain else None

    @staticmethod
    def resolve_url(match: Match, context: Context) -> str:
        return page_of(match, context)


class OccasionOut(Schema):
    """What a match is played for: a round of a tournament, a challenge, a trial."""

    name: str
    url: str = Field(description="Its page.")


class ToldMatch(MatchOut):
    """One game, with what lists of them leave out."""

    occasion: OccasionOut | None = Field(description="Null for the ladder's.")
    ahead: int | None = Field(description="How many of its kind come first; null once it is on.")

    @staticmethod
    def resolve_occasion(match: Match, context: Context) -> Context | None:
        found = occasion(match)
        if found is None:
            return None
        return {"name": found.name, "url": context["request"].build_absolute_uri(found.url)}

    @staticmethod
    def resolve_ahead(match: Match) -> int | None:
        waits = match.progress == Progress.QUEUED
        return Match.objects.ahead_of(match).count() if waits else None


class TagsIn(Schema):
    """A user's own words for a match."""

    words: list[Word] = Field(max_length=MOST_TAGS, examples=[["lost endgame", "v3 idea"]])


class TagOut(Schema):
    """One of a user's own words."""

    word: str
    matches: int = Field(description="How many have it.")


class MatchPage(Schema):
    """Some matches, the newest first."""

    items: list[MatchOut]
    older: int | None = Field(description="Ask with `before` for what follows.")
    newer: int | None = Field(description="Ask with `after` for what has come since.")

    @staticmethod
    def resolve_items(found: Page) -> list[Match]:
        return found.matches


class Printed(Schema):
    """What a bot printed on one of its turns."""

    turn: int = Field(description="How many turns came before; -1 before its first.")
    text: str


class FailureOut(Schema):
    """How a bot lost by its own fault."""

    turn: int = Field(description="As replays count: the position behind the move that failed.")
    cause: str = Field(description="The error that Python told of; empty where it told of none.")
    advice: str
    traceback: str = Field(description="Cut to the author's code.")
    position: str = Field(description="Board and hand at the failure, as text.")


class LogOut(Schema):
    """What one of the caller's bots printed at a match, and how it failed there."""

    seat: int
    bot: str
    lines: list[Printed]
    failure: FailureOut | None = Field(description="Null where it played to the end.")


class InsightOut(Schema):
    """One move, as it looks afterwards."""

    turn: int = Field(description="From 1, forfeits included.")
    best: int = Field(description="The most points that there were to get.")
    missed: int = Field(description="Of these, what it left on the table.")
    set_up: int = Field(description="Qwirkles that it set up for whoever came next.")
    held: int = Field(description="Of these, how many the next hand could complete.")
    luck: float = Field(description="Points that the draw after it was worth above the average.")


class HindsightOut(Schema):
    """How one seat played a match."""

    seat: int
    moves: int
    missed: int
    set_up: int
    luck: float
    insights: list[InsightOut]


class SummaryOut(Schema):
    """How a bot plays, over its newest matches that were looked at afterwards."""

    matches: int
    missed: float = Field(description="Points left on the table, a move.")
    set_up: float = Field(description="Qwirkles set up for whoever came next, a match.")
    luck: float = Field(description="Points above the average draw, a match.")


class UsageOut(Schema):
    """What a version has used of its CPU time, over its newest matches."""

    matches: int
    mean_ms: float = Field(description="Of a turn, on average.")
    slowest_ms: float = Field(description="Of its slowest turn.")
    most_percent: float = Field(description="Of the time that it had in a match, at the most.")
    failed: int = Field(description="In how many it was out by its own fault.")


class LiveOut(Schema):
    """A match while it is played."""

    mark: str = Field(description="The id of its last event, to go on from.")
    replay: dict[str, Any] = Field(description="As far as it goes, without the seed.")
    events: str = Field(description="Where what follows is sent, as server-sent events.")


class Edition(Schema):
    """Rules that matches are played by."""

    name: str
    min_seats: int
    max_seats: int


class Allowed(Schema):
    """What a bot may spend."""

    start_cpu_ms: float
    bank_ms: float
    increment_ms: float
    memory_bytes: int
    log_bytes: int
    upload_bytes: int
    bots_per_owner: int
    uploads_per_hour: int
    requests_per_minute: int = Field(description="Of one token, or of one address without any.")


class LaneOut(Schema):
    """Matches that are played, and that wait."""

    running: int
    queued: int
    wait_s: float | None = Field(
        description="Seconds until one that is asked for now begins; null before any was played."
    )


class KindOut(LaneOut):
    """The same for the matches of one kind, which have their share of the workers."""

    kind: str = one_of(Kind)


class QueueOut(LaneOut):
    """What is being played, and what waits."""

    checks: int = Field(description="Versions that wait for their check, which come first.")
    kinds: list[KindOut]


class ServerOut(Schema):
    """This site: what it runs, allows and is busy with."""

    version: str = Field(description="Of Sixfold, and so of the kit that bots run with.")
    protocol: int = Field(description="That bots speak.")
    record_format: int = Field(description="Of the records of matches.")
    rulesets: list[Edition]
    limits: Allowed
    queue: QueueOut
