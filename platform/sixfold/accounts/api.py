"""Operations on one's own account."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Router

from sixfold.accounts import services
from sixfold.accounts.bearer import READS, SUBMITS, ApiRequest
from sixfold.accounts.models import Token
from sixfold.accounts.schemas import Me, Preferences, TokenOut
from sixfold.params import Id
from sixfold.problems import answers

router = Router(tags=["account"])


@router.get("", response=answers(Me), **READS)
def me(request: ApiRequest) -> dict[str, object]:
    """Who calls, with which token, and what they may enter."""
    user = request.auth.member
    return {
        "username": user.get_username(),
        "language": user.language or None,
        "failures_mailed": user.failures_mailed,
        "token": request.auth.token,
        "bots_per_owner": settings.BOTS_PER_OWNER,
        "uploads_per_hour": settings.UPLOADS_PER_HOUR,
    }


@router.patch("", response=answers(Me, HTTPStatus.FORBIDDEN), **SUBMITS)
def prefer(request: ApiRequest, wanted: Preferences) -> dict[str, object]:
    """Choose the language of mails, and whether to be mailed about failures."""
    user = request.auth.member
    for name, value in wanted.model_dump(exclude_none=True).items():
        setattr(user, name, value)
    user.site = request.build_absolute_uri("/").rstrip("/")
    user.save(update_fields=["language", "failures_mailed", "site"])
    return me(request)


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
