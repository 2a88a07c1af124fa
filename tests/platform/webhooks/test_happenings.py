"""What happened is found by looking, told to whom it concerns, and told once."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.storage import Storage
from django.db import transaction
from django.utils import timezone

from sixfold.accounts.models import User
from sixfold.bots.models import CheckStep, Submission, Verdict
from sixfold.leases import Progress
from sixfold.matches.models import Match
from sixfold.matches.services import schedule
from sixfold.tournaments.models import Entry, State, Tournament
from sixfold.webhooks import happenings, services
from sixfold.webhooks.models import Delivery, Happening, Mark, Webhook

from .conftest import Enter, Receiver


def told(webhook: Webhook) -> list[dict[str, Any]]:
    """The messages for it, the oldest first."""
    return [json.loads(one.body) for one in webhook.deliveries.order_by("pk")]


def finished(*table: Submission) -> Match:
    """A match that is over, the first one's by ten points."""
    with transaction.atomic():
        cluster = schedule(submissions=list(table), seed=bytes(32))
    match = cluster.matches.get(order=0)
    for seat in match.seats.all():
        place = table.index(seat.submission) + 1
        match.seats.filter(pk=seat.pk).update(
            place=place, score=110 - 10 * place, ending="finished"
        )
    Match.objects.filter(pk=match.pk).update(
        progress=Progress.FINISHED,
        finished_at=timezone.now(),
        turns=40,
        record_key="x",
        record_sha256="y",
    )
    return match


def test_a_version_that_failed_its_check_is_told_with_what_was_wrong(
    webhook: Webhook, enter: Enter
) -> None:
    version = enter("swift", verdict=Verdict.REJECTED)
    version.steps.create(
        kind=CheckStep.Kind.STARTS, state=CheckStep.State.FAILED, message="It does not start."
    )
    assert happenings.note() == 1
    (message,) = told(webhook)
    assert message["type"] == "submission.checked"
    assert message["data"] == {
        "bot": "ada/swift",
        "version": 1,
        "verdict": "rejected",
        "failed": [{"step": "starts", "message": "It does not start."}],
        "url": "https://sixfold.example.org/bots/ada/swift/v1/",
        "api": "https://sixfold.example.org/api/v1/bots/ada/swift/versions/1",
    }


def test_a_match_is_told_with_how_everybody_fared(webhook: Webhook, enter: Enter) -> None:
    match = finished(enter("swift"), enter("slow", "bob"))
    happenings.note()
    message = told(webhook)[-1]
    assert message["type"] == "match.finished"
    assert message["data"]["url"] == f"https://sixfold.example.org/matches/{match.pk}/"
    seats = {seat["bot"]: (seat["place"], seat["score"]) for seat in message["data"]["seats"]}
    assert seats == {"ada/swift": (1, 100), "bob/slow": (2, 90)}


def test_nothing_is_told_twice_however_often_one_looks(webhook: Webhook, enter: Enter) -> None:
    finished(enter("swift"), enter("slow", "bob"))
    assert happenings.note() == 2
    for _time in range(3):
        happenings.note()
    assert webhook.deliveries.count() == 2


def test_what_is_committed_late_is_found_all_the_same(webhook: Webhook, enter: Enter) -> None:
    webhook.told_since = timezone.now() - timedelta(hours=1)
    webhook.save()
    enter("first")
    happenings.note()
    late = enter("second")
    Submission.objects.filter(pk=late.pk).update(checked_at=timezone.now() - timedelta(seconds=30))
    happenings.note()
    assert [one["data"]["bot"] for one in told(webhook)] == ["ada/first", "ada/second"]


def test_nobody_else_is_told_and_nothing_from_before(
    user: User, receiver: Receiver, enter: Enter
) -> None:
    enter("old")
    webhook, _secret = services.register(
        owner=user, url=receiver.url, told=[Happening.CHECKED], site="http://testserver"
    )
    finished(enter("other", "bob"), enter("third", "carol"))
    finished(enter("swift"), enter("slow", "bob"))
    happenings.note()
    assert [one["data"]["bot"] for one in told(webhook)] == ["ada/swift"], "no match was asked for"


def test_the_team_of_a_bot_is_told_too(webhook: Webhook, enter: Enter, user: User) -> None:
    version = enter("slow", "bob")
    version.bot.members.create(user=user)
    happenings.note()
    assert told(webhook)[0]["data"]["bot"] == "bob/slow"


def test_a_round_is_told_to_whoever_takes_part(webhook: Webhook, enter: Enter) -> None:
    cup = Tournament.objects.create(
        name="Cup", slug="cup", organiser=webhook.owner, state=State.RUNNING,
        started_at=timezone.now(), lot="x",
    )  # fmt: skip
    for seed, owner in enumerate(("ada", "bob"), 1):
        version = enter("swift", owner)
        Entry.objects.create(tournament=cup, bot=version.bot, submission=version, seed=seed)
    cup.rounds.create(number=1, stage="main", clusters=1, closed_at=timezone.now())
    cup.rounds.create(number=2, stage="main", clusters=1)
    happenings.note()
    (round_told,) = [one for one in told(webhook) if one["type"] == "tournament.round"]
    assert (round_told["data"]["tournament"], round_told["data"]["round"]) == ("cup", 1)
    assert round_told["data"]["last"] is False


def test_a_disabled_webhook_is_told_nothing_until_it_is_enabled(
    webhook: Webhook, enter: Enter
) -> None:
    services.disable(webhook)
    enter("meanwhile")
    assert happenings.note() == 0
    services.enable(webhook)
    enter("afterwards")
    happenings.note()
    assert [one["data"]["bot"] for one in told(webhook)] == ["ada/afterwards"]


def test_a_webhook_for_which_too_much_waits_is_disabled(
    webhook: Webhook, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_WAITING", 1)
    finished(enter("swift"), enter("slow", "bob"))
    services.note()
    webhook.refresh_from_db()
    assert webhook.disabled_because == "1 messages wait for it."


def test_a_look_costs_the_same_however_much_has_happened(
    webhook: Webhook, enter: Enter, records: Storage, django_assert_max_num_queries: Any
) -> None:
    for number in range(8):
        finished(enter(f"swift{number}"), enter(f"slow{number}", "bob"))
    with django_assert_max_num_queries(36):
        happenings.note()
    assert Delivery.objects.count() == 16
    assert Mark.objects.count() == len(Happening) - 1
