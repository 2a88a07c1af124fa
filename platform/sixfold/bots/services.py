"""What changes bots and submissions: create, submit, check, activate, retire."""

from bots_sdk.check import Step

from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission


class Refused(ValueError):  # noqa: N818 - a request is refused, nothing went wrong
    """What the author asked for is not possible; the text says why and what to do."""


class AlreadySubmitted(Refused):
    """The same files are already a submission of the same owner."""

    submission: Submission


def create_bot(*, owner: User, name: str, description: str = "") -> Bot:
    """Enter a bot without a submission; raises Refused on a name that cannot be used."""
    raise NotImplementedError


def submit(*, bot: Bot, filename: str, data: bytes, note: str = "") -> Submission:
    """Keep an upload as the bot's next version, queued for its check.

    Raises archives.BadUpload for the files, and Refused (AlreadySubmitted) for the rest.
    """
    raise NotImplementedError


def claim_check() -> Submission | None:
    """Lease the submission whose check is due, or None."""
    raise NotImplementedError


def check(submission: Submission) -> None:
    """Run a claimed submission's check in the sandbox and keep its verdict."""
    raise NotImplementedError


def accept(submission: Submission, steps: list[Step]) -> None:
    """Mark a submission as PASSED and make it the one that plays for its bot."""
    raise NotImplementedError


def activate(submission: Submission) -> None:
    """Let an earlier version that passed play for its bot again."""
    raise NotImplementedError


def retire(bot: Bot) -> None:
    """Take a bot out of the competition; its results stay."""
    raise NotImplementedError


def enter_house() -> list[Bot]:
    """The house bots, entered as ordinary submissions where they are missing."""
    raise NotImplementedError
