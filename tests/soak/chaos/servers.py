"""A PostgreSQL and a Redis of this run's own, so that they can be killed like everything else."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import redis

from sixfold.processes import Child

NOBODY = "postgres"
"""PostgreSQL does not run as root, so root runs it as this user."""
KEPT = ("--appendonly", "yes", "--appendfsync", "always")
"""How a broker loses nothing of what it took; without them it comes back empty."""


def both(folder: Path, *, persistent: bool) -> list[Child]:
    """A PostgreSQL and a Redis, on free ports, where the environment leads to from now on."""
    return [
        postgresql(folder / "postgresql"),
        redis_server(folder, persistent=persistent),
    ]


def embedded(*, persistent: bool) -> Iterator[Child]:
    """The site's own Valkey; nothing where REDIS_URL names another."""
    from sixfold import children

    for valkey in children.valkey():
        yield replace(valkey, command=[*valkey.command, *KEPT]) if persistent else valkey


def postgresql(folder: Path) -> Child:
    """An empty cluster in this folder, which it makes; named by DATABASE_URL from now on."""
    port = _free_port()
    url = f"postgres://postgres@127.0.0.1:{port}/postgres"
    folder.mkdir()
    if os.getuid() == 0:
        folder.parent.chmod(0o711)
        shutil.chown(folder, NOBODY, NOBODY)
    made = _as_nobody(_program("initdb"), "--auth=trust", "--username=postgres", "-D", str(folder))
    subprocess.run(made, check=True, capture_output=True, cwd="/")
    os.environ["DATABASE_URL"] = url
    where = ("-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=")
    command = _as_nobody(_program("postgres"), "-D", str(folder), "-p", str(port), *where)

    def answers() -> bool:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    return Child("postgresql", command, answers, grace=20)


def redis_server(folder: Path, *, persistent: bool) -> Child:
    """An empty Redis that works in this folder; named by REDIS_URL from now on."""
    port = _free_port()
    url = f"redis://127.0.0.1:{port}/0"
    os.environ["REDIS_URL"] = url
    command = [
        *(_program("redis-server"), "--port", str(port), "--bind", "127.0.0.1"),
        *("--save", "", "--dir", str(folder), *(KEPT if persistent else ())),
    ]

    def answers() -> bool:
        with redis.Redis.from_url(url, socket_timeout=1) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False

    return Child("redis", command, answers, grace=5)


def _as_nobody(*command: str) -> list[str]:
    if os.getuid():
        return list(command)
    return ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", *command]


def _program(name: str) -> str:
    # Debian keeps PostgreSQL's programs off the path.
    debians = map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = shutil.which(name) or max(debians, default=None)
    if found is None:
        raise SystemExit(f"There is no {name} here: install PostgreSQL and Redis.")
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
