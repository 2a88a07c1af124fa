"""A worker's machine full of baits, on which a hostile bot plays a match against a good one."""

import json
import os
import platform
import re
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from arena.child import Child
from arena.conversation import Conversation
from arena.limits import Limits
from arena.player import Ending
from arena.process import BotProcess
from arena.record import Frame, Record, SeatRecord
from arena.referee import play
from arena.sandbox import Launcher
from arena.sandbox.gvisor import adopt_orphans, family
from arena.sandbox.policy import HOT, PLAIN, RULES
from arena.sandbox.seccomp import NUMBERS
from arena.sandbox.workplace import bot_user
from tests.arena.sandbox import table
from tests.arena.sandbox.attempts import MARK
from tests.arena.sandbox.table import DEAL, GOOD, HOSTILE, good_bot, undisturbed

HERE = Path(__file__).parent
BESIDE = "tests/arena/sandbox/"
SHARED = {f"{BESIDE}attempts.py": (HERE / "attempts.py").read_bytes()}
LIMITS = Limits(start_cpu_ms=2000, bank_ms=2000, increment_ms=0, wall_floor_ms=20_000)
REPORT = re.compile(r'^{"report": .*}$', re.MULTILINE)


@dataclass
class Duel:
    """What came of a match against the good bot."""

    record: Record
    printed: list[tuple[int, str]]
    """What the hostile bot left in its log."""
    slipped_ms: float
    """CPU time that it used while it was paused."""

    @property
    def seat(self) -> SeatRecord:
        """How the hostile bot fared."""
        return self.record.seats[HOSTILE]

    @property
    def finished(self) -> bool:
        """Whether it played to the end."""
        return self.seat.ending is Ending.FINISHED

    @property
    def reports(self) -> list[Any]:
        """What it says of its attempts, in order."""
        text = "".join(text for _, text in self.printed)
        return [json.loads(line)["report"] for line in REPORT.findall(text)]

    @property
    def cpu_ms(self) -> float:
        """What its turns were charged."""
        return sum(turn.cpu_ms for turn in self.record.turns if turn.seat == HOSTILE)


@dataclass
class Watch:
    """Everything that was started for one match."""

    launcher: Launcher
    link: Path | None
    """Where a link in the hostile bot's folder shall lead, past the rules for uploads."""
    children: list[Child] = field(default_factory=list)
    folders: dict[Path, Mapping[str, tuple[int, bytes]]] = field(default_factory=dict)

    def launch(self, folder: Path, entry: str, limits: Limits) -> Child:
        """Start a bot as the launcher does, and take note of it."""
        if self.link and (folder / BESIDE).exists():
            (folder / "link").symlink_to(self.link)
        self.folders[folder] = contents(folder)
        child = self.launcher.launch(folder, entry, limits)
        self.children.append(child)
        return child

    def nothing_was_changed(self) -> None:
        """The bots' own files are what they were."""
        for folder, before in self.folders.items():
            assert contents(folder) == before


@dataclass
class Machine:
    """Where bots play: the baits, and a neighbour in a sandbox of its own, at another match."""

    launcher: Launcher
    victim: "subprocess.Popen[bytes]"
    listeners: list[socket.socket]
    neighbour: Conversation
    baits: dict[str, Any]

    def play(
        self,
        files: Mapping[str, bytes],
        limits: Limits = LIMITS,
        *,
        link: Path | None = None,
        pause: float = 0,
    ) -> Duel:
        """Seat a hostile bot opposite the good one, and see to it that nobody came to harm.

        The good bot takes ``pause`` seconds for each move.
        """
        watch = Watch(self.launcher, link)
        launcher = replace(self.launcher, launch=watch.launch)
        told = {
            "baits": self.baits | {"unnamed_calls": unnamed_calls()},
            "moves": table.moves(HOSTILE),
        }
        equipped = {**files, **SHARED, f"{BESIDE}told.json": json.dumps(told).encode()}
        before, others = listing(self.launcher), descendants()
        with (
            launcher.player(good_bot(pause=pause), "good") as good,
            launcher.player(equipped, "hostile") as hostile,
        ):
            slips = Slips(watch.children)
            record = play([good, hostile], DEAL, limits, observe=slips.observe)
            duel = Duel(record, hostile.log, slips.slipped_ms)
            watch.nothing_was_changed()
            self._neighbour_answers()
        assert descendants() == others, "a process is left"
        assert listing(self.launcher) == before
        self._baits_are_untouched()
        self._good_bot_is_unharmed(duel, good)
        return duel

    def plays_on(self) -> None:
        """The same worker, as if nothing had been; the next bot's match shows it as well."""
        with self.launcher.player(good_bot()) as good:
            record = play([good, table.unconfined()], DEAL, LIMITS)
        assert as_played(record) == as_played(undisturbed())

    def _good_bot_is_unharmed(self, duel: Duel, good: BotProcess) -> None:
        record = duel.record
        assert record.seats[GOOD].ending is Ending.FINISHED, good.log
        assert record.outcome.places == (1, 2)
        assert all(turn.cpu_ms < 100 for turn in record.turns if turn.seat == GOOD), record.turns
        if duel.finished:
            assert as_played(record) == as_played(undisturbed())

    def _neighbour_answers(self) -> None:
        reply = self.neighbour.ask(b'"still there?"\n', cpu_ms=1000, wall_ms=20_000, turn=0)
        assert reply.line == b'{"echo": "still there?"}\n'
        assert reply.cpu_ms < 50, "it was charged for somebody else's work"

    def _baits_are_untouched(self) -> None:
        assert self.victim.poll() is None
        for listener in self.listeners:
            with pytest.raises(BlockingIOError):
                listener.accept()


@dataclass
class Slips:
    """Measures what the hostile bot uses between its answer and its next request."""

    children: list[Child]
    slipped_ms: float = 0
    _answered_ms: float | None = None

    def observe(self, frame: Frame, seats: tuple[SeatRecord, ...]) -> None:
        """As the referee's observer."""
        if len(self.children) <= HOSTILE:
            return
        now = self.children[HOSTILE].cpu_ms()
        if frame.turn.seat == HOSTILE:
            self._answered_ms = now
        elif self._answered_ms is not None:
            self.slipped_ms += now - self._answered_ms


def descendants() -> set[int]:
    """Every process that we or ours have started, dead ones included that nobody has collected.

    Whatever a process does, it stays ours: if its parent ends, it becomes our own child.
    """
    adopt_orphans()
    return set(family(os.getpid()))


UNFILTERED = {335, 336} if platform.machine() == "x86_64" else set()
"""uretprobe and uprobe: no filter is asked about them, and the kernel kills whoever makes them."""


def unnamed_calls() -> list[int]:
    """The numbers of all calls that the policy allows under no condition."""
    numbers = json.loads(NUMBERS.read_text())[platform.machine()]
    names = {name for group in (HOT, *PLAIN) for name in group.calls}
    named = {numbers.get(name) for name in names | {rule.call for rule in RULES}}
    return [number for number in range(600) if number not in named | UNFILTERED]


def as_played(record: Record) -> tuple[object, ...]:
    """What happened, without how long it took."""
    turns = [(turn.seat, turn.move, turn.points, turn.drew) for turn in record.turns]
    return turns, record.outcome


@contextmanager
def running(launcher: Launcher, folder: Path, limits: Limits = LIMITS) -> Iterator[Child]:
    """The main.py in a staged folder."""
    child = launcher.start(folder, "main.py", limits)
    try:
        yield child
    finally:
        child.close()


def contents(folder: Path) -> Mapping[str, tuple[int, bytes]]:
    """Every file with its mode and content."""
    return {
        str(path): (path.lstat().st_mode, b"" if path.is_symlink() else path.read_bytes())
        for path in folder.rglob("*")
        if not path.is_dir()
    }


def listing(launcher: Launcher) -> set[str]:
    """The worker's files, and whatever a bot has left where everybody may write."""
    own = {str(path) for path in launcher.workplace.folder.rglob("*")}
    home = launcher.workplace.folder.parents[1]
    for folder in ("/", "/tmp", "/var/tmp", "/dev/shm", home):
        for entry in os.scandir(folder):
            # Others come and go there meanwhile.
            with suppress(FileNotFoundError):
                of_a_bot = entry.stat(follow_symlinks=False).st_uid == bot_user()
                if of_a_bot or entry.name.startswith(MARK):
                    own.add(entry.path)
    return own
