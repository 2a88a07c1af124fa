"""Bots, their submissions with the checks of them, and the people of a bot."""

from sixfold.bots.models.checks import CheckStep
from sixfold.bots.models.entrants import (
    Archive,
    Bot,
    BotQuerySet,
    Submission,
    SubmissionQuerySet,
    Succession,
    Verdict,
)
from sixfold.bots.models.teams import (
    INVITED_FOR,
    FormerAddress,
    Invitation,
    InvitationQuerySet,
    Membership,
    people_of,
)

__all__ = [
    "INVITED_FOR",
    "Archive",
    "Bot",
    "BotQuerySet",
    "CheckStep",
    "FormerAddress",
    "Invitation",
    "InvitationQuerySet",
    "Membership",
    "Submission",
    "SubmissionQuerySet",
    "Succession",
    "Verdict",
    "people_of",
]
