"""What the API answers where something is wrong: one shape, whatever it was."""

from http import HTTPStatus
from typing import Any

from django.http import HttpResponse, JsonResponse
from ninja import Schema
from pydantic import Field

EVERYWHERE = frozenset(
    {
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.NOT_FOUND,
        HTTPStatus.UNPROCESSABLE_ENTITY,
        HTTPStatus.TOO_MANY_REQUESTS,
    }
)
"""What any operation may answer instead of what was asked for."""


class Fault(Schema):
    """One thing that is wrong with a request."""

    where: str = Field(description="The part of the request, such as query.limit or body.name.")
    message: str


class Problem(Schema):
    """Why a request was not carried out."""

    code: str = Field(description="A word for programs; it does not change.")
    detail: str = Field(description="A sentence for people: what was wrong and what to do.")
    line: int | None = Field(None, description="The line at fault in what was sent, from 1.")
    errors: list[Fault] = Field([], description="Each part of the request that is at fault.")


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    line: int | None = None,
    errors: list[Fault] | None = None,
    headers: dict[str, str] | None = None,
) -> HttpResponse:
    """The answer to a request that is not carried out."""
    body = Problem(code=code, detail=detail, line=line, errors=errors or [])
    return JsonResponse(body.model_dump(), status=status, headers=headers)


def answers(found: Any, *also: HTTPStatus, status: HTTPStatus = HTTPStatus.OK) -> dict[Any, Any]:
    """The answers of an operation: what it finds, and the problems it may have instead."""
    return {status: found, EVERYWHERE | {*also}: Problem}
