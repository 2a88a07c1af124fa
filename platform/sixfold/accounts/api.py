"""Operations on one's own account."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Router

from sixfold.accounts import services
from sixfold.accounts.bearer import READS, SUBMITS, ApiRequest
from sixfold.accounts.models import Token
from sixfold.accounts.schemas import Me, TokenOut
from sixfold.params import Id
from sixfold.problems import answers

router = Router(tags=["account"])


@router.get("", response=answers(Me), **READS)
def me(request: ApiRequest) -> dict[str, object]:
    """Who calls, with which token, and what they may enter."""
    return {
        "username": request.auth.member.get_username(),
        "token": request.auth.token,
        "bots_per_owner": settings.BOTS_PER_OWNER,
        "uploads_per_hour": settings.UPLOADS_PER_HOUR,
    }


@router.get("/tokens", response=answers(list[TokenOut]), **READS)
def list_tokens(request: ApiRequest) -> list[Token]:
    """One's own tokens, the newest first. They are made on the site, by who is logged in there."""
    return list(request.auth.member.tokens.all())


@router.delete(
    "/tokens/{id}",
    response=answers(None, HTTPStatus.FORBIDDEN, status=HTTPStatus.NO_CONTENT),
    **SUBMITS,
)
def revoke_token(request: ApiRequest, id: Id) -> HttpResponse:  # noqa: A002 - the parameter's name
    """Let a token be used no more, this one included."""
    services.revoke(get_object_or_404(request.auth.member.tokens, pk=id))
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
