"""One's own games, the form for another, and a game under way or over."""

from typing import cast

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from sixfold.accounts.models import User
from sixfold.bots.addresses import follows_bots
from sixfold.bots.models import Bot
from sixfold.celery import wake
from sixfold.matches.models import Match
from sixfold.matches.story import tell
from sixfold.matches.views.pages import Tab
from sixfold.params import key_of, paged
from sixfold.play import services
from sixfold.play.forms import BeginForm, GoOnForm, MoveForm
from sixfold.play.models import Sitting
from sixfold.play.records import replay_of
from sixfold.play.showing import Scene

PAGE = 25


@require_safe
def sittings(request: HttpRequest) -> HttpResponse:
    """One's own games, the newest first; `?before=` for older ones."""
    user = cast(User, request.user)
    mine = Sitting.objects.of(user).with_chairs().select_related("source")
    context = paged(mine, before=key_of(request.GET.get("before", "")), limit=PAGE)
    context["left"] = services.allowance(user)
    context["open_limit"] = settings.PLAY_OPEN
    return render(request, "play/list.html", context)


@follows_bots
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    """Begin a game against a bot, or with `?from=` and `turn=` one that goes on from a match."""
    bots = Bot.objects.select_related("owner", "active")
    bot = get_object_or_404(bots, owner__username=owner, slug=slug)
    if not bot.submissions.passed().exists():  # type: ignore[attr-defined]
        raise Http404
    user = cast(User, request.user)
    match = _match(request.GET["from"]) if "from" in request.GET else None
    data = request.POST if request.method == "POST" else None
    form: BeginForm | GoOnForm
    if match is None:
        form = BeginForm(data, bot=bot, user=user)
    else:
        turn = key_of(request.GET.get("turn", "")) or 0
        first = {"turn": turn if turn < (match.turns or 0) else 0}
        form = GoOnForm(data, bot=bot, match=match, user=user, initial=first)
    if form.is_valid() and (begun := form.save()):
        transaction.on_commit(wake)
        return redirect(begun)
    context = {
        "bot": bot,
        "match": match,
        "form": form,
        # From a match others may play, and somebody else may take this one's seat.
        "allowed": bool(match) or Bot.objects.allowed().filter(pk=bot.pk).exists(),
    }
    return render(request, "play/begin.html", context, status=422 if form.errors else 200)


def _match(number: str) -> Match:
    return get_object_or_404(Match.objects.watchable().with_seats(), pk=key_of(number) or 0)


@login_not_required  # once it is over, everybody may watch it
@never_cache
@require_safe
def sitting(request: HttpRequest, pk: int) -> HttpResponse:
    """A game: its replay once it is over, until then the table for who plays it."""
    visible = Sitting.objects.visible_to(request.user).with_chairs()
    found = get_object_or_404(visible.select_related("source"), pk=pk)
    if not found.is_over:
        return under_way(request, found)
    shown = replay_of(found)
    context = {
        "sitting": found,
        "replay": shown,
        "story": tell(shown),
        "tabs": [Tab("analysis", reverse("sitting_analysis", args=[pk]), gettext("Analysis"))],
        "own": found.player_id == request.user.pk,
    }
    return render(request, "play/replay.html", context)


def under_way(request: HttpRequest, found: Sitting, form: MoveForm | None = None) -> HttpResponse:
    """The table as the person sees it, with what was wrong with a move that was sent."""
    scene = Scene(found)
    context = {
        "sitting": found,
        "scene": scene,
        "form": form or MoveForm(initial={"turn": scene.view.turn}, label_suffix=""),
    }
    return render(request, "play/sitting.html", context, status=422 if form else 200)
