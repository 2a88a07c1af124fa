"""What tells how the site is doing, for monitoring and for the status page: the same figures."""

import re
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from importlib.metadata import version
from statistics import quantiles
from typing import Any

from django.conf import settings
from django.db.models import Count, Expression, F, Max, Min, Value
from django.utils import timezone
from django.utils.translation import gettext as _
from prometheus_client.core import GaugeMetricFamily

from sixfold.beat import beat_stamp
from sixfold.bots.models import Submission, Verdict
from sixfold.children import valkey_answers
from sixfold.ladder.models import Ladder, Standing
from sixfold.leases import LeasedQuerySet, Progress
from sixfold.matches.models import Attempt, Match, Seat
from sixfold.workers.models import Worker

ATTEMPTS = 1_000
"""So many of the newest are looked at, so that the cost stays the same for ever."""
SUBMISSIONS = 100
"""The same of submissions."""
CHECK = "check"
"""A kind of work beside those of matches."""


def figures() -> Iterator[GaugeMetricFamily]:
    """All of them, as they are now. About ten queries, none over a whole table."""
    yield _one("sixfold_build", _("Which version runs"), 1.0, version=version("sixfold"))
    yield from _queue()
    yield from _attempts()
    yield from _submissions()
    yield _ladders()
    yield _workers()
    yield from _machine()


def _queue() -> Iterator[GaugeMetricFamily]:
    matches = _unfinished(Match.objects.all(), F("kind"))
    work = [*matches, *_unfinished(Submission.objects.all(), Value(CHECK))]

    def counted(progress: Progress) -> dict[str, int]:
        return {CHECK: 0} | {kind: n for state, kind, n, _since in work if state == progress}

    yield _family(
        "sixfold_queued",
        _("Matches and checks that wait"),
        "kind",
        counted(Progress.QUEUED).items(),
    )
    yield _family(
        "sixfold_longest_wait_seconds",
        _("How long the first of them has waited"),
        "kind",
        ((kind, _age(since)) for state, kind, _n, since in work if state == Progress.QUEUED),
    )
    yield _family("sixfold_running", _("At work now"), "kind", counted(Progress.RUNNING).items())
    yield _one(
        "sixfold_quarantined",
        _("Matches set aside after too many lost attempts"),
        sum(n for state, _kind, n, _since in matches if state == Progress.QUARANTINED),
    )


def _unfinished(
    rows: LeasedQuerySet[Any], kind: Expression | F
) -> list[tuple[str, str, int, datetime]]:
    """Where they stand, each kind, how many there are, and since when the first is ready."""
    # Not grouped in one, which would look at every match instead of at an index.
    queued, running, quarantined = (
        some.order_by().values_list("progress", kind).annotate(n=Count("pk"), since=Min("ready_at"))
        for some in (rows.queued(), rows.running(), rows.filter(progress=Progress.QUARANTINED))
    )
    return list(queued.union(running, quarantined))


def _attempts() -> Iterator[GaugeMetricFamily]:
    newest = Attempt.objects.order_by("-pk")[:ATTEMPTS]
    rows = list(
        newest.values_list("outcome", "started_at", "ended_at", "match__created_at", "reason")
    )
    outcomes = dict.fromkeys(Attempt.Outcome.values, 0)
    for outcome, *_times, _reason in rows:
        if outcome:
            outcomes[outcome] += 1
    yield _family(
        "sixfold_attempts",
        _("The last %(count)d tries to play a match, by how they ended") % {"count": ATTEMPTS},
        "outcome",
        outcomes.items(),
    )
    yield _family(
        "sixfold_failures",
        _("Those that failed by a fault of ours, by how the reason begins"),
        "reason",
        Counter(_kind(row[4]) for row in rows if row[0] == Attempt.Outcome.FAILED).items(),
    )
    finished = [(row[1], row[2], row[3]) for row in rows if row[0] == Attempt.Outcome.FINISHED]
    yield _spread(
        "sixfold_play_seconds",
        _("How long those that finished took"),
        [ended - started for started, ended, _created in finished if ended],
    )
    yield _spread(
        "sixfold_wait_seconds",
        _("How long their matches had waited"),
        [started - created for started, _ended, created in finished],
    )
    seats = Seat.objects.failed().filter(match__in=Match.objects.order_by("-pk")[:ATTEMPTS])
    yield _family(
        "sixfold_forfeits",
        _("Seats that failed by the bot's own fault, in the newest %(count)d matches")
        % {"count": ATTEMPTS},
        "ending",
        seats.order_by("ending").values_list("ending").annotate(n=Count("pk")),
    )


def _submissions() -> Iterator[GaugeMetricFamily]:
    newest = Submission.objects.exclude(verdict=Verdict.CHECKING).order_by("-pk")[:SUBMISSIONS]
    checked = newest.values_list("created_at", "checked_at")
    yield _spread(
        "sixfold_verdict_seconds",
        _("From an upload to the end of its check, of the last %(count)d") % {"count": SUBMISSIONS},
        [end - start for start, end in checked if end],
    )
    ranked = (
        Standing.objects.milestones()
        .filter(submission__in=newest.values("pk"), rank__isnull=False)
        .values("submission")
        .annotate(after=Min("snapshot__published_at") - F("submission__created_at"))
    )
    yield _spread(
        "sixfold_settled_seconds",
        _("From the upload to the first rank of those that have one"),
        [row["after"] for row in ranked],
    )


def _workers() -> GaugeMetricFamily:
    reporting = Worker.objects.reporting().values_list("tier").annotate(n=Count("pk"))
    return _family(
        "sixfold_workers",
        _("Processes that play, by the tier of their sandbox; without one they play nothing"),
        "tier",
        ((tier or "none", n) for tier, n in reporting.order_by("tier")),
    )


def _ladders() -> GaugeMetricFamily:
    published = Ladder.objects.annotate(at=Max("snapshots__published_at")).values_list("slug", "at")
    return _family(
        "sixfold_ratings_age_seconds",
        _("Since the ladder's ratings were last published"),
        "ladder",
        ((slug, _age(at)) for slug, at in published if at),
    )


def _machine() -> Iterator[GaugeMetricFamily]:
    yield _one(
        "sixfold_broker_up", _("Whether the queue's server answers"), float(valkey_answers())
    )
    if beat_stamp().exists():
        ticked = time.time() - beat_stamp().stat().st_mtime
        yield _one("sixfold_tick_age_seconds", _("Since the scheduler last ticked"), ticked)
    free = shutil.disk_usage(settings.DATA_DIR).free
    yield _one("sixfold_disk_free_bytes", _("Free space in the data folder"), free)


def _kind(reason: str) -> str:
    """What kind of fault it was, without what differs from one time to the next."""
    return re.split(r"[(:.\d]", reason, maxsplit=1)[0].strip()[:60] or "unknown"


def _age(moment: datetime) -> float:
    return max(0.0, (timezone.now() - moment).total_seconds())


def _one(name: str, text: str, value: float, **labels: str) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=list(labels))
    family.add_metric(list(labels.values()), value)
    return family


def _family(
    name: str, text: str, label: str, values: Iterable[tuple[str, float]]
) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=[label])
    for key, value in values:
        family.add_metric([key], value)
    return family


def _spread(name: str, text: str, lengths: list[timedelta]) -> GaugeMetricFamily:
    """The median, the 95th percentile and the longest; none of nothing."""
    seconds = sorted(length.total_seconds() for length in lengths)
    if not seconds:
        return GaugeMetricFamily(name, text, labels=["quantile"])
    cuts = quantiles(seconds, n=20, method="inclusive") if len(seconds) > 1 else seconds * 19
    return _family(
        name, text, "quantile", [("0.5", cuts[9]), ("0.95", cuts[18]), ("1", seconds[-1])]
    )
