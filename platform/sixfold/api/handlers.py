"""What the API answers to each exception: always a problem."""

import json
import logging
from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import (
    AuthenticationError,
    AuthorizationError,
    HttpError,
    Throttled,
    ValidationError,
)

from arena.record import RecordError
from bots_sdk.archives import BadUpload
from sixfold.bots.services import AlreadySubmitted, NameRefused, OverQuota, Refused
from sixfold.health import Unavailable, is_away
from sixfold.languages.sentences import said
from sixfold.matches.serving import HeldBack
from sixfold.problems import Fault, problem
from sixfold.tournaments import services as tournaments
from sixfold.webhooks.services import AddressRefused

logger = logging.getLogger(__name__)

Handler = Callable[[HttpRequest, Any], HttpResponse]


def register(api: NinjaAPI) -> None:
    """Have the API answer every exception that its operations raise."""
    for kind, handler in HANDLERS.items():
        api.add_exception_handler(kind, handler)


def invalid(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    faults = [
        Fault(where=".".join(map(str, one["loc"])), message=f"{one['msg']}.")
        for one in error.errors
    ]
    detail = _("%(where)s is not as it should be: %(message)s") % faults[0].model_dump()
    return problem(422, "invalid", detail, errors=faults)


def unreadable(_request: HttpRequest, error: HttpError) -> HttpResponse:
    """A body that is not what it says it is: ninja has no exception of its own for it."""
    cause = error.__cause__
    line = cause.lineno if isinstance(cause, json.JSONDecodeError) else None
    detail = _("The body is not JSON: %(reason)s.") % {"reason": str(cause or error)}
    return problem(422, "bad-json", detail, line=line)


def bad_request(_request: HttpRequest, error: Exception) -> HttpResponse:
    detail = _("The request cannot be read: %(reason)s.") % {"reason": str(error).rstrip(".")}
    return problem(422, "bad-request", detail)


def unauthenticated(_request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return problem(401, "unauthenticated", str(error), headers={"WWW-Authenticate": "Bearer"})


def forbidden(_request: HttpRequest, error: AuthorizationError) -> HttpResponse:
    return problem(403, "forbidden", str(error))


def missing(_request: HttpRequest, _error: Http404) -> HttpResponse:
    detail = _(
        "There is nothing at this address, or it is not yours to see. A bot's version is private"
        " until it has passed its check."
    )
    return problem(404, "not-found", detail)


def bad_upload(_request: HttpRequest, error: BadUpload) -> HttpResponse:
    return problem(422, error.code, said(str(error)))


def name_refused(_request: HttpRequest, error: NameRefused) -> HttpResponse:
    errors = [Fault(where="body.name", message=str(error))]
    return problem(422, "name", str(error), errors=errors)


def address_refused(_request: HttpRequest, error: AddressRefused) -> HttpResponse:
    errors = [Fault(where="body.url", message=str(error))]
    return problem(422, "address", str(error), errors=errors)


def already_submitted(_request: HttpRequest, error: AlreadySubmitted) -> HttpResponse:
    return problem(409, "already-submitted", str(error))


def refused(_request: HttpRequest, error: Refused | tournaments.Refused) -> HttpResponse:
    return problem(409, "refused", str(error))


def over_quota(_request: HttpRequest, error: OverQuota) -> HttpResponse:
    headers = {"Retry-After": str(error.seconds)}
    return problem(429, "over-quota", str(error), headers=headers)


def throttled(_request: HttpRequest, error: Throttled) -> HttpResponse:
    detail = _("Too many requests in a minute. Wait %(seconds)d seconds.") % {"seconds": error.wait}
    return problem(429, "too-many-requests", detail, headers={"Retry-After": str(error.wait)})


def held_back(_request: HttpRequest, error: HeldBack) -> HttpResponse:
    return problem(409, "held-back", str(error))


def record_lost(_request: HttpRequest, error: RecordError) -> HttpResponse:
    logger.error("%s", error)
    return problem(410, "record-lost", _("The record of this match is lost or damaged."))


def without_database(_request: HttpRequest, error: Exception) -> HttpResponse:
    logger.error("%s", error)
    detail = _("The database does not answer. Try again in half a minute.")
    return problem(503, "unavailable", detail, headers={"Retry-After": "30"})


def unavailable(_request: HttpRequest, error: Unavailable) -> HttpResponse:
    logger.error("%s", error.__cause__ or error)
    return problem(503, "unavailable", str(error), headers={"Retry-After": "30"})


def fault(request: HttpRequest, error: Exception) -> HttpResponse:
    if is_away(error):
        return without_database(request, error)
    logger.error("%s failed", request.path, exc_info=error)
    return problem(500, "fault", _("The site has made a mistake. It is logged; nothing was lost."))


# Looked up by the class of what was raised, then by those it is made from.
HANDLERS: dict[type[Exception], Handler] = {
    ValidationError: invalid,
    HttpError: unreadable,
    MultiPartParserError: bad_request,
    BadRequest: bad_request,
    SuspiciousOperation: bad_request,
    AuthenticationError: unauthenticated,
    AuthorizationError: forbidden,
    Http404: missing,
    BadUpload: bad_upload,
    NameRefused: name_refused,
    AlreadySubmitted: already_submitted,
    Refused: refused,
    OverQuota: over_quota,
    tournaments.Refused: refused,
    AddressRefused: address_refused,
    Throttled: throttled,
    HeldBack: held_back,
    RecordError: record_lost,
    Unavailable: unavailable,
    Exception: fault,
}
