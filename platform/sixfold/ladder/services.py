"""What moves a ladder: pair, count, publish, rebuild."""

from sixfold.ladder.models import Ladder, Pairing, Snapshot


def ladders() -> list[Ladder]:
    """Every ladder; the first one, for two players, is made where there is none."""
    raise NotImplementedError


def pair() -> list[Pairing]:
    """Ask for the next clusters of every ladder, as far as few matches wait.

    Does nothing where fewer bots compete than a table has seats. Wakes nobody up.
    """
    raise NotImplementedError


def settle() -> list[Snapshot]:
    """Count what has finished, then publish the ladders whose counts or field have changed."""
    raise NotImplementedError


def count(ladder: Ladder) -> int:
    """Count each finished match of the ladder once and take back what was voided since."""
    raise NotImplementedError


def publish(ladder: Ladder) -> Snapshot | None:
    """Fit everything counted and publish it; None where the newest snapshot says it already.

    Raises ratings.ConvergenceError; the last snapshot then stands.
    """
    raise NotImplementedError
