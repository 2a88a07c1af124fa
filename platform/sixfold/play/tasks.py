"""What a worker does for people who play, and the tick that repairs whatever got lost."""

from celery import shared_task

from sixfold.celery import wake
from sixfold.logs import at_work_on
from sixfold.matches.tasks import top_up
from sixfold.play import services
from sixfold.play.models import BotTurn


def answer() -> bool:
    """Have the next bot asked whose turn it is; False where none is."""
    turn = services.claim()
    if turn is None:
        return False
    with at_work_on(game=turn.sitting_id):
        services.answer(turn)
    if BotTurn.objects.ready().exists():
        wake()
    return True


@shared_task(name="play.tick")
def tick() -> None:
    """Take back what dead workers held, close what nobody goes on with, wake who may answer."""
    BotTurn.objects.expired().lose()
    services.close_idle()
    top_up(BotTurn.objects.ready().count())
