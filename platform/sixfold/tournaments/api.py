"""Operations on tournaments, with the duties of the views."""

from http import HTTPStatus
from typing import Annotated, Any

from annotated_types import Ge, Le
from django.forms import model_to_dict
from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Router, Status
from ninja.errors import AuthorizationError, ValidationError
from pydantic import Field

from sixfold.accounts.bearer import PUBLIC, READS, SUBMITS, ApiRequest
from sixfold.bots.models import Bot
from sixfold.celery import wake
from sixfold.params import Before, Limit, Slug, paged
from sixfold.problems import answers
from sixfold.tournaments import exports, services, wording
from sixfold.tournaments.forecasts import forecast
from sixfold.tournaments.forms import TournamentForm
from sixfold.tournaments.models import Entry, State, Tournament, may_organise
from sixfold.tournaments.preview import Preview
from sixfold.tournaments.schemas import (
    Entrant,
    EntryOut,
    ForecastOut,
    Planned,
    Reason,
    SheetOut,
    TournamentChange,
    TournamentIn,
    TournamentOut,
    TournamentPage,
)
from sixfold.tournaments.services.entering import MOST
from sixfold.tournaments.showing import Sheet

router = Router(tags=["tournaments"])

WINDOW = ("opens_at", "closes_at")
"""Of these null means something: from now on, and until its organiser starts it."""

REFUSALS = (HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT)


@router.get("", response=answers(TournamentPage), **PUBLIC)
def list_tournaments(
    request: ApiRequest,
    state: Annotated[State | None, Field(description="Where they stand.")] = None,
    before: Before = None,
    limit: Limit = 25,
) -> dict[str, object]:
    """Tournaments, the newest first."""
    found = Tournament.objects.visible_to(request.auth.user).select_related("organiser")
    if state:
        found = found.filter(state=state)
    return paged(found, before=before, limit=limit)


@router.post("", response=answers(TournamentOut, *REFUSALS, status=HTTPStatus.CREATED), **SUBMITS)
def create_tournament(request: ApiRequest, asked: TournamentIn) -> Status[Tournament]:
    """Draw up a tournament, as an organiser. It stays a draft until it is announced."""
    if not may_organise(request.auth.user):
        raise AuthorizationError(message=str(wording.ORGANISERS_ONLY))
    made = services.create(_planned(Tournament(), asked)[0], request.auth.member)
    return Status(HTTPStatus.CREATED, made)


@router.patch("/{slug}", response=answers(TournamentOut, *REFUSALS), **SUBMITS)
def change_tournament(request: ApiRequest, slug: Slug, asked: TournamentChange) -> Tournament:
    """Change a tournament of yours; once it has begun, only its name and description."""
    changed, fields = _planned(_own(request, slug), asked)
    services.change(changed, fields)
    return changed


@router.post("/{slug}/announce", response=answers(TournamentOut, *REFUSALS), **SUBMITS)
def announce_tournament(request: ApiRequest, slug: Slug) -> Tournament:
    """Open a draft of yours for entries."""
    services.announce(_own(request, slug))
    return _own(request, slug)


@router.get("/{slug}/forecast", response=answers(ForecastOut), **READS)
def tournament_forecast(
    request: ApiRequest,
    slug: Slug,
    expected: Annotated[int, Ge(2), Le(MOST), Field(description="Bots that you expect.")] = 16,
) -> Preview:
    """How likely a tournament of yours is to be won by the best bot; takes two seconds."""
    return forecast(_own(request, slug), expected)


@router.post("/{slug}/start", response=answers(TournamentOut, *REFUSALS), **SUBMITS)
def start_tournament(request: ApiRequest, slug: Slug) -> Tournament:
    """Begin now, whatever the window says."""
    for _cluster in range(services.start(_own(request, slug))):
        wake()
    return _own(request, slug)


@router.post("/{slug}/cancel", response=answers(TournamentOut, *REFUSALS), **SUBMITS)
def cancel_tournament(request: ApiRequest, slug: Slug, reason: Reason) -> Tournament:
    """End a tournament of yours without a result, for a reason that everybody reads."""
    services.cancel(_own(request, slug), reason.why)
    return _own(request, slug)


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
    name, slash, slug_of_bot = entrant.bot.rpartition("/")
    owner = name if slash else request.auth.member.get_username()
    bots = Bot.objects.of(request.auth.member).select_related("owner")
    bot = get_object_or_404(bots, owner__username=owner, slug=slug_of_bot)
    entry = services.enter(tournament(request, slug), bot)
    return Status(HTTPStatus.CREATED, entry)


@router.post("/{slug}/entries/everybody", response=answers(TournamentOut, *REFUSALS), **SUBMITS)
def enter_everybody(request: ApiRequest, slug: Slug) -> Tournament:
    """Enter a bot of everybody who has one into a tournament of yours; not on a public site."""
    services.enter_everybody(_own(request, slug))
    return _own(request, slug)


@router.delete(
    "/{slug}/entries/{owner}/{bot}",
    response=answers(None, *REFUSALS, status=HTTPStatus.NO_CONTENT),
    **SUBMITS,
)
def withdraw_from_tournament(
    request: ApiRequest, slug: Slug, owner: Slug, bot: Slug
) -> Status[None]:
    """Take the entry of a bot that you manage back."""
    entry = _entry(tournament(request, slug), owner, bot)
    if not entry.bot.is_of(request.auth.member):
        raise Http404
    services.withdraw(entry)
    return Status(HTTPStatus.NO_CONTENT, None)


@router.post(
    "/{slug}/entries/{owner}/{bot}/remove",
    response=answers(None, *REFUSALS, status=HTTPStatus.NO_CONTENT),
    **SUBMITS,
)
def remove_from_tournament(
    request: ApiRequest, slug: Slug, owner: Slug, bot: Slug, reason: Reason
) -> Status[None]:
    """Take a bot out of a tournament of yours, for a reason that everybody reads."""
    services.remove(_entry(_own(request, slug), owner, bot), reason.why)
    return Status(HTTPStatus.NO_CONTENT, None)


def _own(request: ApiRequest, slug: str) -> Tournament:
    """A tournament for its organiser or staff; for others the address does not exist."""
    found = tournament(request, slug)
    if not found.may_be_run_by(request.auth.user):
        raise Http404
    return found


def _entry(found: Tournament, owner: str, bot: str) -> Entry:
    entries = found.entries.select_related("bot__owner", "tournament")
    return get_object_or_404(entries, bot__owner__username=owner, bot__slug=bot)


def _planned(found: Tournament, asked: Planned) -> tuple[Tournament, set[str]]:
    """The tournament as it is asked for, and what of it is new; judged by the form of the page."""
    sent = {
        name: value
        for name, value in asked.model_dump(exclude_unset=True).items()
        if value is not None or name in WINDOW
    }
    usual = model_to_dict(found, fields=TournamentForm.Meta.fields)
    form = TournamentForm({**usual, **sent, "expected": MOST}, instance=found)
    if not form.is_valid():
        raise ValidationError(
            [
                {"loc": ("body", name), "msg": " ".join(map(str, told)).rstrip(".")}
                for name, told in form.errors.items()
            ]
        )
    return form.save(commit=False), set(sent)
