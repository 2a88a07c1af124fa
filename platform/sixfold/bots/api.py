"""Operations on bots and their versions, with the duties of the views."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated

from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Router, Status
from pydantic import Field

from sixfold.accounts.bearer import PUBLIC, READS, SUBMITS, ApiRequest, Caller
from sixfold.bots import services
from sixfold.bots.files import log_of, source_of
from sixfold.bots.models import Bot, BotQuerySet, Submission, SubmissionQuerySet
from sixfold.bots.schemas import (
    BotFields,
    BotOut,
    BotPage,
    BotText,
    CheckedOut,
    Described,
    VersionFields,
    VersionOut,
    VersionPage,
    VersionText,
)
from sixfold.bots.uploads import Form
from sixfold.celery import wake
from sixfold.params import Before, Limit, Number, Slug, Text, paged
from sixfold.problems import answers

router = Router(tags=["bots"])

REFUSALS = (HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT)
NEW_BOT = Form(text=BotText, fields=BotFields)
NEW_VERSION = Form(text=VersionText, fields=VersionFields)


@router.get("", response=answers(BotPage), **PUBLIC)
def list_bots(
    request: ApiRequest,
    owner: Annotated[Slug | None, Field(description="Whose they are.")] = None,
    q: Annotated[
        Text | None, Field(description="Part of its name or its owner's; `ada/sw` says both.")
    ] = None,
    competing: Annotated[bool, Field(description="Only those that play now.")] = False,
    managed: Annotated[
        bool, Field(description="Only those that you manage; none without a token.")
    ] = False,
    before: Before = None,
    limit: Limit = 25,
) -> dict[str, object]:
    """Bots that have a version to show, the newest first."""
    found = visible_bots(request.auth)
    if owner:
        found = found.filter(owner__username=owner)
    if q:
        found = found.matching(q)
    if competing:
        found = found.competing()
    if managed:
        found = found.of(request.auth.user)
    return paged(found, before=before, limit=limit)


@router.post(
    "",
    response=answers(VersionOut, *REFUSALS, status=HTTPStatus.CREATED),
    openapi_extra=NEW_BOT.described(),
    **SUBMITS,
)
def enter(request: ApiRequest) -> Status[Submission]:
    """Enter a new bot with its first version: a form with a .py or .zip file, or source as JSON.

    Sent again within a minute, the same is answered with the version that it has made.
    """
    sent = NEW_BOT.read(request)
    name = sent.fields["name"]
    try:
        made = services.enter(
            owner=request.auth.member,
            name=name,
            filename=sent.filename,
            data=sent.data,
            note=sent.fields["note"],
        )
    except services.AlreadySubmitted as refusal:
        made = _repeated(refusal, lambda bot: bot.name == name)
    return _made(made)


@router.get("/{owner}/{slug}", response=answers(BotOut), **PUBLIC)
def bot(request: ApiRequest, owner: Slug, slug: Slug) -> Bot:
    """One bot."""
    return get_object_or_404(visible_bots(request.auth), owner__username=owner, slug=slug)


@router.patch("/{owner}/{slug}", response=answers(BotOut, HTTPStatus.FORBIDDEN), **SUBMITS)
def describe(request: ApiRequest, owner: Slug, slug: Slug, said: Described) -> Bot:
    """Change what its owner says about a bot."""
    found = own_bot(request.auth, owner, slug)
    found.description = said.description
    found.save(update_fields=["description"])
    return found


@router.post("/{owner}/{slug}/retire", response=answers(BotOut, HTTPStatus.FORBIDDEN), **SUBMITS)
def retire(request: ApiRequest, owner: Slug, slug: Slug) -> Bot:
    """Take a bot out of the competition; activating any of its versions brings it back."""
    found = own_bot(request.auth, owner, slug)
    services.retire(found)
    found.active = None
    return found


@router.get("/{owner}/{slug}/versions", response=answers(VersionPage), **PUBLIC)
def list_versions(
    request: ApiRequest, owner: Slug, slug: Slug, before: Before = None, limit: Limit = 25
) -> dict[str, object]:
    """The versions of a bot, the newest first; those that have not passed are the owner's only."""
    found = _versions(request.auth).filter(bot=bot(request, owner, slug))
    return paged(found, before=before, limit=limit, key="number")


@router.post(
    "/{owner}/{slug}/versions",
    response=answers(VersionOut, *REFUSALS, status=HTTPStatus.CREATED),
    openapi_extra=NEW_VERSION.described(),
    **SUBMITS,
)
def submit(request: ApiRequest, owner: Slug, slug: Slug) -> Status[Submission]:
    """Submit a new version of a bot: a form with a .py or .zip file, or source as JSON.

    Sent again within a minute, the same is answered with the version that it has made.
    """
    bots = Bot.objects.of(request.auth.member).select_related("owner")
    found = get_object_or_404(bots, owner__username=owner, slug=slug)
    sent = NEW_VERSION.read(request)
    try:
        made = services.submit(bot=found, filename=sent.filename, data=sent.data, **sent.fields)
    except services.AlreadySubmitted as refusal:
        made = _repeated(refusal, lambda bot: bot == found)
    return _made(made)


@router.get("/{owner}/{slug}/versions/{number}", response=answers(CheckedOut), **PUBLIC)
def version(request: ApiRequest, owner: Slug, slug: Slug, number: Number) -> Submission:
    """A version with its checklist, and how long it is likely to wait for its check."""
    return visible_version(request.auth, owner, slug, number)


@router.get("/{owner}/{slug}/versions/{number}/source", response=answers(None), **READS)
def version_source(request: ApiRequest, owner: Slug, slug: Slug, number: Number) -> HttpResponse:
    """What was uploaded: the Python file, or the files as a zip. For the owner."""
    return source_of(own_version(request.auth, owner, slug, number))


@router.get("/{owner}/{slug}/versions/{number}/log", response=answers(None), **READS)
def version_log(request: ApiRequest, owner: Slug, slug: Slug, number: Number) -> HttpResponse:
    """What the bot printed during its check, as text. For the owner."""
    return log_of(own_version(request.auth, owner, slug, number))


@router.post(
    "/{owner}/{slug}/versions/{number}/activate",
    response=answers(VersionOut, *REFUSALS),
    **SUBMITS,
)
def activate(request: ApiRequest, owner: Slug, slug: Slug, number: Number) -> Submission:
    """Let a version that has passed its check play for its bot, be it an earlier one."""
    found = own_version(request.auth, owner, slug, number)
    services.activate(found)
    found.bot.active = found
    return found


def _repeated(refusal: services.AlreadySubmitted, same: Callable[[Bot], bool]) -> Submission:
    """The version that the very same request has made, if it was sent twice; else raise."""
    if not (refusal.submission.is_fresh() and same(refusal.submission.bot)):
        raise refusal
    return refusal.submission


def _made(submission: Submission) -> Status[Submission]:
    transaction.on_commit(wake)
    return Status(HTTPStatus.CREATED, submission)


def visible_bots(caller: Caller) -> BotQuerySet:
    """Those with at least one version that the caller may see."""
    bots = Bot.objects.visible_to(caller.user).select_related("owner", "active")
    return bots.prefetch_related("members__user")


def own_bot(caller: Caller, owner: str, slug: str) -> Bot:
    """A bot for its team or staff; for others the address does not exist."""
    found = get_object_or_404(visible_bots(caller), owner__username=owner, slug=slug)
    if not found.may_be_managed_by(caller.user):
        raise Http404
    return found


def _versions(caller: Caller) -> SubmissionQuerySet:
    return Submission.objects.visible_to(caller.user).with_bot()


def visible_version(caller: Caller, owner: str, slug: str, number: int) -> Submission:
    return get_object_or_404(
        _versions(caller).prefetch_related("steps"),
        bot__owner__username=owner,
        bot__slug=slug,
        number=number,
    )


def playable(name: str, number: int | None = None) -> Submission:
    """A version that has passed of a bot by its full name: this one, or the one that plays."""
    owner, _slash, slug = name.partition("/")
    versions = Submission.objects.passed().with_bot()
    named = versions.filter(bot__owner__username=owner, bot__slug=slug)
    return get_object_or_404(named.filter(number=number) if number else named.competing())


def own_version(caller: Caller, owner: str, slug: str, number: int) -> Submission:
    """A version for its team or staff; for others the address does not exist."""
    found = visible_version(caller, owner, slug, number)
    if not found.bot.may_be_managed_by(caller.user):
        raise Http404
    return found
