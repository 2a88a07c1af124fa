"""How several people come to manage a bot: invited, joining, leaving, removed, handing it over."""

from operator import attrgetter

from django.db import transaction
from django.utils.translation import gettext as _

from sixfold.accounts.models import User
from sixfold.bots.models import INVITED_FOR, Bot, FormerAddress, Invitation, Membership
from sixfold.bots.services import Refused, lock, refuse_without_place

MOST_MEMBERS = 10
"""Beside the owner, the invited included."""
MOST_TEAMS = 50
"""That one person may belong to."""


def invite(bot: Bot, name: str) -> Invitation:
    """Ask somebody to join the team, whether or not there is such an account; raises Refused.

    What is answered depends on the bot's own team only, so that nobody can try out names.
    """
    name = name.lower()
    with transaction.atomic():
        lock(bot.owner)
        bot.invitations.exclude(pk__in=Invitation.objects.open()).delete()
        if name == bot.owner.get_username() or bot.members.filter(user__username=name).exists():
            raise Refused(_("%(name)s manages this bot already.") % {"name": name})
        if bot.invitations.filter(name=name).exists():
            raise Refused(_("%(name)s is invited already and has not answered.") % {"name": name})
        if bot.members.count() + bot.invitations.filter(to_own=False).count() >= MOST_MEMBERS:
            raise Refused(
                _("A team has at most %(most)d people beside the owner. Remove somebody first.")
                % {"most": MOST_MEMBERS}
            )
        return bot.invitations.create(
            name=name, user=User.objects.filter(username=name, is_active=True).first()
        )


def offer(membership: Membership) -> Invitation:
    """Ask a member of the team to own the bot, in place of any who was asked before."""
    bot, user = membership.bot, membership.user
    with transaction.atomic():
        lock(bot.owner)
        bot.invitations.filter(to_own=True).delete()
        invitation, _created = bot.invitations.update_or_create(
            name=user.get_username(), defaults={"user": user, "to_own": True}
        )
        return invitation


def accept(invitation: Invitation) -> Bot:
    """Join a team, or become the owner of its bot; raises Refused where that cannot be now.

    The owner's quotas count for the bot. Who owned it stays in the team, and its former address
    leads to the new one.
    """
    bot, user = invitation.bot, invitation.user
    assert user is not None, "only somebody who was found accepts"
    with transaction.atomic():
        for person in sorted((bot.owner, user), key=attrgetter("pk")):
            lock(person)
        if not bot.invitations.filter(pk=invitation.pk).exists():
            raise Refused(_("This invitation has been taken back."))
        if invitation.to_own:
            _hand_over(bot, user)
        else:
            _join(bot, user)
        invitation.delete()
    return bot


def decline(invitation: Invitation) -> None:
    """Say no, or take it back."""
    invitation.delete()


def leave(membership: Membership) -> None:
    """End somebody's part in a team: at once they see no more than a stranger does."""
    with transaction.atomic():
        membership.bot.invitations.filter(user=membership.user).delete()
        membership.delete()


def _join(bot: Bot, user: User) -> None:
    if user.memberships.count() >= MOST_TEAMS:
        raise Refused(
            _("You belong to %(most)d teams, which is the limit. Leave one first.")
            % {"most": MOST_TEAMS}
        )
    bot.members.get_or_create(user=user)


def _hand_over(bot: Bot, user: User) -> None:
    if not bot.members.filter(user=user).exists():
        raise Refused(_("Only a member of the team can come to own the bot."))
    namesake = user.bots.filter(slug=bot.slug).first()
    if namesake or user.former_addresses.filter(slug=bot.slug).exclude(bot=bot).exists():
        raise Refused(
            _("You have had a bot named %(name)s, and two cannot share an address.")
            % {"name": bot.name}
        )
    if bot.takes_a_place():
        refuse_without_place(bot, user)
    former = bot.owner
    bot.owner = user
    bot.save(update_fields=["owner"])
    bot.members.filter(user=user).delete()
    bot.members.create(user=former)
    # Handed back, it is found at the first address again.
    user.former_addresses.filter(slug=bot.slug).delete()
    FormerAddress.objects.create(bot=bot, owner=former, slug=bot.slug)


__all__ = ["INVITED_FOR", "Refused", "accept", "decline", "invite", "leave", "offer"]
