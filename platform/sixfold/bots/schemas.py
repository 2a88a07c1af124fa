"""What the API says of bots and their versions, and what it takes for a new one."""

from datetime import datetime
from typing import Literal

from ninja import Schema
from pydantic import Field

from bots_sdk import archives
from sixfold.accounts.models import USERNAME_LENGTH
from sixfold.bots import names, waiting
from sixfold.bots.models import (
    Bot,
    CheckStep,
    Invitation,
    Membership,
    Submission,
    Succession,
    Verdict,
)
from sixfold.languages.sentences import said
from sixfold.leases import Progress
from sixfold.params import TEXT, Context, one_of, page_of

FOUND = ("message", "traceback", "position", "command")
"""What a step of a check has found, for the owner of the bot."""


class BotOut(Schema):
    """An entrant."""

    id: str = Field(description="Owner and name, as in addresses.", examples=["ada/swift"])
    owner: str
    slug: str
    name: str
    description: str
    house: bool = Field(description="Whether it is one of the site's own.")
    playing: int | None = Field(description="The version that plays; null when it is retired.")
    team: list[str] = Field(description="Who manages it beside its owner.")
    disabled_because: str | None = Field(description="Why a moderator keeps it from playing.")
    created_at: datetime
    url: str = Field(description="Its page.")

    @staticmethod
    def resolve_id(bot: Bot) -> str:
        return str(bot)

    @staticmethod
    def resolve_owner(bot: Bot) -> str:
        return bot.owner.get_username()

    @staticmethod
    def resolve_playing(bot: Bot) -> int | None:
        return bot.active.number if bot.active else None

    @staticmethod
    def resolve_team(bot: Bot) -> list[str]:
        return [member.user.get_username() for member in bot.members.all()]

    @staticmethod
    def resolve_disabled_because(bot: Bot) -> str | None:
        return bot.disabled_because or None

    @staticmethod
    def resolve_url(bot: Bot, context: Context) -> str:
        return page_of(bot, context)


class VersionOut(Schema):
    """An immutable version of a bot, and how far it has come."""

    bot: str = Field(examples=["ada/swift"])
    number: int
    verdict: str = one_of(Verdict)
    progress: str = one_of(Progress, "Of its check.")
    playing: bool = Field(description="Whether it plays for its bot now.")
    succession: str = one_of(Succession, "How it comes to play once it has passed.")
    size: int = Field(description="Of all files together, in bytes.")
    sha256: str = Field(description="Over paths and contents of its files.")
    created_at: datetime
    checked_at: datetime | None
    url: str = Field(description="Its page.")

    @staticmethod
    def resolve_bot(version: Submission) -> str:
        return str(version.bot)

    @staticmethod
    def resolve_playing(version: Submission) -> bool:
        return version.bot.active_id == version.pk

    @staticmethod
    def resolve_url(version: Submission, context: Context) -> str:
        return page_of(version, context)


class StepOut(Schema):
    """A line of a version's checklist; what it found is for the owner."""

    kind: str = one_of(CheckStep.Kind)
    title: str
    state: str = one_of(CheckStep.State)
    ms: float | None = Field(description="Wall-clock time; null until it is over.")
    message: str | None
    traceback: str | None
    position: str | None = Field(description="Board and hand at the failure.")
    command: str | None = Field(description="Repeats the check on one's own machine.")


class PlaceOut(Schema):
    """Where a version stands in the queue for checks."""

    place: int = Field(description="From 1.")
    wait_s: float = Field(description="Seconds until its check is likely to begin.")


class CheckedOut(VersionOut):
    """A version with its checklist."""

    note: str | None = Field(description="For the owner.")
    steps: list[StepOut]
    queue: PlaceOut | None = Field(description="Null when it no longer waits.")

    @staticmethod
    def resolve_note(version: Submission, context: Context) -> str | None:
        return version.note if is_own(version, context) else None

    @staticmethod
    def resolve_steps(version: Submission, context: Context) -> list[Context]:
        own = is_own(version, context)
        return [
            {
                "kind": step.kind,
                "title": step.get_kind_display(),
                "state": step.shown_state,
                "ms": step.ms,
                **{name: said(getattr(step, name)) if own else None for name in FOUND},
            }
            for step in version.steps.all()
        ]

    @staticmethod
    def resolve_queue(version: Submission) -> Context | None:
        if not version.is_waiting:
            return None
        place = version.queue_place()
        return {"place": place, "wait_s": waiting.wait_s(place)}


class BotPage(Schema):
    """Some bots, the newest first."""

    items: list[BotOut]
    older: int | None = Field(description="Ask with `before` for what follows.")


class VersionPage(Schema):
    """Some versions of a bot, the newest first."""

    items: list[VersionOut]
    older: int | None = Field(description="Ask with `before` for what follows.")


class MemberOut(Schema):
    """Somebody who manages a bot together with its owner."""

    name: str
    joined_at: datetime

    @staticmethod
    def resolve_name(member: Membership) -> str:
        return member.user.get_username()


class InvitationOut(Schema):
    """Somebody is asked to join a team, or to own its bot."""

    id: int
    bot: str = Field(examples=["ada/swift"])
    name: str = Field(description="As it was typed, whether or not there is such an account.")
    to_own: bool
    made_at: datetime

    @staticmethod
    def resolve_bot(invitation: Invitation) -> str:
        return str(invitation.bot)


class TeamOut(Schema):
    """Who manages a bot, and who is asked to."""

    owner: str
    members: list[MemberOut]
    invitations: list[InvitationOut]


class Invited(Schema):
    """Whom to ask."""

    name: str = Field(max_length=USERNAME_LENGTH, pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")


class Described(Schema):
    """What an owner says about a bot."""

    description: str = Field(max_length=200, pattern=TEXT)


class Noted(Schema):
    """What goes with every upload."""

    note: str = Field("", max_length=200, pattern=TEXT, description="What is new, for the owner.")


class VersionFields(Noted):
    """What goes with a file that is a version."""

    # Not the enum itself: these schemas stand in the description by themselves, without others.
    succession: Literal[Succession.AT_ONCE, Succession.TEST_FIRST] | None = Field(
        None, description="How it comes to play once it has passed; by default as last time."
    )


class BotFields(Noted):
    """What goes with a file that is the first version of a new bot."""

    name: str = Field(max_length=names.LENGTH, examples=["Swift"])


class VersionText(VersionFields):
    """A version that is one Python file, as text."""

    source: str = Field(max_length=archives.UPLOAD_BYTES)


class BotText(BotFields):
    """A new bot with its first version, as text."""

    source: str = Field(max_length=archives.UPLOAD_BYTES)


def is_own(version: Submission, context: Context) -> bool:
    """Whether the caller belongs to the bot's team, or looks after the site."""
    return version.bot.may_be_managed_by(context["request"].auth.user)
