"""The platform's world: a data folder, a queue and people of its own."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.test import override_settings

from sixfold.accounts.models import User
from sixfold.celery import celery_app
from sixfold.children import valkey_binary


@pytest.fixture(scope="session", autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder for this run, so that no test touches yours."""
    # Short, since sockets are made in it.
    folder = tmp_path_factory.mktemp("data")
    storages = {
        name: {**storage, "OPTIONS": {"location": folder / name}} if "OPTIONS" in storage else storage
        for name, storage in settings.STORAGES.items()
    }
    with override_settings(DATA_DIR=folder, STORAGES=storages):
        yield folder


@pytest.fixture(scope="session")
def django_db_modify_db_settings(data: Path) -> None:
    """Put the test database in a file, where a worker process finds it too."""
    database: dict[str, Any] = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database["TEST"]["NAME"] = str(data / "test.sqlite3")


@pytest.fixture
def user(db: None) -> User:
    """Ada, who has signed up."""
    return User.objects.create_user("ada", "ada@example.org", "correct horse battery")
