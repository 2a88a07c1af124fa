"""What other apps have workers do before checks and matches: short work that somebody waits for."""

from collections.abc import Callable

Errand = Callable[[], bool]
"""Does one piece of work; False where there was none."""
_errands: list[Errand] = []


def before_all(errand: Errand) -> None:
    """Let workers look for this first; looking has to be cheap."""
    _errands.append(errand)


def run_one() -> bool:
    """Do the first piece of such work; False where there is none."""
    return any(errand() for errand in _errands)
