"""A challenge and a trial through a real queue, a real worker process and the real sandbox."""

from collections.abc import Callable
from subprocess import Popen

import pytest

from bots_sdk import archives
from sixfold.bots.models import Archive, Submission, Succession
from sixfold.challenges import services, tasks
from sixfold.challenges.models import Challenge, State
from sixfold.trials import tasks as trials
from sixfold.trials.models import Trial
from tests.platform.waiting import eventually

from .conftest import Version

BEST = b"def choose(game):\n    return game.legal_moves().best\n"


@pytest.fixture
def rivals(version: Version) -> tuple[Submission, Submission]:
    """A version that plays badly for its bot, and one that takes the most points."""
    old, new = version(Succession.AT_ONCE), version()
    files = {"bot.py": BEST}
    archive = Archive.objects.create(sha256=archives.digest(files), data=archives.pack(files))
    Submission.objects.filter(pk=new.pk).update(archive=archive)
    return old, Submission.objects.get(pk=new.pk)


def test_workers_play_challenges_and_trials_in_turns(
    start_worker: Callable[..., Popen[bytes]],
    rivals: tuple[Submission, Submission],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sixfold.trials.services.EVERY", 2)
    old, new = rivals
    one = services.challenge(by=new.bot.owner, first=new, second=old, pairs=2)
    start_worker()

    def both_are_played() -> bool:
        tasks.advance()
        trials.advance()
        over = Challenge.objects.filter(pk=one.pk, state=State.OVER).exists()
        return over and any(trial.pairs for trial in Trial.objects.all())

    eventually(both_are_played, 90)
    one.refresh_from_db()
    assert one.played == 2
    assert one.points[0] > one.points[1]
    trial = Trial.objects.get()
    assert (trial.candidate, trial.incumbent) == (new, old)
    assert trial.llr > 0
