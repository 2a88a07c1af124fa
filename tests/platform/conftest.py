"""The platform's world: a data folder, a queue, a worker and people of its own.

DATABASE_URL and REDIS_URL in the environment put it on other servers; what is queued there is lost.
"""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.files.storage import Storage, storages
from django.db import connection
from django.test import override_settings
from pytest_django import Settings

from sixfold import children
from sixfold.accounts.models import User
from sixfold.celery import celery_app
from sixfold.processes import Child
from tests.platform.waiting import eventually

StartWorker = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture(scope="session", autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder for this run, so that no test touches yours."""
    folder = tmp_path_factory.mktemp("data")
    stored: dict[str, Any] = settings.STORAGES
    storages = {
        name: {**storage, "OPTIONS": {"location": folder / name}}
        if "OPTIONS" in storage
        else storage
        for name, storage in stored.items()
    }
    kept: dict[str, Any] = settings.CACHES
    # Nothing listens there, so a test counts in its own process, where cache.clear() forgets it.
    limits = {**kept["default"], "LOCATION": f"unix://{folder}/nobody"}
    queue: dict[str, Any] = {}
    if settings.VALKEY_SOCKET:
        socket = folder / "valkey.sock"
        celery_app.conf.update(broker_url=f"redis+socket://{socket}")
        queue = {"VALKEY_SOCKET": socket, "REDIS_URL": f"unix://{socket}"}
    with override_settings(
        DATA_DIR=folder,
        STORAGES=storages,
        CACHES={**kept, "default": limits},
        **queue,
        # The real ones are slow on purpose.
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    ):
        yield folder


@pytest.fixture(scope="session")
def django_db_modify_db_settings(data: Path) -> None:
    """Put the test database into a file, where a worker process finds it too."""
    database: Any = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(data / "test.sqlite3")


@pytest.fixture(autouse=True)
def forgetful() -> None:
    """Nothing that another test has worked out: its keys are those of other rows by now."""
    caches["local"].clear()


@pytest.fixture
def user(db: None) -> User:
    """Ada, who has signed up."""
    return User.objects.create_user("ada", "ada@example.org", "correct horse battery")


@pytest.fixture
def records(settings: Settings) -> Storage:
    """The store of records, empty and in memory."""
    in_memory = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    settings.STORAGES = settings.STORAGES | {"records": in_memory}
    return storages["records"]


@pytest.fixture(scope="session")
def valkey() -> Iterator[None]:
    """A real queue."""
    with ExitStack() as servers:
        for server in children.valkey():
            servers.enter_context(running(server))
        yield


@pytest.fixture
def here(valkey: None, transactional_db: None, data: Path) -> dict[str, str]:
    """The environment in which a process works on the database and the queue of the tests."""
    database = connection.settings_dict
    here = {"DATA_DIR": str(data), "REDIS_URL": settings.REDIS_URL}
    if connection.vendor == "sqlite":
        here["DATABASE_URL"] = f"sqlite:///{database['NAME']}"
    else:
        name = database["NAME"]
        here["DATABASE_URL"] = f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"
    return here


@pytest.fixture
def start_worker(here: dict[str, str]) -> Iterator[StartWorker]:
    """Start a real Celery worker on the test database; answers with its main process."""
    celery_app.control.purge()

    def start_worker(**environment: str) -> subprocess.Popen[bytes]:
        return workers.enter_context(running(children.worker(), **here | environment))

    with ExitStack() as workers:
        yield start_worker


@pytest.fixture
def worker(start_worker: StartWorker) -> subprocess.Popen[bytes]:
    """A real Celery worker."""
    return start_worker()


@contextmanager
def running(child: Child, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A child of the site, ready to use and stopped at the end."""
    process = subprocess.Popen(
        child.command,
        stdout=subprocess.DEVNULL,
        env={**os.environ, **child.environment, **environment},
        start_new_session=True,
    )
    try:
        eventually(child.ready, 120)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(child.grace)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
