"""Operations on challenges, with the duties of the views."""

from http import HTTPStatus
from typing import Annotated

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Router, Status
from pydantic import Field

from sixfold.accounts.bearer import PUBLIC, SUBMITS, ApiRequest
from sixfold.bots.api import playable
from sixfold.celery import wake
from sixfold.challenges import services
from sixfold.challenges.models import Challenge
from sixfold.challenges.schemas import Asked, ChallengeOut, ChallengePage
from sixfold.matches.models import Match
from sixfold.matches.paging import Page, page
from sixfold.matches.schemas import MatchPage
from sixfold.params import Before, Id, Limit, Slug, paged
from sixfold.problems import answers

router = Router(tags=["challenges"])


@router.get("", response=answers(ChallengePage), **PUBLIC)
def list_challenges(
    request: ApiRequest,
    owner: Annotated[Slug | None, Field(description="Who asked for them.")] = None,
    before: Before = None,
    limit: Limit = 25,
) -> dict[str, object]:
    """Challenges, the newest first."""
    found = Challenge.objects.with_sides()
    if owner:
        found = found.filter(owner__username=owner)
    return paged(found, before=before, limit=limit)


@router.post(
    "",
    response=answers(
        ChallengeOut, HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT, status=HTTPStatus.CREATED
    ),
    **SUBMITS,
)
def make_challenge(request: ApiRequest, asked: Asked) -> Status[Challenge]:
    """Ask for unrated pairs of games of one of your versions against any other."""
    made = services.challenge(
        by=request.auth.member,
        first=playable(asked.bot, asked.version),
        second=playable(asked.against, asked.against_version),
        pairs=asked.pairs,
        ruleset=asked.ruleset,
        tag=asked.tag or "",
    )
    transaction.on_commit(wake)
    return Status(HTTPStatus.CREATED, made)


@router.get("/{id}", response=answers(ChallengeOut), **PUBLIC)
def challenge(request: ApiRequest, id: Id) -> Challenge:  # noqa: A002 - the parameter's name
    """A challenge with its score so far."""
    return get_object_or_404(Challenge.objects.with_sides(), pk=id)


@router.get("/{id}/matches", response=answers(MatchPage), **PUBLIC)
def challenge_matches(
    request: ApiRequest,
    id: Id,  # noqa: A002 - the parameter's name
    before: Before = None,
    limit: Limit = 25,
) -> Page:
    """The matches of a challenge, the newest first."""
    matches = Match.objects.filter(cluster__challenges=challenge(request, id))
    return page(matches.with_seats(), before=before, size=limit)


@router.post("/{id}/call-off", response=answers(ChallengeOut, HTTPStatus.FORBIDDEN), **SUBMITS)
def call_off_challenge(request: ApiRequest, id: Id) -> Challenge:  # noqa: A002
    """Play no more games of your own challenge; what was played stays."""
    found = challenge(request, id)
    if not found.first.bot.may_be_managed_by(request.auth.user):
        raise Http404
    services.call_off(found)
    found.refresh_from_db(fields=["state", "ended_at"])
    return found
