"""The contract test of a bot: what an author runs and what the platform repeats on every upload."""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from random import Random
from time import perf_counter

from arena import referee
from arena.limits import Limits
from arena.player import Ending, Forfeit, Greeting, InfrastructureFailure, InProcess, Player
from arena.record import Record
from arena.ruleset import CLASSIC
from arena.sandbox import Launcher, entry
from arena.sandbox.packages import Packages
from bots_sdk import samples
from bots_sdk.archives import BadUpload
from bots_sdk.check.explain import fall, position, result, traceback, why
from bots_sdk.samples.greedy import Greedy
from bots_sdk.scan import scan

Log = tuple[tuple[int, str], ...]
"""What a bot has printed, by turn; -1 is before the first."""

# One seed for everybody and for ever, so that a failure comes again on the author's machine.
SEED = sha256(b"sixfold check").digest()
NAME, HOUSE = "your bot", "house/greedy"
LIMITS = Limits()
PROVIDED = sys.stdlib_module_names | {"arena", "bots_sdk"}
"""What every bot may import; the operator's packages come on top."""
GREETING = Greeting(
    ruleset=CLASSIC, players=2, me=0, rng_seed=referee.rng_seed(SEED, 0), limits=LIMITS
)


class StepKind(StrEnum):
    """The steps of a check, in their order."""

    RECEIVED = "received"
    SCANNED = "scanned"
    STARTS = "starts"
    PLAYS = "plays"


@dataclass(frozen=True, slots=True)
class Step:
    """One step that was taken, and what an author needs where it failed."""

    kind: StepKind
    ok: bool
    message: str
    ms: float
    """Wall-clock time of the step."""
    traceback: str = ""
    """Cut to the author's code; for a source that does not parse, the line at fault."""
    position: str = ""
    """Board and hand at the failure, as text."""
    command: str = ""
    """Repeats the check on the author's machine."""
    record: Record | None = None
    """The game that failed, or the last one."""
    log: Log = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """A step's finding, before it is timed."""

    message: str
    ok: bool = True
    traceback: str = ""
    position: str = ""
    record: Record | None = None
    log: Log = ()


def check(
    files: Mapping[str, bytes], launcher: Launcher, stop: Callable[[], bool] = lambda: False
) -> Iterator[Step]:
    """Take the steps one by one and stop after the first that fails.

    A bot that errs in one of its two games fails, whether it wins or loses does not matter. Faults
    of the machine are nobody's: InfrastructureFailure is let through, and referee.Stopped once
    ``stop`` says so.
    """
    steps: dict[StepKind, Callable[[], _Found]] = {
        StepKind.RECEIVED: lambda: _received(files),
        StepKind.SCANNED: lambda: _scanned(files, launcher.packages),
        StepKind.STARTS: lambda: _starts(files, launcher),
        StepKind.PLAYS: lambda: _plays(files, launcher, stop),
    }
    for kind, take in steps.items():
        if stop():
            raise referee.Stopped
        began = perf_counter()
        try:
            found = take()
        except BadUpload as refusal:
            found = _Found(str(refusal), ok=False, traceback=refusal.excerpt)
        yield Step(
            kind=kind,
            ok=found.ok,
            message=found.message,
            ms=1000 * (perf_counter() - began),
            traceback=found.traceback,
            position=found.position,
            command="" if found.ok else command(files),
            record=found.record,
            log=found.log,
        )
        if not found.ok:
            return


def command(files: Mapping[str, bytes]) -> str:
    """What repeats the check on the author's machine."""
    return f"sixfold check {'mybot.py' if len(files) == 1 else 'mybot.zip'}"


def _received(files: Mapping[str, bytes]) -> _Found:
    size = sum(map(len, files.values()))
    kb, start = f"{max(size / 1024, 0.1):.1f}", _entry(files)
    if len(files) == 1:
        return _Found(f"1 file, {kb} kB; {start} is started.")
    return _Found(f"{len(files)} files, {kb} kB; {start} is started.")


def _entry(files: Mapping[str, bytes]) -> str:
    try:
        return entry(files)
    except ValueError as error:
        raise BadUpload("no-entry", str(error)) from error


def _scanned(files: Mapping[str, bytes], packages: Packages) -> _Found:
    lacking = sorted(scan(files) - PROVIDED - packages.modules)
    sources = sum(path.endswith(".py") for path in files)
    parsed = "The source parses." if sources == 1 else f"All {sources} sources parse."
    return _Found(f"{parsed} {_warning(lacking, packages)}" if lacking else parsed)


def _warning(lacking: list[str], packages: Packages) -> str:
    """Where a bot needs it, it will not start; where it only tries, all is well."""
    warning = f"Warning: {', '.join(lacking[:5])} cannot be imported here."
    offered = f"Beside Python's own there is {', '.join(packages.names)}."
    return f"{warning} {offered}" if packages.names else warning


def _starts(files: Mapping[str, bytes], launcher: Launcher) -> _Found:
    with launcher.player(files, NAME) as bot:
        try:
            cpu_ms = bot.start(GREETING)
        except Forfeit as forfeit:
            _start_house(launcher)
            reason = why(forfeit.ending, forfeit.detail, bot.log, LIMITS)
            return _Found(
                f"The bot does not start: {reason}",
                ok=False,
                traceback=traceback(bot.log),
                log=tuple(bot.log),
            )
    allowed = LIMITS.start_cpu_ms / 1000
    return _Found(f"Ready after {cpu_ms:.0f} ms of CPU time; {allowed:g} s are allowed.")


def _start_house(launcher: Launcher) -> None:
    """See whether any bot starts here, before one is blamed that does not.

    Raises InfrastructureFailure where not even ours does: then the sandbox is broken.
    """
    with launcher.player(samples.files("greedy"), HOUSE) as house:
        try:
            house.start(GREETING)
        except Forfeit as forfeit:
            raise InfrastructureFailure(f"No bot starts here: {forfeit.detail}") from forfeit


def _plays(files: Mapping[str, bytes], launcher: Launcher, stop: Callable[[], bool]) -> _Found:
    results: list[str] = []
    for me in (0, 1):
        with launcher.player(files, NAME) as bot:
            house = _house(1 - me)
            players: tuple[Player, ...] = (bot, house) if me == 0 else (house, bot)
            names = (NAME, HOUSE) if me == 0 else (HOUSE, NAME)
            record = referee.play(players, referee.Deal(SEED, names), LIMITS, stop=stop)
        log = tuple(bot.log)
        seat = record.seats[me]
        if seat.ending is not Ending.FINISHED:
            return _failed(record, me, log)
        results.append(result(record, me, HOUSE))
    return _Found(" ".join(results), record=record, log=log)


def _house(seat: int) -> Player:
    """Greedy, with random numbers that are the same every time."""
    greedy, rng = Greedy(), Random(referee.rng_seed(SEED, seat))
    return InProcess(lambda view: greedy.choose(replace(view, rng=rng)))


def _failed(record: Record, me: int, log: Log) -> _Found:
    before, turn = fall(record, me)
    seat = record.seats[me]
    reason = why(seat.ending, seat.detail, log, LIMITS)
    return _Found(
        f"In game {me + 1} of 2, at turn {turn}, the bot is out: {reason}",
        ok=False,
        traceback=traceback(log) if seat.ending is Ending.EXITED else "",
        position=position(before, me),
        record=record,
        log=log,
    )
