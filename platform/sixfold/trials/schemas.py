"""What the API says of trials."""

from datetime import datetime

from ninja import Schema
from pydantic import Field

from sixfold.params import Context, one_of, page_of
from sixfold.trials.models import Reason, State, Trial


class TrialOut(Schema):
    """A sequential test of a version, the candidate, against the one that plays."""

    id: int
    bot: str = Field(examples=["ada/swift"])
    candidate: int = Field(description="The number of that version.")
    incumbent: int = Field(description="The number of the version that played at the start.")
    state: str = one_of(State)
    reason: str | None = one_of(Reason, "Why it ended without a decision of the test.", null=True)
    pairs: list[int] = Field(description="By the candidate's points in them: 0, ½, 1, 1½, 2.")
    llr: float = Field(description="The log-likelihood ratio of the test.")
    created_at: datetime
    ended_at: datetime | None
    url: str = Field(description="Its page.")

    @staticmethod
    def resolve_bot(trial: Trial) -> str:
        return str(trial.bot)

    @staticmethod
    def resolve_candidate(trial: Trial) -> int:
        return trial.candidate.number

    @staticmethod
    def resolve_incumbent(trial: Trial) -> int:
        return trial.incumbent.number

    @staticmethod
    def resolve_reason(trial: Trial) -> str | None:
        return trial.reason or None

    @staticmethod
    def resolve_pairs(trial: Trial) -> list[int]:
        counts: list[int] = trial.counts
        return counts

    @staticmethod
    def resolve_url(trial: Trial, context: Context) -> str:
        return page_of(trial, context)
