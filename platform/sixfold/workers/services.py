"""What a worker process tells of itself, and its leave."""

import os
import socket
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db.models.functions import Now

from arena.sandbox.facts import facts
from arena.sandbox.tiers import ADVICE, Grounds
from sixfold.jail import Watch, watch
from sixfold.workers.models import Worker


def report() -> None:
    """Say that this process is there, what it found, and how it fares; forget who is long gone."""
    Worker.objects.update_or_create(
        **_this_process(),
        defaults={
            "seen_at": Now(),
            "slots": settings.WORKERS,
            "refusal": watch.refusal,
            "probed_at": watch.probed_at,
            "probe_ms": 1000 * watch.probe_seconds,
            "failures": watch.failures,
            "last_failure": watch.last_failure,
            **_found(watch),
        },
    )
    Worker.objects.forgotten().delete()


def leave() -> None:
    """Take this process off the list: it ends."""
    Worker.objects.filter(**_this_process()).delete()


def _found(watch: Watch) -> dict[str, Any]:
    """What its last survey found."""
    if watch.survey is None:
        return {"tier": "", "trials": [], "facts": [], "packages": []}
    *failed, last = watch.survey.trials
    if last.launcher is None:
        failed.append(last)
    return {
        "tier": last.tier if last.launcher else "",
        "packages": last.launcher.packages.names if last.launcher else [],
        "facts": known(watch.survey.ground),
        "trials": [
            {"tier": trial.tier, "reason": trial.reason, "advice": ADVICE[trial.tier]}
            for trial in failed
        ],
    }


@lru_cache(maxsize=1)
def known(ground: Grounds) -> list[tuple[str, str]]:
    """The facts of the machine, asked for once after each survey."""
    return list(facts(ground))


def _this_process() -> dict[str, Any]:
    return {"host": socket.gethostname()[:64], "pid": os.getpid()}
