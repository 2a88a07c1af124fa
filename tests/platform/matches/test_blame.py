"""Where the machine fails: nobody loses, the operator reads why, and the match is played again."""

import errno
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import Storage
from django.db.models.functions import Now

from arena import memory
from arena.sandbox import Launcher, workplace
from arena.sandbox.namespaces import Namespaces
from sixfold import jail
from sixfold.bots.models import Submission
from sixfold.leases import Progress
from sixfold.matches import playing, services
from sixfold.matches.models import Attempt, Match, Seat
from tests.platform.matches.conftest import SEED, Enter

pytestmark = pytest.mark.django_db(transaction=True)

Break = Callable[[Launcher, pytest.MonkeyPatch], Launcher]


def no_bubblewrap(here: Launcher, patch: pytest.MonkeyPatch) -> Launcher:
    """It was there when the sandbox was tried out, and is gone."""
    return replace(here, launch=_changed(here, bwrap=Path("/gone/bwrap")))


def no_interpreter(here: Launcher, patch: pytest.MonkeyPatch) -> Launcher:
    """Somebody has emptied the folder of the sandbox."""
    return replace(here, launch=_changed(here, root=here.workplace.folder))


def full_disk(here: Launcher, patch: pytest.MonkeyPatch) -> Launcher:
    """There is no room for a bot's files."""

    def write(path: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    patch.setattr(workplace, "_write", write)
    return here


def no_memory(here: Launcher, patch: pytest.MonkeyPatch) -> Launcher:
    """The kernel has killed a bot in the middle of its match, to get memory."""
    kills = iter(range(100))
    patch.setattr(memory, "kills", lambda: next(kills))
    return here


def _changed(here: Launcher, **values: Any) -> Namespaces:
    assert isinstance(here.launch, Namespaces)
    return replace(here.launch, **values)


@pytest.mark.parametrize(
    ("breaks", "said"),
    [
        (no_bubblewrap, "start.*/gone/bwrap"),
        (no_interpreter, "did not start: "),
        (full_disk, "files of ada/first could not be written: .*No space left on device"),
        (no_memory, "ran out of memory and killed ada/first: give this worker more"),
    ],
)
def test_the_machine_fails_and_nobody_loses(
    breaks: Break, said: str, enter: Enter, records: Storage
) -> None:
    dies = b"import os\ndef choose(game):\n    os._exit(1)\n"
    bots = [enter("first", dies) if breaks is no_memory else enter("first"), enter("second")]
    match = scheduled(bots)
    here = jail.jail()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing, "jail", lambda: breaks(here, patch))
        assert not services.carry_out(claimed())
    (attempt,) = match.attempts.all()
    assert attempt.outcome == Attempt.Outcome.FAILED
    assert attempt.worker
    assert re.search(said, attempt.reason), attempt.reason
    match.refresh_from_db()
    assert (match.progress, match.lost) == (Progress.QUEUED, 1)
    assert not Seat.objects.exclude(ending="").exists()
    assert not list(here.workplace.folder.iterdir()), "files of a bot are left"
    assert jail.watch.last_failure == attempt.reason
    # As if nothing had been, once the machine is well again.
    Match.objects.update(ready_at=Now())
    assert services.carry_out(claimed())
    match.refresh_from_db()
    assert match.progress == Progress.FINISHED
    assert [attempt.outcome for attempt in match.attempts.order_by("pk")] == [
        Attempt.Outcome.FAILED,
        Attempt.Outcome.FINISHED,
    ]


def scheduled(bots: list[Submission]) -> Match:
    match = services.schedule(submissions=bots, seed=SEED).matches.order_by("order")[0]
    Match.objects.exclude(pk=match.pk).delete()
    return match


def claimed() -> Attempt:
    attempt = services.claim()
    assert attempt is not None
    return attempt
