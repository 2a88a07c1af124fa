"""Operations on trials of versions, with the duties of the views."""

from http import HTTPStatus

from django.db import transaction
from django.shortcuts import get_object_or_404
from ninja import Router, Status

from sixfold.accounts.bearer import PUBLIC, SUBMITS, ApiRequest
from sixfold.bots.api import own_version, visible_version
from sixfold.celery import wake
from sixfold.matches.models import Match
from sixfold.matches.paging import Page, page
from sixfold.matches.schemas import MatchPage
from sixfold.params import Before, Id, Limit, Number, Slug
from sixfold.problems import answers
from sixfold.trials import services
from sixfold.trials.models import Trial, TrialQuerySet
from sixfold.trials.schemas import TrialOut

bots = Router(tags=["trials"])
trials = Router(tags=["trials"])

SHOWN = 25
TRIALS = "/{owner}/{slug}/versions/{number}/trials"


@bots.get(TRIALS, response=answers(list[TrialOut]), **PUBLIC)
def list_trials(request: ApiRequest, owner: Slug, slug: Slug, number: Number) -> TrialQuerySet:
    """The newest tests in which a version took part, on either side."""
    found = visible_version(request.auth, owner, slug, number)
    return _with_sides(Trial.objects.of(found))[:SHOWN]


@bots.post(
    TRIALS,
    response=answers(
        TrialOut, HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT, status=HTTPStatus.CREATED
    ),
    **SUBMITS,
)
def begin_trial(request: ApiRequest, owner: Slug, slug: Slug, number: Number) -> Status[Trial]:
    """Test a version against the one that plays; it takes its place once it proves stronger."""
    begun = services.begin(own_version(request.auth, owner, slug, number))
    transaction.on_commit(wake)
    return Status(HTTPStatus.CREATED, _with_sides(Trial.objects.all()).get(pk=begun.pk))


@bots.delete(
    TRIALS,
    response=answers(None, HTTPStatus.FORBIDDEN, status=HTTPStatus.NO_CONTENT),
    **SUBMITS,
)
def call_off_trial(request: ApiRequest, owner: Slug, slug: Slug, number: Number) -> Status[None]:
    """End the test of a version that is running, if there is one."""
    candidate = own_version(request.auth, owner, slug, number)
    for running in Trial.objects.running().filter(candidate=candidate):
        services.call_off(running)
    return Status(HTTPStatus.NO_CONTENT, None)


@trials.get("/{id}", response=answers(TrialOut), **PUBLIC)
def trial(request: ApiRequest, id: Id) -> Trial:  # noqa: A002 - the parameter's name
    """A test with how it stands or ended."""
    return get_object_or_404(_with_sides(Trial.objects.all()), pk=id)


@trials.get("/{id}/matches", response=answers(MatchPage), **PUBLIC)
def trial_matches(
    request: ApiRequest,
    id: Id,  # noqa: A002 - the parameter's name
    before: Before = None,
    limit: Limit = 25,
) -> Page:
    """The matches of a test, the newest first."""
    matches = Match.objects.filter(cluster__trials=trial(request, id))
    return page(matches.with_seats(), before=before, size=limit)


def _with_sides(trials: TrialQuerySet) -> TrialQuerySet:
    return trials.select_related("bot__owner", "candidate", "incumbent")
