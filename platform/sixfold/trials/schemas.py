"""What the API says of trials."""

from datetime import datetime

from ninja import Schema
from pydantic import Field

from sixfold.params import Context, one_of, page_of
from sixfold.trials.models import TEST, Reason, State, Trial


class EstimateOut(Schema):
    """How much stronger the candidate is, as far as its games tell."""

    elo: float
    half_width: float = Field(description="Half the 95 % interval, in Elo.")
    los: float = Field(description="The likelihood that it is stronger at all.")


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
    bounds: tuple[float, float] = Field(
        description="Of that: at the first it fails, at the second it passes."
    )
    estimate: EstimateOut | None = Field(description="Null before the first pair.")
    forfeits: int = Field(description="Games that the candidate forfeited.")
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
    def resolve_bounds(_trial: Trial) -> tuple[float, float]:
        return TEST.bounds

    @staticmethod
    def resolve_url(trial: Trial, context: Context) -> str:
        return page_of(trial, context)
