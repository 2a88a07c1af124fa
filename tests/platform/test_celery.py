"""Beat leaves a trace with every tick."""

import os
import time

from sixfold.celery import beat_stamp, celery_app
from sixfold.children import beat_ticks


def test_a_tick_shows_that_beat_is_at_work(valkey: None) -> None:
    assert not beat_ticks()
    celery_app.send_task("work", queue="unheard")
    assert not beat_ticks()
    celery_app.send_task("matches.tick", queue="unheard")
    assert beat_ticks()
    minute_ago = time.time() - 60
    os.utime(beat_stamp(), (minute_ago, minute_ago))
    assert not beat_ticks()
