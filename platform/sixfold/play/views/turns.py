"""What a person does and asks at the own table."""

from http import HTTPStatus
from typing import cast

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from sixfold.accounts.models import User
from sixfold.bots.services import Refused
from sixfold.celery import wake
from sixfold.play import services
from sixfold.play.choices import LONGEST, laid_out
from sixfold.play.forms import MoveForm
from sixfold.play.models import Sitting
from sixfold.play.showing import Scene, on_move
from sixfold.play.views.pages import under_way


@require_POST
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a move: 422 with the table as it stands where it is refused."""
    found = _own(request, pk)
    form = MoveForm(request.POST, label_suffix="")
    if form.is_valid() and form.save(found):
        transaction.on_commit(wake)
        return redirect(found)
    found = _own(request, pk)
    return redirect(found) if found.is_over else under_way(request, found, form)


@require_POST
def resign(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave the own game."""
    found = _own(request, pk)
    services.resign(found)
    transaction.on_commit(wake)
    return redirect(found)


@never_cache
@require_safe
def choice(request: HttpRequest, pk: int) -> HttpResponse:
    """Where the tiles of the hand may go beside those in `laid`, as "Rc@0,0 Rq@1,0"; 409 to who is
    not on move.
    """
    found = _own(request, pk)
    try:
        laid = laid_out(request.GET.get("laid", "")[:LONGEST])
    except ValueError:
        return _refused(gettext("These are no tiles on cells."), HTTPStatus.BAD_REQUEST)
    try:
        return JsonResponse(on_move(found).choice(laid))
    except Refused as refusal:
        return _refused(str(refusal), HTTPStatus.CONFLICT)


@never_cache
@require_safe
def state(request: HttpRequest, pk: int) -> HttpResponse:
    """Whose turn it is, for a page that waits."""
    found = _own(request, pk)
    if found.is_over:
        return JsonResponse({"over": True})
    return JsonResponse({"over": False, **Scene(found).state})


def _own(request: HttpRequest, pk: int) -> Sitting:
    return get_object_or_404(Sitting.objects.of(cast(User, request.user)).with_chairs(), pk=pk)


def _refused(why: str, status: HTTPStatus) -> JsonResponse:
    return JsonResponse({"error": why}, status=status)
