"""One match at the table: the bots staged in the sandbox, the referee, and what they printed."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from arena import referee
from arena.record import Record
from arena.referee import Observe
from arena.ruleset import RULESETS
from sixfold.jail import jail
from sixfold.matches.models import Match, TimeRule
from sixfold.matches.storage import Log


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played to its end, not yet stored."""

    record: Record
    logs: tuple[Log, ...]
    """By seat."""
    tier: str
    """Of the sandbox."""


def play(match: Match, stop: Callable[[], bool], observe: Observe) -> Played:
    """Play a match in this machine's sandbox; `observe` is told of each turn, `stop` ends it early.

    Raises referee.Stopped, player.InfrastructureFailure, sandbox.SandboxUnavailable, and
    RuntimeError where a submission's files are no longer those that were uploaded.
    """
    seats = match.seats.select_related("submission__archive", "submission__bot__owner")
    submissions = [seat.submission for seat in seats.order_by("number")]
    files = [submission.files() for submission in submissions]
    launcher = jail()
    dealt = referee.Deal(
        seed=bytes(match.cluster.seed),
        names=tuple(str(submission.bot) for submission in submissions),
        ruleset=RULESETS[match.cluster.ruleset],
    )
    with ExitStack() as table:
        players = [
            table.enter_context(launcher.player(each, name))
            for each, name in zip(files, dealt.names, strict=True)
        ]
        limits = TimeRule(match.cluster.time_rule).limits
        record = referee.play(players, dealt, limits, observe=observe, stop=stop)
    return Played(record, tuple(tuple(player.log) for player in players), launcher.tier)
