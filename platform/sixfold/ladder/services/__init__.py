"""What moves a ladder: pair, settle, publish, compare, rebuild."""

from sixfold.ladder.models import Snapshot
from sixfold.ladder.services.comparing import compare
from sixfold.ladder.services.counting import count
from sixfold.ladder.services.ladders import ladders
from sixfold.ladder.services.matchmaking import pair
from sixfold.ladder.services.publishing import is_due, publish, rest
from sixfold.ladder.services.rebuilding import Rebuilt, rebuild

__all__ = [
    "Rebuilt",
    "compare",
    "count",
    "is_due",
    "ladders",
    "pair",
    "publish",
    "rebuild",
    "rest",
    "settle",
]


def settle() -> list[Snapshot]:
    """Count what has finished on every ladder and publish at once what follows.

    Raises ratings.ConvergenceError; everything is counted even so.
    """
    every = ladders()
    for ladder in every:
        count(ladder)
    # Afterwards: a ladder may rate what others have counted.
    snapshots = [publish(ladder) for ladder in every]
    return [snapshot for snapshot in snapshots if snapshot is not None]
