"""Operations on games of people against bots, with the duties of the views."""

from http import HTTPStatus
from typing import Annotated

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Router, Status
from ninja.errors import ValidationError
from pydantic import Field, StringConstraints

from arena.moves import Placement, parse_move
from sixfold.accounts.bearer import PUBLIC, READS, SUBMITS, ApiRequest
from sixfold.bots.api import playable
from sixfold.celery import wake
from sixfold.matches.models import Match
from sixfold.matches.schemas import HindsightOut
from sixfold.params import Before, Id, Limit, paged
from sixfold.play import services, serving
from sixfold.play.choices import LONGEST, bonus, laid_out
from sixfold.play.models import Sitting
from sixfold.play.schemas import (
    PLACED,
    Begin,
    ChoiceOut,
    GoOn,
    LegalMove,
    MoveIn,
    SittingPage,
    SittingShown,
)
from sixfold.play.showing import on_move
from sixfold.problems import answers

router = Router(tags=["games"])

BEGUN = answers(SittingShown, HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT, status=HTTPStatus.CREATED)
STORED = answers(None) | {HTTPStatus.NOT_MODIFIED: None}
Laid = Annotated[
    str,
    StringConstraints(pattern=rf"^({PLACED})?$", max_length=LONGEST),
    Field(description="Tiles that are laid on cells already, as in a move."),
]


@router.get("", response=answers(SittingPage), **READS)
def list_games(
    request: ApiRequest,
    open: Annotated[  # noqa: A002 - the parameter's name
        bool | None, Field(description="Those that go on, or those that are over.")
    ] = None,
    before: Before = None,
    limit: Limit = 25,
) -> dict[str, object]:
    """One's own games against bots, the newest first."""
    mine = Sitting.objects.of(request.auth.member).with_chairs()
    found = mine if open is None else mine.open() if open else mine.over()
    return paged(found, before=before, limit=limit)


@router.post("", response=BEGUN, **SUBMITS)
def begin_game(request: ApiRequest, asked: Begin) -> Status[Sitting]:
    """Begin a game of two against a version of a bot; who sits where is drawn by lot."""
    opponent = playable(asked.against, asked.version)
    return _begun(services.begin(by=request.auth.member, opponent=opponent, ruleset=asked.ruleset))


@router.post("/from-match", response=BEGUN, **SUBMITS)
def go_on_from_match(request: ApiRequest, asked: GoOn) -> Status[Sitting]:
    """Begin a game that goes on from a turn of a match, with its draws."""
    return _begun(
        services.begin_from(
            by=request.auth.member,
            match=get_object_or_404(Match.objects.watchable().with_seats(), pk=asked.match),
            turns=asked.turn,
            seat=asked.seat,
            opponent=playable(asked.against, asked.version) if asked.against else None,
        )
    )


@router.get("/{id}", response=answers(SittingShown), **PUBLIC)
def game(request: ApiRequest, id: Id) -> Sitting:  # noqa: A002 - the parameter's name
    """One's own game with all that one's seat may know; anybody's once it is over."""
    visible = Sitting.objects.visible_to(request.auth.user)
    return get_object_or_404(visible.with_chairs(), pk=id)


@router.get("/{id}/choices", response=answers(ChoiceOut, HTTPStatus.CONFLICT), **READS)
def game_choices(request: ApiRequest, id: Id, laid: Laid = "") -> dict[str, object]:  # noqa: A002
    """Where further tiles may go beside those that are laid; 409 to who is not on move."""
    found = _own(request, id)
    try:
        return on_move(found).choice(laid_out(laid))
    except ValueError as error:
        raise _wrong("query", "laid", error) from None


@router.get("/{id}/moves", response=answers(list[LegalMove], HTTPStatus.CONFLICT), **READS)
def legal_moves(request: ApiRequest, id: Id, limit: Limit = 40) -> list[dict[str, object]]:  # noqa: A002
    """What one may place, the best first, or else trade, or pass; 409 to who is not on move."""
    view = on_move(_own(request, id)).view
    return [
        {
            "move": str(move),
            "points": move.points + (bonus(view, move) if isinstance(move, Placement) else 0),
        }
        for move in view.legal_moves().top(limit)
    ]


@router.post(
    "/{id}/moves",
    response=answers(SittingShown, HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT),
    **SUBMITS,
)
def make_move(request: ApiRequest, id: Id, asked: MoveIn) -> Sitting:  # noqa: A002
    """Make a move; said twice it is made once. The bots answer within seconds: ask for the game."""
    found = _own(request, id)
    try:
        move = parse_move(asked.move)
    except ValueError as error:
        raise _wrong("body", "move", error) from None
    services.move(found, turn=asked.turn, move=move)
    transaction.on_commit(wake)
    return _own(request, id)


@router.post("/{id}/resign", response=answers(SittingShown, HTTPStatus.FORBIDDEN), **SUBMITS)
def resign_game(request: ApiRequest, id: Id) -> Sitting:  # noqa: A002
    """Leave one's own game for good."""
    services.resign(_own(request, id))
    transaction.on_commit(wake)
    return _own(request, id)


@router.get("/{id}/record", response=STORED, **PUBLIC)
def game_record(request: ApiRequest, id: Id) -> HttpResponse:  # noqa: A002
    """The record of a game that is over, as that of a match."""
    return serving.record(request, _over(id))


@router.get("/{id}/replay", response=STORED, **PUBLIC)
def game_replay(request: ApiRequest, id: Id) -> HttpResponse:  # noqa: A002
    """What the site's viewer draws of it."""
    return serving.replay(request, _over(id))


@router.get("/{id}/notation", response=STORED, **PUBLIC)
def game_notation(request: ApiRequest, id: Id) -> HttpResponse:  # noqa: A002
    """The record as text for people, a move a line."""
    return serving.notation(request, _over(id))


@router.get(
    "/{id}/analysis",
    response=answers(list[HindsightOut]) | {HTTPStatus.NOT_MODIFIED: None},
    **PUBLIC,
)
def game_analysis(request: ApiRequest, id: Id) -> HttpResponse:  # noqa: A002
    """How each seat played it, with hindsight; who asks first waits a moment."""
    return serving.analysis(request, _over(id))


def _begun(sitting: Sitting) -> Status[Sitting]:
    transaction.on_commit(wake)
    return Status(HTTPStatus.CREATED, sitting)


def _own(request: ApiRequest, pk: int) -> Sitting:
    return get_object_or_404(Sitting.objects.of(request.auth.member).with_chairs(), pk=pk)


def _over(pk: int) -> Sitting:
    return get_object_or_404(Sitting.objects.over().with_chairs(), pk=pk)


def _wrong(source: str, name: str, error: ValueError) -> ValidationError:
    return ValidationError([{"loc": (source, name), "msg": str(error).rstrip(".")}])
