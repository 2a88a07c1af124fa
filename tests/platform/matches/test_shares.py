from collections import Counter, deque
from collections.abc import Callable, Collection

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from sixfold.bots.models import Submission
from sixfold.matches import services
from sixfold.matches.models import Cluster, Kind, Match
from sixfold.matches.shares import WEIGHTS, WINDOW, fairest_first

KINDS = st.sampled_from(Kind)
DOZEN = WINDOW + 1
BEFORE = st.lists(KINDS, max_size=WINDOW)
"""What was started before, in any proportion."""


def start(waiting: Collection[Kind], started: deque[str]) -> Kind:
    """One claim: who is started, remembered among the last starts."""
    kind = fairest_first(sorted(waiting), list(started))[0]
    started.append(kind)
    return kind


@given(
    patient=KINDS,
    before=BEFORE,
    others=st.lists(st.sets(KINDS), min_size=DOZEN, max_size=DOZEN),
)
def test_a_kind_that_waits_is_started_within_a_dozen_claims_whatever_else_waits(
    patient: Kind, before: list[Kind], others: list[set[Kind]]
) -> None:
    started: deque[str] = deque(before, maxlen=WINDOW)
    assert patient in [start({patient, *also}, started) for also in others]


@given(waiting=st.sets(KINDS, min_size=1), before=BEFORE)
def test_kinds_that_always_wait_share_by_their_weights_to_within_one_in_a_dozen(
    waiting: set[Kind], before: list[Kind]
) -> None:
    started: deque[str] = deque(before, maxlen=WINDOW)
    for _ in range(2 * DOZEN):
        start(waiting, started)
    dozens = 50
    counts = Counter(start(waiting, started) for _ in range(dozens * DOZEN))
    total = sum(WEIGHTS[kind] for kind in waiting)
    for kind in waiting:
        fair = DOZEN * WEIGHTS[kind] / total
        assert abs(counts[kind] / dozens - fair) <= 1


@given(before=BEFORE)
def test_what_idles_leaves_its_share_to_the_others(before: list[Kind]) -> None:
    assert fairest_first([Kind.TRIAL], before) == [Kind.TRIAL]


@pytest.fixture
def backlog(bots: list[Submission]) -> Callable[..., list[Cluster]]:
    """Queue matches of a kind."""

    def backlog(kind: Kind, clusters: int = 1, *, hurried: bool = False) -> list[Cluster]:
        return [
            services.schedule(submissions=bots, seed=bytes(32), kind=kind, hurried=hurried)
            for _ in range(clusters)
        ]

    return backlog


def claimed(number: int) -> list[Match]:
    attempts = [services.claim() for _ in range(number)]
    return [attempt.match for attempt in attempts if attempt]


def test_no_kind_waits_behind_the_backlog_of_another(backlog: Callable[..., list[Cluster]]) -> None:
    backlog(Kind.LADDER, 12)
    claimed(12)
    backlog(Kind.CHALLENGE)
    backlog(Kind.TRIAL)
    counts = Counter(match.kind for match in claimed(12))
    assert counts[Kind.CHALLENGE] == counts[Kind.TRIAL] == 2
    assert counts[Kind.LADDER] == 8


def test_a_kind_alone_has_every_worker(backlog: Callable[..., list[Cluster]]) -> None:
    backlog(Kind.TRIAL, 7)
    assert [match.kind for match in claimed(15)] == 14 * [Kind.TRIAL]


def test_hurried_matches_come_first_within_their_kind_alone(
    backlog: Callable[..., list[Cluster]],
) -> None:
    backlog(Kind.LADDER)
    backlog(Kind.CHALLENGE)
    (hurried,) = backlog(Kind.LADDER, hurried=True)
    order = [match for match in claimed(6) if match.kind == Kind.LADDER]
    assert [match.cluster == hurried for match in order] == [True, True, False, False]


def test_a_claim_asks_the_database_as_often_with_any_backlog(
    backlog: Callable[..., list[Cluster]],
) -> None:
    counts = []
    for kind in Kind:
        backlog(kind, 3)
        services.claim()
        with CaptureQueriesContext(connection) as queries:
            services.claim()
        counts.append(len(queries))
    assert counts[1] == counts[2] == counts[3]


@pytest.mark.parametrize("kind", Kind)
def test_the_oldest_of_a_kind_is_found_by_an_index(db: None, kind: Kind) -> None:
    if connection.vendor == "postgresql":
        # It would rather sort a table that is empty.
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off")
    plan = Match.objects.ready().of_kind(kind).order_by("-priority", "pk")[:1].explain()
    assert "match_ready" in plan
    assert "TEMP B-TREE" not in plan


def test_a_cluster_is_over_when_all_its_matches_are_finished_or_void(
    backlog: Callable[..., list[Cluster]],
) -> None:
    (cluster,) = backlog(Kind.TOURNAMENT)
    first, second = cluster.matches.all()
    assert not Cluster.objects.over().exists()
    Match.objects.filter(pk=first.pk).void()
    assert not Cluster.objects.over().exists()
    Match.objects.filter(pk=second.pk).void()
    assert Cluster.objects.over().get() == cluster
