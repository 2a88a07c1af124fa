"""Operations on matches, and what the site says of itself; with the duties of the views."""

import logging
from dataclasses import asdict
from http import HTTPStatus
from importlib.metadata import version
from typing import Annotated

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import Query, Router, Schema, Status
from ninja.errors import ValidationError
from pydantic import Field

from arena import protocol, record
from arena.limits import Limits
from arena.record import RecordError
from arena.ruleset import RULESETS
from bots_sdk import archives
from sixfold.accounts.bearer import PUBLIC, READS, SUBMITS, ApiRequest
from sixfold.bots.api import visible_version
from sixfold.bots.models import Submission
from sixfold.leases import Progress
from sixfold.matches import gains, serving, storage, tagging
from sixfold.matches.failures import failure
from sixfold.matches.forms import MatchFilter
from sixfold.matches.live.reading import so_far, unfinished_replay
from sixfold.matches.models import Kind, Match, Seat
from sixfold.matches.paging import Page, page
from sixfold.matches.queue import queue
from sixfold.matches.schemas import (
    Cause,
    HindsightOut,
    LiveOut,
    LogOut,
    MatchPage,
    Result,
    ServerOut,
    Since,
    TagOut,
    TagsIn,
    ToldMatch,
    UsageOut,
    Word,
)
from sixfold.matches.usage import Usage, usage
from sixfold.params import Before, FullName, Id, Limit, Number, Slug
from sixfold.problems import answers

logger = logging.getLogger(__name__)

matches = Router(tags=["matches"])
mine = Router(tags=["matches"])
versions = Router(tags=["bots"])
server = Router(tags=["server"])


class Asked(Schema):
    """Which matches are listed."""

    bot: FullName = None
    owner: Slug | None = Field(None, description="Of any of whose bots, where none is named.")
    opponent: FullName = None
    result: Result | None = Field(None, description="For the bot, or for one of the owner's.")
    cause: Cause | None = Field(None, description="Why it was out.")
    version: Number | None = Field(None, description="Of the bot.")
    since: Since | None = Field(None, description="The bot's last upload.")
    kind: Kind | None = None
    status: Progress | None = None
    tag: Word | None = Field(None, description="One of your own.")
    before: Before = None
    after: Id | None = Field(
        None, description="List what has come since this key: the `newer` of a page."
    )


STORED = answers(None, HTTPStatus.CONFLICT, HTTPStatus.GONE) | {HTTPStatus.NOT_MODIFIED: None}


@matches.get("", response=answers(MatchPage), **PUBLIC)
def list_matches(request: ApiRequest, asked: Annotated[Asked, Query()], limit: Limit = 25) -> Page:
    """Matches, the newest first; results, causes, versions and ratings are the named bot's."""
    form = MatchFilter(asked.model_dump(exclude_none=True), user=request.auth.user)
    if not form.is_valid():
        raise ValidationError(
            [
                {"loc": ("query", name), "msg": " ".join(map(str, errors)).rstrip(".")}
                for name, errors in form.errors.items()
            ]
        )
    found = page(form.matches().with_seats(), before=asked.before, after=asked.after, size=limit)
    if bot := form.cleaned_data["bot"]:
        gains.tell(bot, found.matches)
    return found


@matches.get("/{id}", response=answers(ToldMatch), **PUBLIC)
def match(request: ApiRequest, id: Id) -> Match:  # noqa: A002 - the parameter's name
    """One match, in whatever state."""
    return get_object_or_404(Match.objects.with_seats(), pk=id)


@matches.get("/{id}/record", response=STORED, **PUBLIC)
def match_record(request: ApiRequest, id: Id) -> HttpResponse:  # noqa: A002
    """Everything that happened, as versioned JSON. It never changes, so it is kept by its ETag.

    It holds the seed, so it is held back while other matches are to be played on the same one.
    """
    return serving.record(request, _watchable(id))


@matches.get("/{id}/replay", response=STORED, **PUBLIC)
def match_replay(request: ApiRequest, id: Id) -> HttpResponse:  # noqa: A002
    """What the site's viewer draws: each move with its points, lines, and the best there was."""
    return serving.replay(request, _watchable(id))


@matches.get("/{id}/notation", response=STORED, **PUBLIC)
def match_notation(request: ApiRequest, id: Id) -> HttpResponse:  # noqa: A002
    """The record as text for people, a move a line; held back as the record is."""
    return serving.notation(request, _watchable(id))


@matches.get(
    "/{id}/analysis",
    response=answers(list[HindsightOut], HTTPStatus.GONE) | {HTTPStatus.NOT_MODIFIED: None},
    **PUBLIC,
)
def match_analysis(request: ApiRequest, id: Id) -> HttpResponse:  # noqa: A002
    """How each seat played, with hindsight: points left on the table, Qwirkles set up, luck.

    It never changes, so it is kept by its ETag. The first to ask of an old match waits a moment.
    """
    return serving.analysis(request, _watchable(id))


@matches.get("/{id}/live", response=answers(LiveOut), **PUBLIC)
def match_live(request: ApiRequest, id: Id) -> dict[str, object]:  # noqa: A002
    """A match while it is played, as far as it has come; 404 before and after that."""
    found = get_object_or_404(Match.objects.running().with_seats(), pk=id)
    known = so_far(found)
    return {
        "mark": str(known.mark),
        "replay": unfinished_replay(found, known),
        "events": request.build_absolute_uri(reverse("match_events", args=[id])),
    }


@matches.get("/{id}/logs", response=answers(list[LogOut]), **READS)
def match_logs(request: ApiRequest, id: Id) -> list[dict[str, object]]:  # noqa: A002
    """What the caller's bots printed, turn by turn, and how they failed; no others are listed."""
    get_object_or_404(Match, pk=id)
    seats = Seat.objects.filter(match=id).select_related("match", "submission__bot__owner")
    return [
        _log(seat)
        for seat in seats.order_by("number")
        if seat.submission.bot.may_be_managed_by(request.auth.user)
    ]


@matches.get("/{id}/tags", response=answers(list[str]), **READS)
def match_tags(request: ApiRequest, id: Id) -> list[str]:  # noqa: A002
    """The caller's own words for a match, which nobody else sees."""
    return tagging.tags_of(request.auth.member, get_object_or_404(Match, pk=id))


@matches.put("/{id}/tags", response=answers(list[str], HTTPStatus.FORBIDDEN), **SUBMITS)
def put_match_tags(request: ApiRequest, id: Id, asked: TagsIn) -> list[str]:  # noqa: A002
    """Give a match these words of one's own, and no others. Matches are listed by them."""
    found = get_object_or_404(Match, pk=id)
    tagging.retag(request.auth.member, found, asked.words)
    return tagging.tags_of(request.auth.member, found)


@matches.delete(
    "/{id}/tags",
    response=answers(None, HTTPStatus.FORBIDDEN, status=HTTPStatus.NO_CONTENT),
    **SUBMITS,
)
def remove_match_tags(request: ApiRequest, id: Id) -> Status[None]:  # noqa: A002
    """Take all of one's own words from a match."""
    tagging.retag(request.auth.member, get_object_or_404(Match, pk=id), [])
    return Status(HTTPStatus.NO_CONTENT, None)


@mine.get("/tags", response=answers(list[TagOut]), **READS)
def list_tags(request: ApiRequest) -> list[dict[str, object]]:
    """One's own words for matches, each with how many have it."""
    words = tagging.words_of(request.auth.member)
    return [{"word": word, "matches": count} for word, count in words]


@versions.get(
    "/{owner}/{slug}/versions/{number}/usage", response=answers(UsageOut | None), **PUBLIC
)
def version_usage(request: ApiRequest, owner: Slug, slug: Slug, number: Number) -> Usage | None:
    """What a version has used of its time in its newest matches; null before the first one."""
    return usage(visible_version(request.auth, owner, slug, number))


@server.get("", response=answers(ServerOut), **PUBLIC)
def about_server(request: ApiRequest) -> dict[str, object]:
    """What runs here, what a bot may spend, and how long a match waits now."""
    now = queue()
    return {
        "version": version("sixfold"),
        "protocol": protocol.VERSION,
        "record_format": record.FORMAT,
        "rulesets": list(RULESETS.values()),
        "limits": {
            **Limits().to_json(),
            "upload_bytes": archives.UPLOAD_BYTES,
            "bots_per_owner": settings.BOTS_PER_OWNER,
            "uploads_per_hour": settings.UPLOADS_PER_HOUR,
            "requests_per_minute": settings.API_PER_MINUTE,
        },
        "queue": {
            **asdict(now),
            "checks": Submission.objects.queued().count(),
            "kinds": [{"kind": kind, **asdict(lane)} for kind, lane in now.kinds.items()],
        },
    }


def _log(seat: Seat) -> dict[str, object]:
    lines = storage.read_log(seat)
    try:
        failed = failure(seat, lines)
    except RecordError as error:
        logger.error("%s", error)
        failed = None
    return {
        "seat": seat.number,
        "bot": str(seat.submission.bot),
        "lines": [{"turn": turn, "text": text} for turn, text in lines],
        "failure": failed,
    }


def _watchable(id: int) -> Match:  # noqa: A002 - the parameter's name
    return get_object_or_404(Match.objects.watchable().with_seats(), pk=id)
