"""Two bots that may play, matches between them, and games that were played without a sandbox."""

import random
from collections.abc import Callable

import pytest
from django.core.files.storage import Storage

from arena import referee
from arena.moves import Move
from arena.player import InProcess
from arena.record import Record
from arena.view import View
from sixfold.bots.models import Submission
from sixfold.matches import services
from sixfold.matches.models import Match
from sixfold.matches.playing import Played
from tests.platform.entrants import FIRST_MOVE, passed

SEED = bytes(range(32))

Enter = Callable[..., Submission]


@pytest.fixture
def enter(db: None) -> Enter:
    """Enter a bot whose submission has passed its check."""

    def enter(name: str, source: bytes = FIRST_MOVE, owner: str = "ada") -> Submission:
        return passed(name, owner, source=source)

    return enter


@pytest.fixture
def bots(enter: Enter) -> list[Submission]:
    return [enter("first"), enter("second", owner="bob")]


@pytest.fixture
def match(bots: list[Submission]) -> Match:
    """The first of the two matches of a cluster; the other one waits behind it."""
    cluster = services.schedule(submissions=bots, seed=SEED)
    return cluster.matches.order_by("order")[0]


def a_move(view: View) -> Move:
    return random.Random(view.turn).choice(view.legal_moves())


@pytest.fixture(scope="session")
def record() -> Record:
    """A game that was played in this process."""
    dealt = referee.Deal(seed=SEED, names=("ada/first", "bob/second"))
    return referee.play([InProcess(a_move), InProcess(a_move)], dealt)


def finish(result: Played) -> Match:
    """Finish the next match of the queue."""
    attempt = services.claim()
    assert attempt is not None
    assert services.finish(attempt, result)
    attempt.match.refresh_from_db()
    return attempt.match


@pytest.fixture
def played(record: Record) -> Played:
    return Played(record, logs=(((-1, "hello"), (3, "thinking")), ()), tier="none")


@pytest.fixture
def finished(match: Match, records: Storage, played: Played) -> Match:
    return finish(played)
