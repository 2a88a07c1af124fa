"""What a claim costs among a million finished matches: by kinds, against one queue for all.

    python tests/benchmarks/claim.py [MATCHES]

CPU time of this process and seconds on the wall, a claim; on SQLite in a temporary folder, or on
the empty database that DATABASE_URL names. The baseline takes the most urgent row whatever its
kind, by an index made for it.
"""

import os
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from statistics import median

import django

CLAIMS = 200
ROUNDS = 7
WAITING = 20_000


def main(matches: int) -> None:
    with tempfile.TemporaryDirectory(prefix="sixfold-") as folder:
        os.environ |= {"DATA_DIR": folder, "LOG_LEVEL": "WARNING"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sixfold.settings")
        django.setup()
        measure(matches)


def measure(matches: int) -> None:
    from django.core.management import call_command
    from django.db import connection

    from sixfold.matches import services
    from sixfold.matches.models import Kind

    call_command("migrate", verbosity=0)
    fill(matches, Kind.LADDER, finished=True)
    fill(WAITING, Kind.LADDER)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE INDEX one_queue ON matches_match (priority DESC, id) WHERE progress = 'queued'"
        )
        cursor.execute("ANALYZE")
    print(f"{connection.vendor}: {matches} finished matches, {WAITING} waiting of each kind")
    print(f"{'a claim':32}{'ms on the wall':>16}{'ms of CPU':>12}{'ratio of CPU':>14}")
    alone = compare({"one queue": one_queue, "by kinds, one of them waits": services.claim})
    for kind in (Kind.TRIAL, Kind.CHALLENGE, Kind.TOURNAMENT):
        fill(WAITING, kind)
    compare({"by kinds, all four wait": services.claim}, baseline=alone)


def fill(number: int, kind: str, *, finished: bool = False) -> None:
    """Rows as they are after play, or waiting for it."""
    from django.db import connection

    from sixfold.matches.models import Cluster

    if number > WAITING:  # more than the seat orders of one cluster can be numbered
        fill(number - WAITING, kind, finished=finished)
    cluster = Cluster.objects.create(seed=bytes(32), ruleset="classic", kind=kind)
    series = (
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < %s)"
        " SELECT i FROM n"
    )
    state = "'finished', CURRENT_TIMESTAMP, 'key', 'sha'" if finished else "'queued', NULL, '', ''"
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO matches_match"
            ' (cluster_id, kind, "order", priority, lost, "end",'
            " progress, finished_at, record_key, record_sha256)"
            f" SELECT %s, %s, i, 0, 0, '', {state} FROM ({series}) AS numbers",
            [cluster.pk, kind, min(number, WAITING)],
        )


def one_queue() -> object:
    """The claim as it was before there were kinds."""
    from django.db import transaction
    from django.db.models.functions import Now

    from sixfold.leases import Progress, lease_length
    from sixfold.matches.models import Attempt, Match

    with transaction.atomic():
        with transaction.atomic():
            ready = Match.objects.select_related("cluster").ready()
            locked = ready.select_for_update(skip_locked=True, of=("self",))
            match = locked.order_by("-priority", "pk").first()
            assert match is not None
            Match.objects.filter(pk=match.pk).move(
                Progress.RUNNING, token=uuid.uuid4(), leased_until=Now() + lease_length()
            )
            match.refresh_from_db(fields=["progress", "token", "leased_until"])
        assert match.token is not None
        return Attempt.objects.create(match=match, token=match.token, worker="benchmark")


def compare(claims: dict[str, Callable[[], object]], baseline: float | None = None) -> float:
    """Measure in turns and print; the CPU time of the first, or the baseline that was given."""
    rounds: dict[str, list[tuple[float, float]]] = {name: [] for name in claims}
    for _ in range(ROUNDS):
        for name, claim in claims.items():
            wall, cpu = time.perf_counter(), time.process_time()
            for _ in range(CLAIMS):
                assert claim()
            rounds[name].append((time.perf_counter() - wall, time.process_time() - cpu))
    for name, costs in rounds.items():
        wall, cpu = (1000 * median(column) / CLAIMS for column in zip(*costs, strict=True))
        baseline = baseline or cpu
        print(f"{name:32}{wall:16.2f}{cpu:12.2f}{cpu / baseline:14.2f}")
    assert baseline is not None
    return baseline


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
