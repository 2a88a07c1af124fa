"""Two bots that may play, matches between them, and games that were played without a sandbox."""

import random
from collections.abc import Callable

import pytest
from django.core.files.storage import Storage
from django.utils import timezone

from arena import referee
from arena.moves import Move
from arena.player import InProcess
from arena.record import Record
from arena.view import View
from bots_sdk import archives
from sixfold.accounts.models import User
from sixfold.bots.models import Archive, Bot, Submission, Verdict
from sixfold.leases import Progress
from sixfold.matches import services
from sixfold.matches.models import Match
from sixfold.matches.playing import Played

FIRST_MOVE = b"def choose(game):\n    return game.legal_moves()[0]\n"
SEED = bytes(range(32))

Enter = Callable[..., Submission]


@pytest.fixture
def enter(db: None) -> Enter:
    """Enter a bot whose submission has passed its check."""

    def enter(name: str, source: bytes = FIRST_MOVE, owner: str = "ada") -> Submission:
        files = {"bot.py": source}
        user, _created = User.objects.get_or_create(username=owner)
        bot, _created = Bot.objects.get_or_create(owner=user, name=name, slug=name)
        archive, _created = Archive.objects.get_or_create(
            sha256=archives.digest(files), defaults={"data": archives.pack(files)}
        )
        bot.active = Submission.objects.create(
            bot=bot,
            number=bot.submissions.count() + 1,
            archive=archive,
            size=len(source),
            verdict=Verdict.PASSED,
            checked_at=timezone.now(),
            progress=Progress.FINISHED,
        )
        bot.save()
        return bot.active

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
