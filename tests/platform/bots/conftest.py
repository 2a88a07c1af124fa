"""Uploads of two people, and what becomes of them."""

from collections.abc import Callable

import pytest
from django.test import Client

from sixfold.accounts.models import User
from sixfold.bots import services
from sixfold.bots.models import Submission

GOOD = b"def choose(game):\n    return game.legal_moves()[0]\n"

Upload = Callable[..., Submission]
Check = Callable[[Submission], Submission]


@pytest.fixture
def stranger(db: None) -> User:
    """Bob, who has signed up too."""
    return User.objects.create_user("bob")


@pytest.fixture
def author(user: User, client: Client) -> Client:
    """Ada's browser, logged in."""
    client.force_login(user)
    return client


@pytest.fixture
def upload(user: User) -> Upload:
    """Submit a version of one of Ada's bots, entering the bot where it is new."""

    def upload(source: bytes = GOOD, name: str = "Swift", owner: User = user) -> Submission:
        bot = owner.bots.filter(name=name).first() or services.create_bot(owner=owner, name=name)
        return services.submit(bot=bot, filename="bot.py", data=source, note="a try")

    return upload


@pytest.fixture
def passed(upload: Upload) -> Callable[..., Submission]:
    """Submit a version and let it pass its check, unplayed."""

    def passed(*args: object, **kwargs: object) -> Submission:
        submission = upload(*args, **kwargs)
        claimed = services.claim_check()
        assert claimed == submission
        assert claimed.token is not None
        assert services.conclude(claimed, claimed.token, passed=True)
        submission.refresh_from_db()
        return submission

    return passed
