"""Ada, a bot of Bob's to play against, and bots that answer in this process."""

from collections.abc import Callable

import pytest

from arena import referee
from arena.moves import Move
from arena.player import InProcess
from arena.record import Record
from arena.ruleset import CLASSIC
from arena.view import View
from sixfold.accounts.models import User
from sixfold.bots.models import Submission, Succession
from sixfold.matches import services as matches
from sixfold.matches.models import Match
from sixfold.matches.playing import Played
from sixfold.play import services
from sixfold.play.asking import ask
from sixfold.play.models import Sitting
from sixfold.play.table import Act
from tests.platform.trials.conftest import Version, version

__all__ = ["Version", "version"]

SEED = bytes(range(32))
Answer = Callable[[], int]


@pytest.fixture
def bob(version: Version) -> Submission:
    """The version of Bob's bot that plays."""
    return version(Succession.AT_ONCE, name="swift", owner="bob")


@pytest.fixture
def sitting(user: User, bob: Submission, monkeypatch: pytest.MonkeyPatch) -> Sitting:
    """A game that Ada has just begun, always the same one."""
    monkeypatch.setattr("secrets.token_bytes", lambda size: bytes([2]) * size)
    monkeypatch.setattr("secrets.randbelow", lambda _below: 0)
    return services.begin(by=user, opponent=bob)


@pytest.fixture
def match(bob: Submission, version: Version, records: object) -> Match:
    """A match of Bob's bot against Carol's that is over, as its cluster is."""
    return finished([bob, version(Succession.AT_ONCE, name="slow", owner="carol")])


def finished(submissions: list[Submission], record: Record | None = None) -> Match:
    """A match between these that is over, as its cluster is."""
    cluster = matches.schedule(submissions=submissions, seed=SEED)
    attempt = matches.claim()
    assert attempt is not None
    cluster.matches.queued().void()  # type: ignore[attr-defined]
    names = tuple(str(one.bot) for one in submissions)
    dealt = referee.Deal(SEED, names, CLASSIC)
    record = record or referee.play([InProcess(best) for _ in names], dealt)
    assert matches.finish(attempt, Played(record, tuple(() for _ in names), tier="none"))
    return Match.objects.with_seats().get(pk=attempt.match_id)


@pytest.fixture
def bots_answer(db: None) -> Answer:
    """Have the bots answer until it is a person's turn everywhere; how often they did."""

    def bots_answer() -> int:
        answers = 0
        while turn := services.claim():
            sitting = again(turn.sitting)
            seat = sitting.table.game.to_move
            assert seat is not None
            said = ask(InProcess(best), sitting.table, free=sitting.source_turns, stop=bool)
            assert services.keep(turn, Act(seat, said.move, 1.5, 2.0))
            answers += 1
        return answers

    return bots_answer


def best(view: View) -> Move:
    return view.legal_moves().best


def again(sitting: Sitting) -> Sitting:
    """The game as it stands now."""
    return Sitting.objects.with_chairs().get(pk=sitting.pk)


def move_best(sitting: Sitting) -> None:
    """Make the best move for the person."""
    game = again(sitting).table.game
    services.move(sitting, turn=game.turn, move=game.legal_moves().best)
