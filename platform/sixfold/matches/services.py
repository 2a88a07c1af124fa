"""The life of a match: scheduled, claimed, played, finished; each verb a short transaction."""

from collections.abc import Sequence

from sixfold.bots.models import Submission
from sixfold.matches.models import Attempt, Cluster, Kind


def schedule(
    *,
    submissions: Sequence[Submission],
    seed: bytes,
    kind: Kind = Kind.LADDER,
    ruleset: str = "classic",
) -> Cluster:
    """Queue one match for each balanced seat order of these submissions, all on one seed.

    The caller sends `sixfold.celery.wake` once its transaction has committed.
    """
    raise NotImplementedError


def claim() -> Attempt | None:
    """Lease the most urgent ready match for this process, or None."""
    raise NotImplementedError


def reclaim() -> int:
    """Queue again what dead workers held; the number of attempts that were lost."""
    raise NotImplementedError
