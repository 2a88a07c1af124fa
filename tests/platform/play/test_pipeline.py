"""A game through a real queue, a real worker process and the real sandbox."""

from subprocess import Popen

from sixfold.accounts.models import User
from sixfold.bots.models import Submission
from sixfold.celery import wake
from sixfold.play import services, tasks
from sixfold.play.models import BotTurn
from tests.platform.waiting import eventually

from .conftest import again, move_best


def test_a_worker_answers_a_person(worker: Popen[bytes], user: User, bob: Submission) -> None:
    sitting = services.begin(by=user, opponent=bob)
    own = sitting.own.number

    def is_mine() -> bool:
        return again(sitting).table.game.to_move == own

    wake()
    eventually(is_mine)
    for _ in range(3):
        move_best(sitting)
        wake()
        eventually(is_mine)
    acts = [act for act in again(sitting).table.acts if act.seat != own]
    assert len(acts) >= 3
    assert all(act.move is not None and act.cpu_ms > 0 for act in acts)

    # A wake-up that is lost costs time alone.
    move_best(sitting)
    tasks.tick()
    eventually(is_mine)
    assert not BotTurn.objects.exclude(lost=0).exists()
