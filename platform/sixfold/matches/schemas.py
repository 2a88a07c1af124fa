"""What the API says of matches and of the site that plays them."""

from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from ninja import Schema
from pydantic import Field

from arena.game import End
from arena.player import Ending
from sixfold.leases import Progress
from sixfold.matches.models import BOTS_END, Kind, Match
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
        return seat.detail if own else None


class MatchOut(Schema):
    """One game."""

    id: int
    status: str = one_of(Progress)
    kind: str = one_of(Kind)
    rated: bool
    ruleset: str
    cluster: int = Field(description="All matches of a cluster are on one seed.")
    commitment: str = Field(description="The hash of that seed, public from the start.")
    void_reason: str | None = Field(description="Why a moderator has declared it void.")
    turns: int | None
    end: str | None = one_of(End, "Why the game was over.", null=True)
    created_at: datetime
    finished_at: datetime | None
    seats: list[SeatOut]
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
    def resolve_url(match: Match, context: Context) -> str:
        return page_of(match, context)


class MatchPage(Schema):
    """Some matches, the newest first."""

    items: list[MatchOut]
    older: int | None = Field(description="Ask with `before` for what follows.")
    newer: int | None = Field(description="Ask with `after` for what has come since.")


class Printed(Schema):
    """What a bot printed on one of its turns."""

    turn: int = Field(description="How many turns came before; -1 before its first.")
    text: str


class LogOut(Schema):
    """What one of the caller's bots printed at a match."""

    seat: int
    bot: str
    lines: list[Printed]


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


class QueueOut(Schema):
    """What is being played, and what waits."""

    running: int
    queued: int
    checks: int = Field(description="Versions that wait for their check, which come first.")
    wait_s: float | None = Field(description="Seconds; null before any match was played.")


class ServerOut(Schema):
    """This site: what it runs, allows and is busy with."""

    version: str = Field(description="Of Sixfold, and so of the kit that bots run with.")
    protocol: int = Field(description="That bots speak.")
    record_format: int = Field(description="Of the records of matches.")
    rulesets: list[Edition]
    limits: Allowed
    queue: QueueOut
