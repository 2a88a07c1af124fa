"""What moderators have ruled, for everybody; their other pages do not exist for anybody else."""

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sixfold.accounts.gates import only
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission
from sixfold.matches.models import Match, Seat
from sixfold.moderation import services
from sixfold.moderation.behaviour import ALIKE
from sixfold.moderation.forms import ChosenMatches, ReasonForm
from sixfold.moderation.models import Likeness, Ruling, is_moderator
from sixfold.moderation.positions import POSITIONS
from sixfold.params import key_of, paged

PAGE = 50

moderators_only = only(is_moderator)
"""Keeps a view for staff that may make rulings."""


@login_not_required
@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """Every ruling, the newest first; `?before=` for older ones. Moderators read whose it is."""
    before = key_of(request.GET.get("before", ""))
    page = paged(Ruling.objects.with_subjects(), before=before, limit=PAGE)
    return render(request, "moderation/log.html", page | {"moderates": is_moderator(request.user)})


@require_safe
@moderators_only
def likenesses(request: HttpRequest) -> HttpResponse:
    """Versions of different owners that play alike; those that nobody has judged come first."""
    found = Likeness.objects.select_related("first__bot__owner", "second__bot__owner", "moderator")
    context = {
        "undecided": found.undecided()[:PAGE],
        "decided": found.exclude(opinion=Likeness.Opinion.NONE)[:PAGE],
        "positions": POSITIONS,
        "alike": ALIKE,
    }
    return render(request, "moderation/likenesses.html", context)


@require_POST
@moderators_only
def judge_likeness(request: HttpRequest, pk: int) -> HttpResponse:
    """Say whether one version is a copy of another; bars nobody."""
    found = get_object_or_404(Likeness, pk=pk)
    opinion = request.POST.get("opinion", "")
    if opinion not in Likeness.Opinion.values:
        raise Http404
    found.opinion, found.moderator = opinion, cast(User, request.user)
    found.save(update_fields=["opinion", "moderator"])
    return redirect("likenesses")


@require_http_methods(["GET", "HEAD", "POST"])
@moderators_only
def void(request: HttpRequest) -> HttpResponse:
    """Declare matches void: those that the address names, or all of a version."""
    about = ChosenMatches(request.POST if request.method == "POST" else request.GET)
    if not about.is_valid():
        raise Http404
    submission = about.submission

    def rule(reason: str) -> str:
        if submission:
            ruling = services.void_all_of(
                moderator=cast(User, request.user), submission=submission, reason=reason
            )
        else:
            ruling = services.void(
                moderator=cast(User, request.user), matches=about.chosen, reason=reason
            )
        return (
            ngettext("%d match is void now.", "%d matches are void now.", ruling.matches)
            % ruling.matches
        )

    if submission:
        number = Seat.objects.filter(submission=submission).count()
        title = _("Declare all matches of %(version)s void") % {"version": submission}
    else:
        number = about.chosen.count()
        title = ngettext("Declare a match void", "Declare matches void", number)
    effect = ngettext(
        "It will count for nobody, as if it had never been played, and ratings follow within"
        " seconds. It cannot be taken back.",
        "All %(number)d will count for nobody, as if they had never been played, and ratings follow"
        " within seconds. It cannot be taken back.",
        number,
    ) % {"number": number}
    matches = [] if submission else about.chosen.with_seats().order_by("-pk")
    more = {"about": about, "matches": matches, "submission": submission}
    return _ruled(request, rule, title, effect, back=submission or next(iter(matches)), **more)


@require_http_methods(["GET", "HEAD", "POST"])
@moderators_only
def disable(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    """Keep a bot from playing."""
    bot = _bot(owner, slug)

    def rule(reason: str) -> str:
        services.disable(moderator=cast(User, request.user), bot=bot, reason=reason)
        return _("%(bot)s plays no more.") % {"bot": bot}

    title = _("Disable %(bot)s") % {"bot": bot}
    effect = _(
        "It keeps its results and plays no more, whatever its owner does, until you lift this."
    )
    return _ruled(request, rule, title, effect, back=bot)


@require_http_methods(["GET", "HEAD", "POST"])
@moderators_only
def lift(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    """Let a bot play again."""
    bot = _bot(owner, slug)

    def rule(reason: str) -> str:
        services.lift(moderator=cast(User, request.user), bot=bot, reason=reason)
        return _("%(bot)s may play again.") % {"bot": bot}

    title = _("Let %(bot)s play again") % {"bot": bot}
    effect = _("It was disabled because: %(reason)s") % {"reason": bot.disabled_because}
    return _ruled(request, rule, title, effect, back=bot)


@require_http_methods(["GET", "HEAD", "POST"])
@moderators_only
def rule_on_account(request: HttpRequest, name: str) -> HttpResponse:
    """Bar an account, or let it in again."""
    user = get_object_or_404(User, username=name)
    verb = services.bar if user.is_active else services.admit
    title = _("Bar %(user)s") if user.is_active else _("Let %(user)s in again")
    effect = (
        _("They cannot log in any more, their tokens open nothing, and their bots do not play.")
        if user.is_active
        else _("They can log in, and their bots play again.")
    )

    def rule(reason: str) -> str:
        verb(moderator=cast(User, request.user), user=user, reason=reason)
        return _("It is done, and stands in the log.")

    return _ruled(request, rule, title % {"user": user}, effect, back=None)


def _ruled(
    request: HttpRequest,
    rule: Callable[[str], str],
    title: str,
    effect: str,
    back: Bot | Submission | Match | None,
    **more: object,
) -> HttpResponse:
    """Ask for a reason, then rule, and go back to what the ruling is about."""
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            messages.success(request, rule(form.cleaned_data["reason"]))
        except services.Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(back or "rulings")
    context = {"form": form, "title": title, "effect": effect, "back": back, **more}
    status = 422 if request.method == "POST" else 200
    return render(request, "moderation/rule.html", context, status=status)


def _bot(owner: str, slug: str) -> Bot:
    bots = Bot.objects.select_related("owner")
    return get_object_or_404(bots, owner__username=owner, slug=slug)
