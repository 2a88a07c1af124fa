"""The people of a bot: who manages it, whom its owner has asked, and what one is asked oneself."""

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sixfold.accounts.models import User
from sixfold.bots import teams as services
from sixfold.bots.forms import InviteForm
from sixfold.bots.models import Bot, Invitation, Membership
from sixfold.bots.views.shared import own_bot


@require_safe
def teams(request: HttpRequest) -> HttpResponse:
    """What one is asked to manage, and what one manages with others."""
    user = cast(User, request.user)
    context = {
        "invitations": Invitation.objects.to(user),
        "memberships": user.memberships.select_related("bot__owner"),
        "shared": user.bots.filter(members__isnull=False).select_related("owner").distinct(),
        "days": services.INVITED_FOR.days,
    }
    return render(request, "bots/teams.html", context)


@require_POST
def answer(request: HttpRequest, pk: int, answer: str) -> HttpResponse:
    """Accept or decline an invitation of one's own."""
    user = cast(User, request.user)
    invitation = get_object_or_404(Invitation.objects.to(user), pk=pk)
    bot = invitation.bot
    if answer == "decline":
        services.decline(invitation)
        messages.success(request, _("You have declined to manage %(bot)s.") % {"bot": bot})
        return redirect("teams")
    if answer != "accept":
        raise Http404
    return _do(
        request,
        lambda: services.accept(invitation),
        _("You manage %(bot)s now.") % {"bot": bot.name},
        "teams",
    )


@require_safe
def team(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    """Who manages a bot; for its owner, whom else to ask."""
    return _page(request, own_bot(request, owner, slug), InviteForm())


@require_POST
def invite(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    """Ask somebody to join the team."""
    bot = _owned(request, owner, slug)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, bot, form, status=422)
    name = form.cleaned_data["name"]
    return _do(
        request,
        lambda: services.invite(bot, name),
        _("If %(name)s has an account here, the invitation waits on their page of teams.")
        % {"name": name},
        *_team(bot),
    )


@require_POST
def withdraw(request: HttpRequest, owner: str, slug: str, pk: int) -> HttpResponse:
    """Take an invitation back."""
    bot = _owned(request, owner, slug)
    invitation = get_object_or_404(bot.invitations, pk=pk)
    done = _("%(name)s is no longer invited.") % {"name": invitation.name}
    return _do(request, lambda: services.decline(invitation), done, *_team(bot))


@require_POST
def remove(request: HttpRequest, owner: str, slug: str, pk: int) -> HttpResponse:
    """Take somebody out of the team: its owner anybody, everybody themselves."""
    bot = own_bot(request, owner, slug)
    membership = _member(bot, pk)
    leaving = membership.user_id == request.user.pk
    if not (leaving or bot.may_be_shared_by(request.user)):
        raise Http404
    if leaving:
        done = _("You have left the team of %(bot)s.") % {"bot": bot}
        return _do(request, lambda: services.leave(membership), done, "teams")
    done = _("%(name)s is in the team no longer.") % {"name": membership.user}
    return _do(request, lambda: services.leave(membership), done, *_team(bot))


@require_POST
def offer(request: HttpRequest, owner: str, slug: str, pk: int) -> HttpResponse:
    """Ask a member to take the bot over."""
    bot = _owned(request, owner, slug)
    membership = _member(bot, pk)
    done = _("%(bot)s is %(name)s's as soon as they accept.") % {
        "bot": bot.name,
        "name": membership.user,
    }
    return _do(request, lambda: services.offer(membership), done, *_team(bot))


def _page(request: HttpRequest, bot: Bot, form: InviteForm, status: int = 200) -> HttpResponse:
    context = {
        "bot": bot,
        "form": form,
        "members": bot.members.select_related("user"),
        "invitations": Invitation.objects.open().filter(bot=bot),
        "owns": bot.may_be_shared_by(request.user),
        "most": services.MOST_MEMBERS,
        "days": services.INVITED_FOR.days,
    }
    return render(request, "bots/team.html", context, status=status)


def _owned(request: HttpRequest, owner: str, slug: str) -> Bot:
    bot = own_bot(request, owner, slug)
    if not bot.may_be_shared_by(request.user):
        raise Http404
    return bot


def _member(bot: Bot, pk: int) -> Membership:
    return get_object_or_404(bot.members.select_related("user", "bot__owner"), pk=pk)


def _team(bot: Bot) -> tuple[str, ...]:
    return ("bot_team", bot.owner.get_username(), bot.slug)


def _do(request: HttpRequest, verb: Callable[[], Any], done: str, *then: str) -> HttpResponse:
    try:
        verb()
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, done)
    return redirect(*then)
