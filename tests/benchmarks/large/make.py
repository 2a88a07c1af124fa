"""Makes a site as it is after a busy season: 1,000 bots and 1,000,000 matches.

    python -m tests.benchmarks.large.make FOLDER [--bots 1000] [--matches 1000000] [--seed 1]

In FOLDER, or in the empty database that DATABASE_URL names with the records in FOLDER. Matches of
the season have no stored record; the last few hundred are played for this and have theirs.
"""

import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.benchmarks.large.site import open_site


def main() -> int:
    parser = ArgumentParser(
        "tests.benchmarks.large.make",
        description=__doc__,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bots", type=int, default=1_000)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    open_site(asked.folder)
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from sixfold.matches.models import Match

    if Match.objects.exists():
        print("There are matches already: name an empty folder or database.", file=sys.stderr)
        return 1
    make(asked.bots, asked.matches, Random(asked.seed))
    return 0


def make(bots: int, matches: int, rng: Random) -> None:
    from django.db import connection

    from tests.benchmarks.large import field, present, season

    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        # Nothing is lost if this is cut off: it is made again.
        cursor.execute("PRAGMA synchronous = OFF" if sqlite else "SET synchronous_commit = off")
    with _timed("bots and versions"):
        versions = field.enter(bots, rng)
    with _timed("the season"):
        season.play(versions, matches, rng)
    with _timed("the present"):
        present.happen(rng)
    if not sqlite:
        # What its own daemon would have done by then; SQLite has none, and is left as it is.
        with _timed("vacuum"), connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


@contextmanager
def _timed(what: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    print(f"{what}: {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
