"""What a match costs beside its play, on a site with a history: what scaling is reckoned from.

    python -m tests.benchmarks.large.make FOLDER
    python -m tests.benchmarks.scale FOLDER [MATCHES]

FOLDER, or the database that DATABASE_URL names, is as `tests.benchmarks.large.make` leaves it, and
gets some matches more: paired, claimed, finished with games that were played once, counted and
rated, by the code of the site, in this process. Of a PostgreSQL on this machine, the CPU time of
the backend is told too; what a match keeps there is the mean over the whole history.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeVar

from tests.benchmarks.large.site import open_site
from tests.benchmarks.throughput import cpu_seconds

if TYPE_CHECKING:
    from sixfold.matches.playing import Played

Result = TypeVar("Result")


def main(folder: Path, matches: int) -> None:
    open_site(folder)
    from sixfold.ladder import services as ladder
    from sixfold.ladder.services import matchmaking, publishing
    from sixfold.matches import services
    from sixfold.matches.models import Match
    from tests.benchmarks.large.present import play_ready

    print(f"{'':32}{'ms of CPU':>12}{'of PostgreSQL':>16}{'kB of WAL':>12}")
    play_ready(Random(1))
    for one in ladder.ladders():
        ladder.count(one)
    matchmaking.WAITING_PER_WORKER = matches
    before = Match.objects.count()
    cost("to pair a match", ladder.pair, lambda _made: Match.objects.count() - before)
    attempts = cost("to claim it", lambda: list(iter(services.claim, None)), len)
    games = {seats: game(seats) for seats in {one.match.seats.count() for one in attempts}}
    due = [(one, games[one.match.seats.count()]) for one in attempts]
    finished = cost("to store its result", lambda: [services.finish(*one) for one in due], len)
    cost("to count it", lambda: [*map(ladder.count, ladder.ladders())], lambda _: len(finished))
    for one in ladder.ladders():
        cost(f"to rate {one}", partial(publishing.publish, one), lambda _: 1)
    sizes()


def cost(name: str, work: Callable[[], Result], times: Callable[[Result], int]) -> Result:
    """Carry out and print what each of so many took."""
    pid, cpu, written = backend(), cpu_seconds(os.getpid()), wal()
    database = cpu_seconds(pid) if pid else 0.0
    result = work()
    number = times(result)
    ours = 1000 * (cpu_seconds(os.getpid()) - cpu) / number
    theirs = f"{1000 * (cpu_seconds(pid) - database) / number:.1f}" if pid else "-"
    print(f"{name:32}{ours:12.1f}{theirs:>16}{(wal() - written) / number / 1024:12.1f}", flush=True)
    return result


def game(seats: int) -> "Played":
    """One that was played at a table of so many."""
    from arena import referee
    from arena.player import InProcess
    from sixfold.matches.playing import Played
    from tests.browser.conftest import greedy

    names = tuple(f"ada/bot{number}" for number in range(seats))
    record = referee.play([InProcess(greedy) for _ in names], referee.Deal(bytes(32), names))
    return Played(record, logs=((),) * seats, tier="A")


def sizes() -> None:
    """Print what a match keeps: rows with their indexes, and the record."""
    from django.db import connection

    from sixfold.matches.models import Match, Seat

    matches = Match.objects.count()
    (newest,) = Match.objects.exclude(record_key="").order_by("-pk")[:1]
    print(f"{Seat.objects.count() / matches:.1f} seats a match, {matches} matches")
    print(f"{newest.record_size} bytes of record at a table of {newest.seats.count()}")
    for table in ("seat", "match", "attempt", "cluster"):
        print(f"{size(f'matches_{table}') / matches:8.0f} bytes of rows: matches_{table}")
    for table in ("event", "pairing", "paircount", "standing"):
        print(f"{size(f'ladder_{table}') / matches:8.0f} bytes of rows: ladder_{table}")
    print(f"on {connection.vendor}")


def size(table: str) -> int:
    return asked("SELECT pg_total_relation_size(%s::regclass)", table)


def backend() -> int:
    """The process of PostgreSQL that works for this one; 0 where it is none of this machine."""
    pid = asked("SELECT pg_backend_pid()")
    return pid if Path(f"/proc/{pid}/stat").exists() else 0


def wal() -> int:
    return asked("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint")


def asked(query: str, *values: str) -> int:
    """What PostgreSQL says; 0 of another database."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return int(cursor.fetchone()[0])


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 200)
