"""Operations on the teams of bots, and on the invitations that one has."""

from http import HTTPStatus
from typing import Literal

from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Router, Status

from sixfold.accounts.bearer import READS, SUBMITS, ApiRequest
from sixfold.bots import teams as services
from sixfold.bots.api import own_bot
from sixfold.bots.models import Bot, Invitation, InvitationQuerySet, Membership
from sixfold.bots.schemas import BotOut, InvitationOut, Invited, TeamOut
from sixfold.params import Id, Slug
from sixfold.problems import answers

bots = Router(tags=["teams"])
mine = Router(tags=["teams"])

REFUSALS = (HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT)
TEAM = "/{owner}/{slug}/team"


@bots.get(TEAM, response=answers(TeamOut), **READS)
def team(request: ApiRequest, owner: Slug, slug: Slug) -> dict[str, object]:
    """Who manages a bot, and who is asked to. For its team."""
    bot = own_bot(request.auth, owner, slug)
    return {
        "owner": bot.owner.get_username(),
        "members": list(bot.members.select_related("user")),
        "invitations": list(Invitation.objects.open().filter(bot=bot).select_related("bot__owner")),
    }


@bots.post(
    f"{TEAM}/invitations",
    response=answers(InvitationOut, *REFUSALS, status=HTTPStatus.CREATED),
    **SUBMITS,
)
def invite(request: ApiRequest, owner: Slug, slug: Slug, invited: Invited) -> Status[Invitation]:
    """Ask somebody to join the team. What is answered does not say whether there is such a user."""
    made = services.invite(_shared(request, owner, slug), invited.name)
    return Status(HTTPStatus.CREATED, made)


@bots.delete(
    f"{TEAM}/invitations/{{id}}",
    response=answers(None, HTTPStatus.FORBIDDEN, status=HTTPStatus.NO_CONTENT),
    **SUBMITS,
)
def withdraw_invitation(
    request: ApiRequest,
    owner: Slug,
    slug: Slug,
    id: Id,  # noqa: A002
) -> Status[None]:
    """Take an invitation back."""
    services.decline(get_object_or_404(_shared(request, owner, slug).invitations, pk=id))
    return Status(HTTPStatus.NO_CONTENT, None)


@bots.delete(
    f"{TEAM}/members/{{name}}",
    response=answers(None, HTTPStatus.FORBIDDEN, status=HTTPStatus.NO_CONTENT),
    **SUBMITS,
)
def remove_member(request: ApiRequest, owner: Slug, slug: Slug, name: Slug) -> Status[None]:
    """Take somebody out of the team: the owner anybody, everybody themselves."""
    bot = own_bot(request.auth, owner, slug)
    membership = _member(bot, name)
    if membership.user != request.auth.member and not bot.may_be_shared_by(request.auth.user):
        raise Http404
    services.leave(membership)
    return Status(HTTPStatus.NO_CONTENT, None)


@bots.post(
    f"{TEAM}/members/{{name}}/offer",
    response=answers(InvitationOut, *REFUSALS, status=HTTPStatus.CREATED),
    **SUBMITS,
)
def offer(request: ApiRequest, owner: Slug, slug: Slug, name: Slug) -> Status[Invitation]:
    """Ask a member to own the bot; it is theirs once they accept."""
    made = services.offer(_member(_shared(request, owner, slug), name))
    return Status(HTTPStatus.CREATED, made)


@mine.get("/invitations", response=answers(list[InvitationOut]), **READS)
def list_invitations(request: ApiRequest) -> InvitationQuerySet:
    """Which teams one is asked to join, and which bots to own."""
    return Invitation.objects.to(request.auth.member)


@mine.post("/invitations/{id}/{answer}", response=answers(BotOut, *REFUSALS), **SUBMITS)
def answer_invitation(
    request: ApiRequest,
    id: Id,  # noqa: A002
    answer: Literal["accept", "decline"],
) -> Bot:
    """Accept or decline an invitation."""
    found = get_object_or_404(
        Invitation.objects.to(request.auth.member).select_related("bot__active"), pk=id
    )
    if answer == "accept":
        return services.accept(found)
    services.decline(found)
    return found.bot


def _shared(request: ApiRequest, owner: str, slug: str) -> Bot:
    """A bot for who may say who is in its team; for others the address does not exist."""
    bot = own_bot(request.auth, owner, slug)
    if not bot.may_be_shared_by(request.auth.user):
        raise Http404
    return bot


def _member(bot: Bot, name: str) -> Membership:
    members = bot.members.select_related("user", "bot__owner")
    return get_object_or_404(members, user__username=name.lower())
