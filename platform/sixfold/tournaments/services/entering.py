"""Who takes part: one bot of each owner, the house excepted, until the tournament begins."""

from contextlib import suppress

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from sixfold.bots.models import Bot
from sixfold.tournaments.models import Entry, EntryQuerySet, State, Tournament
from sixfold.tournaments.services.locking import Refused, locked

MOST = 128
"""Entrants; a Swiss pairing of so many takes a tenth of a second."""


@transaction.atomic
def enter(tournament: Tournament, bot: Bot) -> Entry:
    """Enter a bot, in place of another one of its owner; raises Refused.

    So it does where somebody of its team takes part with the bot of another owner.
    """
    tournament = locked(tournament)
    if not tournament.takes_entries:
        raise Refused(_("Entries are closed."))
    if not Bot.objects.competing().filter(pk=bot.pk).exists():
        raise Refused(
            _("%(bot)s has no version that plays. Activate one, then enter it.") % {"bot": bot.name}
        )
    if not bot.house:
        others = Entry.objects.filter(tournament=tournament, bot__house=False).exclude(bot=bot)
        others.filter(bot__owner=bot.owner).delete()
        _refuse_a_second_of_anybody(bot, others)
    entry = tournament.entries.filter(bot=bot).first()
    if entry:
        return entry
    if tournament.entries.count() >= MOST:
        raise Refused(_("All %(most)d places are taken.") % {"most": MOST})
    return tournament.entries.create(bot=bot)


@transaction.atomic
def enter_everybody(tournament: Tournament) -> int:
    """Enter a bot of each owner who has none in it, the one that was worked on last; how many.

    Who cannot take part is left out. Raises Refused where entries are closed, and where strangers
    come, of whom nobody knows whether they want that.
    """
    if settings.PUBLIC:
        raise Refused(_("On a public site everybody enters their own bot."))
    if not locked(tournament).takes_entries:
        raise Refused(_("Entries are closed."))
    before = tournament.entries.count()
    entered = set(tournament.entries.values_list("bot__owner", flat=True))
    for bot in Bot.objects.competing().filter(house=False).newest_version_first():
        if bot.owner_id not in entered and tournament.entries.count() < MOST:
            entered.add(bot.owner_id)
            with suppress(Refused):
                enter(tournament, bot)
    return tournament.entries.count() - before


@transaction.atomic
def withdraw(entry: Entry) -> None:
    """Take an entry back: before the start it is gone, later it is not paired again.

    Raises Refused after the end, and in a format in which all have to meet the same opponents.
    """
    tournament = locked(entry.tournament)
    if tournament.state == State.RUNNING and tournament.plan.format.plays_to_the_end:
        raise Refused(
            _("In a round robin everybody plays to the end; your frozen version does so by itself.")
        )
    _leave(tournament, entry, _("withdrawn by its owner"))


@transaction.atomic
def remove(entry: Entry, why: str) -> None:
    """An organiser takes an entrant out, in any format, with a public reason; raises Refused."""
    _leave(locked(entry.tournament), entry, why[:200])


def _refuse_a_second_of_anybody(bot: Bot, others: EntryQuerySet) -> None:
    """Nobody has two bots at the tables, be it as the owner or in a team."""
    shared = others.filter(bot__in=Bot.objects.sharing_people_with(bot)).with_bots().first()
    if shared:
        raise Refused(
            _("Somebody of its team takes part with %(bot)s already. Withdraw that one first.")
            % {"bot": shared.bot}
        )


def _leave(tournament: Tournament, entry: Entry, why: str) -> None:
    """Earlier results stand, and so do those of the round that is being played."""
    if tournament.state in (State.DRAFT, State.OPEN):
        entry.delete()
        return
    if tournament.state != State.RUNNING:
        raise Refused(_("The tournament is over."))
    if entry.left_after is None:
        entry.left_after, entry.left_why = tournament.rounds.count(), why
        entry.save(update_fields=["left_after", "left_why"])
