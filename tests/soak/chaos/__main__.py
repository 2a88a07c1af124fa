"""Kills whatever can die while matches are played, and then counts what is left.

    python -m tests.soak.chaos [--matches 300] [--faults 40] [--seed 1] [--servers] [--persistent]

On SQLite and an embedded Valkey in a folder of its own; with --servers on a PostgreSQL and a Redis
that it starts, and kills, too. Or on the empty database and the broker that DATABASE_URL and
REDIS_URL name: their connections are cut. Ends with status 1 where anything was lost, counted twice
or left over.
"""

import os
import signal
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

LEASE_SECONDS = "4"


def main() -> int:
    parser = ArgumentParser("tests.soak.chaos", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=300, help="to finish under fire")
    parser.add_argument("--faults", type=int, default=40, help="at least so many")
    parser.add_argument("--seed", type=int, default=1, help="of what is killed when")
    parser.add_argument("--servers", action="store_true", help="PostgreSQL and Redis, its own")
    parser.add_argument("--persistent", action="store_true", help="a broker that keeps its data")
    options = parser.parse_args()
    # So that whoever stops this stops what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        os.environ.update(
            DJANGO_SETTINGS_MODULE="sixfold.settings",
            DATA_DIR=folder,
            LEASE_SECONDS=LEASE_SECONDS,
            LOG_LEVEL="WARNING",
        )
        os.environ.setdefault("WORKERS", "2")
        return shake(Path(folder), options)


def shake(folder: Path, options: Namespace) -> int:
    """Set a site up in the folder, shake it, let it finish, and audit it."""
    from tests.soak.chaos import servers

    own = servers.both(folder, persistent=options.persistent) if options.servers else []

    import django  # the settings are read from the environment that was just made

    django.setup()
    from django.db import connection

    from tests.soak.chaos import audit, faults, field, orphans
    from tests.soak.chaos.site import Site, players

    orphans.adopt()
    began = time.monotonic()
    with Site(folder, own or servers.embedded(persistent=options.persistent), players(2)) as site:
        field.prepare()
        site.keep()
        done = faults.shake(site, options.matches, options.faults, options.seed)
        field.close()
        field.wait()
        site.rest()
        minutes = (time.monotonic() - began) / 60
        print(f"{minutes:.1f} minutes, {sum(done.values())} faults:")
        for what, times in sorted(done.items()):
            print(f"{times:>7} {what}")
        status = audit.report(list(audit.findings([one.pid for one in site.running.values()])))
        # PostgreSQL, asked to stop, waits for those who are connected.
        connection.close()
        return status


if __name__ == "__main__":
    sys.exit(main())
