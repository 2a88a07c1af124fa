"""What goes wrong: kills, freezes, a broker that forgets, a database that cuts or refuses."""

import os
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random

import redis
from django.conf import settings
from django.db import connection

from sixfold.matches.models import Match
from tests.soak.chaos.site import Site

Fault = Callable[[Site, Random], None]


def shake(site: Site, matches: int, times: int, seed: int) -> Counter[str]:
    """Do one thing after another, starting again what died, until so much was done and played.

    Each kind comes once before any comes again, in an order that the seed decides.
    """
    rng, done = Random(seed), Counter[str]()
    faults, left = _faults(site), list[str]()
    while done.total() < times or Match.objects.finished().count() < matches:
        # A worker takes some seconds to start, and something has to be played in between.
        time.sleep(rng.uniform(1, 8))
        left = left or rng.sample(list(faults), len(faults))
        name = left.pop()
        faults[name](site, rng)
        done[name] += 1
        time.sleep(rng.uniform(0, 1))
        site.keep()
    return done


def _faults(site: Site) -> dict[str, Fault]:
    """What can go wrong here, by what is said of it: servers that are not ours are not killed."""
    found: dict[str, Fault] = {
        "worker killed": kill_a_worker,
        "pool process killed": kill_a_pool_process,
        "worker frozen past its lease": freeze_a_worker,
        "clerk killed": lambda site, _rng: site.kill("clerk"),
        "beat killed": lambda site, _rng: site.kill("beat"),
    }
    for name in site.servers:
        found[f"{name} killed"] = partial(kill_a_server, name)
        found[f"{name} frozen"] = partial(freeze_a_server, name)
    if not site.servers.keys() & {"valkey", "redis"}:
        found["broker cut and emptied"] = cut_the_broker
    if connection.vendor == "sqlite":
        found["database locked"] = lock_sqlite
    else:
        found["database's connections cut"] = cut_postgresql
    return found


def kill_a_worker(site: Site, rng: Random) -> None:
    site.kill(rng.choice(site.workers))


def kill_a_pool_process(site: Site, rng: Random) -> None:
    pool = site.pool(rng.choice(site.workers))
    if pool:
        with suppress(ProcessLookupError):
            os.kill(rng.choice(pool), signal.SIGKILL)


def freeze_a_worker(site: Site, rng: Random) -> None:
    name = rng.choice(site.workers)
    pids = [site.running[name].pid, *site.pool(name)]
    _signal(pids, signal.SIGSTOP)
    time.sleep(settings.LEASE_SECONDS + 1)
    _signal(pids, signal.SIGCONT)


def kill_a_server(name: str, site: Site, _rng: Random) -> None:
    site.kill(name)
    # This process has had a connection to it as well.
    connection.close()


def freeze_a_server(name: str, site: Site, rng: Random) -> None:
    """It keeps its connections and answers nothing, which is worse than being gone."""
    pids = [site.running[name].pid, *site.pool(name)]
    _signal(pids, signal.SIGSTOP)
    time.sleep(rng.uniform(3, 10))
    _signal(pids, signal.SIGCONT)


def cut_the_broker(_site: Site, _rng: Random) -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        broker.flushdb()
        broker.client_kill_filter(_type="normal", skipme=True)


def lock_sqlite(_site: Site, _rng: Random) -> None:
    """Nobody can write for as long as a large transaction may take."""
    other = sqlite3.connect(settings.DATABASES["default"]["NAME"], isolation_level=None)
    other.execute("PRAGMA busy_timeout = 20000")
    other.execute("BEGIN IMMEDIATE")
    time.sleep(3)
    other.execute("ROLLBACK")
    other.close()


def cut_postgresql(_site: Site, _rng: Random) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def _signal(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)
