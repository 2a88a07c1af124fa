"""Five hundred viewers of one match on one web process: none may miss an event.

    python -m tests.benchmarks.live [--viewers 500]

A game is reported move by move to a Valkey, as a worker does it; the viewers are connections to
uvicorn, held by another process than this one's server. A fifth of them come while the match is
played, and another fifth lose their connection and come back by Last-Event-ID. The baseline is a
single viewer of the same game in the same run. What it costs a match to be reported is measured
against the same game unreported, with a Redis that answers and with one that does not.
"""

import argparse
import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING
from urllib.request import urlopen

if TYPE_CHECKING:
    from arena.referee import Observe

    Reported = Callable[[int, int], AbstractContextManager[Observe | None]]

ROOT = Path(__file__).parents[2]
A_SECOND = 10
"""Moves: a match at a pace that can be watched."""
TICKS = os.sysconf("SC_CLK_TCK")
PAGE_KB = os.sysconf("SC_PAGE_SIZE") / 1024


@dataclass
class Viewer:
    """One connection and what came over it, by event id."""

    port: int
    path: str
    heard: dict[str, float] = field(default_factory=dict)
    repeated: int = 0
    over: bool = False

    async def watch(self, until: int = 1 << 30) -> None:
        """Read events until the match is over, or so many have come."""
        seen = f"Last-Event-ID: {next(reversed(self.heard))}\r\n" if self.heard else ""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\n{seen}\r\n".encode())
        try:
            while len(self.heard) < until and not self.over:
                line = (await reader.readline()).decode()
                if not line:
                    raise ConnectionError("The stream ended before the match did.")
                if line.startswith("id: "):
                    self.note(line[4:].strip())
                self.over = self.over or line.startswith("event: end")
        finally:
            writer.close()

    def note(self, mark: str) -> None:
        self.repeated += mark in self.heard
        self.heard.setdefault(mark, time.monotonic())


@dataclass(frozen=True)
class Cost:
    """What a process has used."""

    cpu_s: float
    resident_kb: float

    @classmethod
    def of(cls, pid: int) -> "Cost":
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return cls((int(fields[11]) + int(fields[12])) / TICKS, pages * PAGE_KB)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=500)
    viewers = parser.parse_args().viewers
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "sixfold.settings"}
        os.environ["LOG_LEVEL"] = "ERROR"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        with site() as (port, web):
            print(f"{'viewers':>8}{'events':>8}{'missed':>8}{'p50 ms':>8}{'p99 ms':>8}", end="")
            print(f"{'CPU':>7}{'kB a viewer':>13}")
            # The first stream loads what every later one uses.
            asyncio.run(measure(port, web, 1, quiet=True))
            for count in (1, viewers):
                asyncio.run(measure(port, web, count))
        reporting()


@contextmanager
def site() -> Iterator[tuple[int, int]]:
    """A Valkey and one web process; its port and its number."""
    from sixfold import children
    from tests.platform.waiting import eventually

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started = []
    try:
        for child in (*children.valkey(), children.web(port)):
            command = [*child.command, "--no-access-log"] if child.name == "web" else child.command
            started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))
            eventually(child.ready, 60)
        with urlopen(f"http://127.0.0.1:{port}/"):
            yield port, started[-1].pid
    finally:
        for process in reversed(started):
            process.send_signal(signal.SIGTERM)
            process.wait(10)


async def measure(port: int, web: int, count: int, quiet: bool = False) -> None:
    """Play a game before so many viewers and print what they saw, and what it cost."""
    from django.urls import reverse

    from arena.record import frames
    from sixfold.matches.live.reporting import Report
    from tests.browser.conftest import played

    match, attempt = await asyncio.to_thread(running_match)
    record = played(2, seed=5, ruleset="classic")
    path = reverse("match_events", args=[match])
    report = Report(match, attempt)
    before = Cost.of(web)
    turns = list(frames(record))[: 5 if quiet else None]
    third = len(turns) // 3
    late = asyncio.Event()
    viewers = [Viewer(port, path) for _ in range(count)]
    watching = [asyncio.create_task(one(each, n, third, late)) for n, each in enumerate(viewers)]
    await asyncio.sleep(2 + count / 50)
    settled = Cost.of(web)
    told: dict[str, float] = {}
    started = time.monotonic()
    for n, frame in enumerate(turns, 1):
        told[f"{attempt}.{n}"] = time.monotonic()
        await asyncio.to_thread(report.turn, frame, record.seats)
        if n > third:
            late.set()
        await asyncio.sleep(max(0.0, started + n / A_SECOND - time.monotonic()))
    lasted = time.monotonic() - started
    after = Cost.of(web)
    # The end takes the place of the turns: who comes after it is sent to the replay.
    while any(f"{attempt}.{len(turns)}" not in viewer.heard for viewer in viewers):
        await asyncio.sleep(0.1)
    await asyncio.to_thread(end, match, attempt, len(turns))
    await asyncio.wait_for(asyncio.gather(*watching), 30)
    if quiet:
        return
    expected = [f"{attempt}.{n}" for n in range(len(turns) + 2)]
    missed = sum(list(viewer.heard) != expected for viewer in viewers)
    repeated = sum(viewer.repeated for viewer in viewers)
    # Who comes later or again is told the past at once: that is no delay.
    steady = [viewer for n, viewer in enumerate(viewers) if n % 5 not in (LATE, AGAIN)]
    delays = [viewer.heard[mark] - at for viewer in steady for mark, at in told.items()]
    cut = quantiles([1000 * delay for delay in delays], n=100)
    memory = (settled.resident_kb - before.resident_kb) / count
    print(
        f"{count:8}{len(turns) * count:8}{missed + repeated:8}{cut[49]:8.1f}{cut[98]:8.1f}"
        f"{(after.cpu_s - settled.cpu_s) / lasted:7.1%}{memory:13.0f}"
    )
    assert not missed, f"{missed} viewers missed an event"


LATE, AGAIN = 3, 4
"""The number of a viewer, modulo five: who comes late, and who is cut off and comes again."""


async def one(viewer: Viewer, n: int, third: int, late: asyncio.Event) -> None:
    """Watch a match to its end; `late` is set once a third of it is played."""
    if n % 5 == LATE:
        await late.wait()
    if n % 5 == AGAIN:
        await viewer.watch(until=third)
    await viewer.watch()


def running_match() -> tuple[int, int]:
    """A match that is played, by its rows."""
    from sixfold.matches import services
    from tests.browser.conftest import enter

    submissions = [enter(f"ada/bot{number}") for number in range(2)]
    services.schedule(submissions=submissions, seed=os.urandom(32))
    attempt = services.claim()
    assert attempt is not None
    return attempt.match_id, attempt.pk


def end(match: int, attempt: int, turns: int) -> None:
    from sixfold.matches.live import reporting
    from sixfold.matches.models import Match

    reporting.over(Match(pk=match), attempt, turns)


def reporting() -> None:
    """Print what it costs to report a game, against the same one unreported."""
    from sixfold import children
    from sixfold.matches.live import pace, reporting
    from tests.platform.waiting import eventually

    def timed(clock: Callable[[], float], reported: "Reported", games: int = 20) -> float:
        from arena import referee
        from arena.player import InProcess
        from tests.browser.conftest import greedy

        start = clock()
        for number in range(games):
            dealt = referee.Deal(bytes([number]) * 32, ("a", "b"))
            with reported(1, number + 1) as observe:
                referee.play([InProcess(greedy), InProcess(greedy)], dealt, observe=observe)
        return 1000 * (clock() - start) / games

    def at_once(match: int, attempt: int) -> "AbstractContextManager[Observe]":
        return nullcontext(reporting.Report(match, attempt).turn)

    def unreported(_match: int, _attempt: int) -> AbstractContextManager[None]:
        return nullcontext(None)

    timed(time.process_time, unreported, games=2)
    bare = timed(time.process_time, unreported)
    with ExitStack() as stack:
        (valkey,) = children.valkey()
        process = stack.enter_context(subprocess.Popen(valkey.command, stdout=subprocess.DEVNULL))
        stack.callback(process.kill)
        eventually(valkey.ready)
        answered = timed(time.process_time, at_once)
        paced = timed(time.process_time, pace.reported)
        os.kill(process.pid, signal.SIGSTOP)
        games = 20
        started = time.monotonic()
        timed(time.process_time, at_once, games=games)
        frozen = 1000 * (time.monotonic() - started)
    print(f"\na game of two, without any sandbox: {bare:.1f} ms of CPU time")
    for how, took in {"as it is played": answered, "at a worker's pace": paced}.items():
        print(f"reported {how}: {took - bare:+.1f} ms, {took / bare:.2f} times as much")
    play = games * bare
    print(f"{games} games reported to a frozen Redis: {frozen:.0f} ms, {play:.0f} ms of them play")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
