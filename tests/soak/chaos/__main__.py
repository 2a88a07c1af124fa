"""Kills whatever can die while matches are played, and then counts what is left.

    python -m tests.soak.chaos [--matches 300] [--seed 1] [--persistent]

On SQLite and an embedded Valkey in a folder of its own, unless DATABASE_URL and REDIS_URL name an
empty database and a broker to be shaken. Ends with status 1 where anything was lost, counted twice
or left over.
"""

import os
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

LEASE_SECONDS = "4"


def main() -> int:
    parser = ArgumentParser("tests.soak.chaos", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=300, help="to finish under fire")
    parser.add_argument("--seed", type=int, default=1, help="of what is killed when")
    parser.add_argument("--persistent", action="store_true", help="a broker that keeps its data")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        os.environ.update(
            DJANGO_SETTINGS_MODULE="sixfold.settings",
            DATA_DIR=folder,
            LEASE_SECONDS=LEASE_SECONDS,
            LOG_LEVEL="WARNING",
        )
        return shake(Path(folder), options)


def shake(folder: Path, options: Namespace) -> int:
    """Set a site up in the folder, shake it, let it finish, and audit it."""
    import django  # the settings are read from the environment that was just made

    django.setup()
    from tests.soak.chaos import audit, faults, field
    from tests.soak.chaos.site import Site, adopt_orphans

    adopt_orphans()
    began = time.monotonic()
    field.prepare()
    with Site(folder, persistent=options.persistent) as site:
        done = faults.shake(site, options.matches, options.seed)
        field.close()
        field.wait()
    minutes = (time.monotonic() - began) / 60
    print(f"{minutes:.1f} minutes, {sum(done.values())} faults:")
    for what, times in sorted(done.items()):
        print(f"{times:>7} {what}")
    return audit.report()


if __name__ == "__main__":
    sys.exit(main())
