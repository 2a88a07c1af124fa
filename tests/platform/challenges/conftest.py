"""Two owners with a bot each, and games that end as wanted."""

from collections.abc import Callable

import pytest

from sixfold.bots.models import Submission, Succession
from tests.platform.trials.conftest import Version, settle, version

__all__ = ["Version", "settle", "version"]

Enter = Callable[[str], Submission]


@pytest.fixture
def enter(version: Version) -> Enter:
    """Enter the next version of somebody's bot, which plays from then on."""

    def enter(owner: str) -> Submission:
        return version(Succession.AT_ONCE, name=f"{owner}-bot", owner=owner)

    return enter


@pytest.fixture
def ada(enter: Enter) -> Submission:
    return enter("ada")


@pytest.fixture
def bob(enter: Enter) -> Submission:
    return enter("bob")
