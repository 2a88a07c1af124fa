"""One site for all tests of a module."""

from collections.abc import Iterator
from unittest import mock

import pytest
from django.conf import settings
from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from sixfold.tournaments import forecasts
from tests.platform.security.world import World, build


@pytest.fixture(scope="module")
def whole(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """The site, made once; whoever changes it takes `world`."""
    in_memory = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    site = override_settings(
        LADDERS=["two"],
        # No queue, whether or not another test has started one.
        REDIS_URL="unix:///nowhere",
        # What is refused for coming too often has tests of its own.
        API_PER_MINUTE=1_000_000,
        ACCOUNT_RATE_LIMITS=False,
        STORAGES=settings.STORAGES | {"records": in_memory},
    )
    # An organiser who looks ahead at a tournament would keep the tests waiting.
    hasty = mock.patch.object(forecasts, "SECONDS", 0.01)
    with site, hasty, django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


@pytest.fixture
def world(whole: World, db: None) -> World:
    """The site; what a test does to it is undone, since its transaction lies within the whole's."""
    return whole
