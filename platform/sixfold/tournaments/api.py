"""Operations on tournaments, with the duties of the views."""

from http import HTTPStatus
from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from ninja import Router, Status
from pydantic import Field

from sixfold.accounts.bearer import PUBLIC, SUBMITS, ApiRequest
from sixfold.params import Before, Limit, Slug, paged
from sixfold.problems import answers
from sixfold.tournaments import exports, services
from sixfold.tournaments.models import Entry, State, Tournament
from sixfold.tournaments.schemas import (
    Entrant,
    EntryOut,
    SheetOut,
    TournamentOut,
    TournamentPage,
)
from sixfold.tournaments.showing import Sheet

router = Router(tags=["tournaments"])

REFUSALS = (HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT)


@router.get("", response=answers(TournamentPage), **PUBLIC)
def list_tournaments(
    request: ApiRequest,
    state: Annotated[State | None, Field(description="Where they stand.")] = None,
    before: Before = None,
    limit: Limit = 25,
) -> dict[str, object]:
    """Tournaments, the newest first."""
    found = Tournament.objects.visible_to(request.auth.user)
    if state:
        found = found.filter(state=state)
    return paged(found, before=before, limit=limit)


@router.get("/{slug}", response=answers(TournamentOut), **PUBLIC)
def tournament(request: ApiRequest, slug: Slug) -> Tournament:
    """One tournament."""
    return get_object_or_404(Tournament.objects.visible_to(request.auth.user), slug=slug)


@router.get("/{slug}/sheet", response=answers(SheetOut), **PUBLIC)
def tournament_sheet(request: ApiRequest, slug: Slug) -> dict[str, Any]:
    """Who takes part, every round with its games, and the standings so far."""
    sheet = Sheet(tournament(request, slug))
    told = exports.as_json(sheet)
    standings = [
        {**row, "figures": {rule: row[rule] for rule in told["ranked_by"] if rule in row}}
        for row in told["standings"]
    ]
    return {**told, "entries": sheet.entries, "standings": standings}


@router.post(
    "/{slug}/entries",
    response=answers(EntryOut, *REFUSALS, status=HTTPStatus.CREATED),
    **SUBMITS,
)
def enter_tournament(request: ApiRequest, slug: Slug, entrant: Entrant) -> Status[Entry]:
    """Enter one of your bots, in place of another of yours that was entered before."""
    bots = request.auth.member.bots.select_related("owner")
    bot = get_object_or_404(bots, slug=entrant.bot)
    entry = services.enter(tournament(request, slug), bot)
    return Status(HTTPStatus.CREATED, entry)


@router.delete(
    "/{slug}/entries/{bot}",
    response=answers(None, *REFUSALS, status=HTTPStatus.NO_CONTENT),
    **SUBMITS,
)
def withdraw_from_tournament(request: ApiRequest, slug: Slug, bot: Slug) -> Status[None]:
    """Take the entry of one of your bots back."""
    entries = tournament(request, slug).entries.select_related("bot", "tournament")
    own = entries.filter(bot__owner=request.auth.member)
    services.withdraw(get_object_or_404(own, bot__slug=bot))
    return Status(HTTPStatus.NO_CONTENT, None)
