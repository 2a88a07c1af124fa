"""Finds out what has happened since the last look, and whom it concerns. Nobody reports anything.

A look goes back a little further than the last one went: a transaction that began earlier may be
seen later. The key of a delivery sees to it that nothing is told twice.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from sixfold.bots.models import Bot, CheckStep, Submission, people_of
from sixfold.matches.models import Kind, Match
from sixfold.tournaments.models import Round, State
from sixfold.webhooks.models import Delivery, Happening, Mark, Webhook

OVERLAP = timedelta(minutes=1)
"""Longer than any transaction lasts."""
BATCH = 200


@dataclass(frozen=True, slots=True)
class News:
    """One thing that has happened."""

    key: str
    at: datetime
    bots: frozenset[int]
    """Whose people it concerns."""
    data: dict[str, Any]
    page: str
    """Where people read about it, and `api` where programs do; on this site."""
    api: str


def note() -> int:
    """Queue a delivery of each thing that happened for each webhook that asks; how many."""
    webhooks = list(Webhook.objects.enabled())
    return sum(
        _note(happening, [one for one in webhooks if happening in one.happenings])
        for happening in _FOUND
    )


def body(happening: Happening, at: datetime, data: dict[str, Any]) -> str:
    """What is sent: its type, when it happened, and what there is to say of it."""
    return json.dumps({"type": happening.value, "timestamp": at.isoformat(), "data": data})


def _note(happening: Happening, webhooks: list[Webhook]) -> int:
    if not webhooks:
        return 0
    mark, _made = Mark.objects.get_or_create(happening=happening)
    now = timezone.now()
    since = max(mark.upto - OVERLAP, min(one.told_since for one in webhooks))
    asking = defaultdict(list)
    for webhook in webhooks:
        asking[webhook.owner_id].append(webhook)
    people = Q(owner__in=asking) | Q(members__user__in=asking)
    found = _FOUND[happening](since, Bot.objects.filter(people).values("pk"))
    noted = 0
    while batch := list(islice(found, BATCH)):
        known = people_of({bot for news in batch for bot in news.bots})
        made = Delivery.objects.bulk_create(
            [
                _delivery(happening, news, webhook)
                for news in batch
                for person in sorted(frozenset().union(*(known[bot] for bot in news.bots)))
                for webhook in asking.get(person, ())
                if news.at >= webhook.told_since
            ],
            ignore_conflicts=True,
        )
        noted += len(made)
    Mark.objects.filter(pk=happening).update(upto=now)
    return noted


def _delivery(happening: Happening, news: News, webhook: Webhook) -> Delivery:
    links = {"url": webhook.site + news.page, "api": webhook.site + news.api}
    told = body(happening, news.at, news.data | links)
    return Delivery(webhook=webhook, key=news.key, happening=happening, body=told)


def _checked(since: datetime, bots: QuerySet[Bot, Any]) -> Iterator[News]:
    rows = Submission.objects.filter(checked_at__gt=since, bot__in=bots).with_bot()
    for one in rows.prefetch_related("steps").order_by("checked_at").iterator(chunk_size=BATCH):
        assert one.checked_at is not None, "it was found by this"
        failed = [step for step in one.steps.all() if step.state == CheckStep.State.FAILED]
        where = {"owner": one.bot.owner.get_username(), "slug": one.bot.slug, "number": one.number}
        yield News(
            key=f"checked_{one.pk}",
            at=one.checked_at,
            bots=frozenset({one.bot_id}),
            data={
                "bot": str(one.bot),
                "version": one.number,
                "verdict": one.verdict,
                "failed": [{"step": step.kind, "message": step.message} for step in failed],
            },
            page=one.get_absolute_url(),
            api=reverse("api:version", kwargs=where),
        )


def _finished(since: datetime, bots: QuerySet[Bot, Any]) -> Iterator[News]:
    seated = Q(seats__submission__bot__in=bots)
    rows = Match.objects.finished().filter(seated, finished_at__gt=since).distinct().with_seats()
    for one in rows.order_by("finished_at").iterator(chunk_size=BATCH):
        assert one.finished_at is not None, "it was found by this"
        yield News(
            key=f"finished_{one.pk}",
            at=one.finished_at,
            bots=frozenset(seat.submission.bot_id for seat in one.seats.all()),
            data={
                "match": one.pk,
                "kind": one.kind,
                "rated": one.kind == Kind.LADDER,
                "turns": one.turns,
                "seats": [
                    {
                        "bot": str(seat.submission.bot),
                        "version": seat.submission.number,
                        "place": seat.place,
                        "score": seat.score,
                        "ending": seat.ending,
                    }
                    for seat in one.seats.all()
                ],
            },
            page=one.get_absolute_url(),
            api=reverse("api:match", kwargs={"id": one.pk}),
        )


def _rounds(since: datetime, bots: QuerySet[Bot, Any]) -> Iterator[News]:
    entered = Q(tournament__entries__bot__in=bots, tournament__entries__missed=False)
    rows = Round.objects.filter(entered, closed_at__gt=since).distinct()
    rows = rows.select_related("tournament").prefetch_related("tournament__entries")
    for one in rows.order_by("closed_at").iterator(chunk_size=BATCH):
        assert one.closed_at is not None, "it was found by this"
        tournament = one.tournament
        yield News(
            key=f"round_{one.pk}",
            at=one.closed_at,
            bots=frozenset(entry.bot_id for entry in tournament.entries.all() if entry.seed),
            data={
                "tournament": tournament.slug,
                "name": tournament.name,
                "round": one.number,
                "stage": one.stage,
                "last": tournament.state == State.FINISHED,
            },
            page=one.get_absolute_url(),
            api=reverse("api:tournament_sheet", kwargs={"slug": tournament.slug}),
        )


_FOUND: dict[Happening, Callable[[datetime, QuerySet[Bot, Any]], Iterator[News]]] = {
    Happening.CHECKED: _checked,
    Happening.FINISHED: _finished,
    Happening.ROUND: _rounds,
}
