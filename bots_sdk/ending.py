"""How a game ended, in a sentence."""

from arena.outcome import End
from arena.record import Record

WHY = {
    End.OUT: "The bag is empty and a hand was played out.",
    End.BLOCKED: "The bag is empty and nobody can place a tile.",
    End.DEAD: "No tile can be placed on this board any more.",
    End.STALLED: "Nobody has placed a tile for too long.",
    End.ALONE: "Only one bot is left.",
}


def result(record: Record) -> str:
    """Who won, by which scores, and why the game was over."""
    outcome = record.outcome
    first = [record.seats[n].name for n, place in enumerate(outcome.places) if place == 1]
    verb = "wins" if len(first) == 1 else "share the first place,"
    order = sorted(range(len(outcome.places)), key=outcome.places.__getitem__)
    scores = " : ".join(str(outcome.scores[seat]) for seat in order)
    return f"{' and '.join(first)} {verb} {scores}. {WHY[outcome.end]}"
