"""A ladder with three bots, and somebody who may rule on them."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from sixfold.accounts.models import User
from sixfold.moderation import positions
from tests.platform.ladder.conftest import (
    Enter,
    Play,
    enter,
    finish,
    ladder,
    one_ladder,
    play,
    trio,
)

__all__ = ["Enter", "Play", "enter", "finish", "ladder", "one_ladder", "play", "trio"]


@pytest.fixture
def moderator(db: None) -> User:
    """Staff that may make rulings."""
    sam = User.objects.create_user("sam", is_staff=True)
    sam.user_permissions.add(Permission.objects.get(codename="add_ruling"))
    return sam


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> int:
    """Ask bots on the positions of two games alone; the number of these positions."""
    some = positions.lines()[:2]
    monkeypatch.setattr("sixfold.moderation.behaviour.lines", lambda: some)
    return 2 * positions.EACH


@pytest.fixture
def desk(client: Client, moderator: User) -> Client:
    """The moderator's browser."""
    client.force_login(moderator)
    return client
