"""A large site under load: so many visitors at once, as a real load generator plays them.

    python -m tests.benchmarks.large.load FOLDER [--clients 200] [--seconds 20] [--processes 2]
    python -m tests.benchmarks.large.load FOLDER --soak 600

On what `tests.benchmarks.large.make` has made, in FOLDER or in the database of DATABASE_URL. The
site's own web server answers on loopback, in as many processes as asked for; wrk (Debian's
package of that name) asks for one kind of page after another, or with --soak for all of them by
turns for so many seconds. Ends with status 1 where an answer was an error, or where in a soak the
memory of the server has grown by more than a tenth from its first third to its last.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import NamedTemporaryFile
from urllib.request import urlopen

from tests.benchmarks.large.site import open_site
from tests.benchmarks.throughput import cpu_seconds

KINDS = {
    "leaderboard": "leaderboard, Two players",
    "bot": "bot",
    "match": "match",
    "replay": "replay",
}
"""What is asked for, by the name of the read in `addresses`."""
GROWTH = 1.1
SAMPLE_SECONDS = 2.0
SCRIPT = """
local paths = {%s}
local thread = 0
function setup(t) t:set("start", thread) thread = thread + 1 end
function request()
  start = start + 1
  return wrk.format("GET", paths[start %% #paths + 1])
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"requests": %%d, "p50": %%f, "p95": %%f, "most": %%f, ' ..
    '"seconds": %%f, "errors": %%d}', summary.requests, latency:percentile(50) / 1000,
    latency:percentile(95) / 1000, latency.max / 1000, summary.duration / 1e6,
    e.connect + e.read + e.write + e.status + e.timeout))
end
"""
"""Tells what wrk has measured as one line of JSON, in milliseconds."""


def main() -> int:
    parser = ArgumentParser(
        "tests.benchmarks.large.load",
        description=__doc__,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=20, help="for each kind of page")
    parser.add_argument("--processes", type=int, default=2, help="of the web server")
    parser.add_argument("--soak", type=int, default=0, help="seconds of everything by turns")
    asked = parser.parse_args()
    if shutil.which("wrk") is None:
        sys.exit("This needs wrk, the load generator: install Debian's package wrk.")
    open_site(asked.folder)
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    addresses = _addresses()
    connection.close()
    if asked.soak:
        addresses = {"everything": [one for some in addresses.values() for one in some]}
    print(
        f"{connection.vendor}: {asked.clients} clients, {asked.processes} processes of the server"
    )
    columns = ("requests/s", "p50 ms", "p95 ms", "most", "errors", "MB", "CPU ms")
    print(f"{'':14}" + "".join(f"{column:>12}" for column in columns))
    failed = False
    with _server(asked.processes) as (pid, port):
        for name, some in addresses.items():
            # The first visitors of each process have it read its templates.
            _load(port, some, clients=asked.processes, seconds=2)
            seconds, used = asked.soak or asked.seconds, _cpu_seconds(pid)
            with _watching(pid) as memory:
                told = _load(port, some, clients=asked.clients, seconds=seconds)
            # What was asked for at last and has no listener any more still keeps the server busy.
            _drain(port)
            used = _cpu_seconds(pid) - used
            requests = told["requests"]
            rate, cpu = requests / told["seconds"], 1000 * used / (requests + asked.clients)
            values = (rate, told["p50"], told["p95"], told["most"], told["errors"], max(memory))
            print(f"{name:14}" + "".join(f"{one:12.0f}" for one in (*values, cpu)), flush=True)
            failed |= told["errors"] > 0
    if asked.soak:
        third = len(memory) // 3
        first, last = mean(memory[:third]), mean(memory[-third:])
        print(f"memory: {first:.0f} MB in the first third, {last:.0f} MB in the last")
        failed |= last > GROWTH * first
    return int(failed)


def _addresses() -> dict[str, Sequence[str]]:
    from tests.benchmarks.large import addresses

    rng = Random(1)
    reads = {read.name: read.addresses for read in addresses.pages(rng, staff="")}
    listed = ["/api/v1/matches", "/api/v1/ladders/two/standings", "/api/v1/server"]
    return {name: reads[read] for name, read in KINDS.items()} | {"API": listed}


@contextmanager
def _server(processes: int) -> Iterator[tuple[int, int]]:
    """The web server's main process and its port."""
    from sixfold import children

    with socket.socket() as free:
        free.bind((children.HOST, 0))
        port = free.getsockname()[1]
    web = children.web(port)
    command = [*web.command, "--workers", str(processes), "--log-level", "error"]
    environment = {**os.environ, **web.environment}
    server = subprocess.Popen(command, env=environment, start_new_session=True)
    try:
        deadline = time.monotonic() + 60
        while not web.ready():
            if server.poll() is not None or time.monotonic() > deadline:
                sys.exit("The web server did not start.")
            time.sleep(0.1)
        yield server.pid, port
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        try:
            server.wait(web.grace)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)


def _load(port: int, paths: Sequence[str], *, clients: int, seconds: int) -> dict[str, float]:
    quoted = ", ".join(json.dumps(path) for path in paths)
    with NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(SCRIPT % quoted)
        script.flush()
        threads = str(min(2, clients))
        options = ["-t", threads, "-c", str(clients), "-d", f"{seconds}s", "--timeout", "30s"]
        told = subprocess.run(
            ["wrk", *options, "-s", script.name, f"http://127.0.0.1:{port}"],
            check=True,
            capture_output=True,
            text=True,
        )
    found: dict[str, float] = json.loads(told.stdout.splitlines()[-1])
    return found


def _drain(port: int) -> None:
    """Wait until the server has time for a visitor again."""
    deadline = time.monotonic() + 120
    quick = 0
    while quick < 10 and time.monotonic() < deadline:
        began = time.monotonic()
        with urlopen(f"http://127.0.0.1:{port}/health/", timeout=120) as answer:
            answer.read()
        # Several in a row, since each process of the server answers by turns.
        quick = quick + 1 if time.monotonic() - began < 0.2 else 0
        time.sleep(0.05)


@contextmanager
def _watching(pid: int) -> Iterator[list[float]]:
    """What the server's processes hold in memory, in MB, every few seconds meanwhile."""
    from threading import Event, Thread

    over, found = Event(), [_megabytes(pid)]

    def watch() -> None:
        while not over.wait(SAMPLE_SECONDS):
            found.append(_megabytes(pid))

    thread = Thread(target=watch)
    thread.start()
    try:
        yield found
    finally:
        over.set()
        thread.join()


def _tree(pid: int) -> Iterator[int]:
    """A process and all its descendants."""
    yield pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield from _tree(int(child))


def _cpu_seconds(pid: int) -> float:
    """What the server's processes have used so far."""
    return cpu_seconds(*_tree(pid))


def _megabytes(pid: int) -> float:
    """Of the server's processes: what is theirs alone, and their share of the rest."""
    lines = [
        line
        for one in _tree(pid)
        for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
    ]
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


if __name__ == "__main__":
    sys.exit(main())
