"""Which versions are laid before a moderator, and what is done about them."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from arena.player import InfrastructureFailure
from bots_sdk import samples
from sixfold import undertaking
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission
from sixfold.celery import celery_app
from sixfold.leases import LOST_BUDGET, Progress
from sixfold.moderation import likeness, tasks
from sixfold.moderation.behaviour import NONE, STRETCH, unpack
from sixfold.moderation.models import Behaviour, Likeness, Stretch
from sixfold.moderation.positions import POSITIONS

from .conftest import Enter

Record = Callable[[Submission | str, tuple[int, ...]], list[Likeness]]


def answers(start: int, changed: int = 0) -> tuple[int, ...]:
    """Some answers, of which the first few are others."""
    return tuple(start + i + 1000 * (i < changed) for i in range(POSITIONS))


def fail(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let the sandbox fail; it is not even looked for, which takes seconds."""

    def behave(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(likeness, "behave", behave)
    monkeypatch.setattr(likeness, "jail", lambda: None)
    monkeypatch.setattr(undertaking, "distrust", lambda _reason: None)


@pytest.fixture
def record(db: None) -> Record:
    """Keep what a version, or a sample, is made to have answered."""

    def record(who: Submission | str, given: tuple[int, ...]) -> list[Likeness]:
        if isinstance(who, str):
            Behaviour.objects.create(sample=who)
        else:
            Behaviour.objects.create(submission=who)
        claimed = Behaviour.objects.claim()
        assert claimed is not None
        return likeness.keep(claimed, given)

    return record


def test_versions_of_different_owners_that_play_alike_are_flagged(
    enter: Enter, record: Record
) -> None:
    ada, bob = enter("ada-bot", "ada"), enter("bob-bot", "bob")
    record(ada, answers(1))
    record(bob, answers(1, changed=3))
    found = Likeness.objects.get()
    assert (found.first, found.second, found.equal) == (ada, bob, POSITIONS - 3)
    assert found in Likeness.objects.undecided()
    assert Bot.objects.competing().count() == 2, "nobody is barred for it"


def test_four_other_answers_are_enough_to_be_different(enter: Enter, record: Record) -> None:
    record(enter("ada-bot", "ada"), answers(1))
    record(enter("bob-bot", "bob"), answers(1, changed=4))
    assert not Likeness.objects.exists()


def test_versions_of_one_owner_may_play_alike(enter: Enter, record: Record) -> None:
    record(enter("one", "ada"), answers(1))
    record(enter("two", "ada"), answers(1))
    assert not Likeness.objects.exists()


def test_versions_of_bots_that_share_somebody_may_play_alike(enter: Enter, record: Record) -> None:
    one, two = enter("one", "ada"), enter("two", "bob")
    two.bot.members.create(user=one.bot.owner)
    record(one, answers(1))
    record(two, answers(1))
    assert not Likeness.objects.exists()


@pytest.mark.parametrize("everybodys", ["sample", "house"])
def test_what_plays_like_the_kits_samples_is_left_out(
    enter: Enter, record: Record, everybodys: str
) -> None:
    record("greedy" if everybodys == "sample" else enter("g", "house", house=True), answers(1))
    record(enter("ada-bot", "ada"), answers(1))
    record(enter("bob-bot", "bob"), answers(1, changed=2))
    assert not Likeness.objects.exists()


def test_a_late_result_is_not_kept(enter: Enter) -> None:
    Behaviour.objects.create(submission=enter("ada-bot", "ada"))
    late = Behaviour.objects.claim()
    assert late is not None
    Behaviour.objects.running().lose()
    assert likeness.keep(late, answers(1)) == []
    assert not Stretch.objects.exists()


def test_every_version_that_has_passed_is_queued_once_and_so_are_the_samples(
    trio: list[Submission],
) -> None:
    likeness.queue()
    likeness.queue()
    assert Behaviour.objects.filter(submission__in=trio).count() == 3
    kept = set(Behaviour.objects.exclude(sample="").values_list("sample", flat=True))
    assert kept == {likeness.EXAMPLE, *samples.NAMES}


def test_the_candidates_are_found_by_an_index(enter: Enter, record: Record) -> None:
    record(enter("ada-bot", "ada"), answers(1))
    record(enter("bob-bot", "bob"), answers(1))
    plan = Stretch.objects.filter(number=0, digest=7).explain()
    assert "stretch_alike" in plan


@pytest.mark.django_db(transaction=True)
def test_a_worker_records_the_next_bot_in_the_sandbox(enter: Enter, two_games: int) -> None:
    ada = enter("ada-bot", "ada")
    Behaviour.objects.create(submission=ada)
    tasks.record()
    behaviour = Behaviour.objects.get()
    assert behaviour.progress == Progress.FINISHED
    assert len(bytes(behaviour.answers)) == 2 * POSITIONS
    assert NONE not in unpack(bytes(behaviour.answers))[:two_games]
    assert behaviour.stretches.count() == two_games // STRETCH
    assert not likeness.record_next()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("error", [InfrastructureFailure("no READY"), ValueError("a bug of ours")])
def test_after_several_faults_of_ours_a_bot_is_set_aside(
    enter: Enter, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    fail(monkeypatch, error)
    Behaviour.objects.create(submission=enter("ada-bot", "ada"))
    for _ in range(LOST_BUDGET):
        Behaviour.objects.update(ready_at="2026-01-01T00:00Z")
        assert likeness.record_next()
    assert Behaviour.objects.get().progress == Progress.QUARANTINED


def test_what_was_set_aside_is_recorded_again_when_a_moderator_says_so(
    desk: Client, moderator: User, enter: Enter
) -> None:
    moderator.user_permissions.add(Permission.objects.get(codename="view_behaviour"))
    one = Behaviour.objects.create(
        submission=enter("ada-bot", "ada"), progress=Progress.QUARANTINED, lost=LOST_BUDGET
    )
    chosen = {"action": "record_again", "_selected_action": [one.pk]}
    page = desk.post(reverse("admin:moderation_behaviour_changelist"), chosen, follow=True).text
    assert "1 bot waits again." in page
    assert Behaviour.objects.ready().get() == one


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_stopped_gives_the_bot_back(
    enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, SystemExit(0))
    Behaviour.objects.create(submission=enter("ada-bot", "ada"))
    with pytest.raises(SystemExit):
        likeness.record_next()
    assert Behaviour.objects.get().progress == Progress.QUEUED
    assert Behaviour.objects.get().lost == 0


def test_no_bot_is_played_inside_a_transaction(db: None) -> None:
    with transaction.atomic(), pytest.raises(RuntimeError, match="transaction"):
        likeness.record_next()


def test_a_tick_asks_a_worker_for_one_bot(
    trio: list[Submission], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(celery_app, "send_task", lambda name, **_: sent.append(name))
    tasks.tick()
    assert sent == ["moderation.record"]
    Behaviour.objects.update(progress=Progress.FINISHED)
    tasks.tick()
    assert len(sent) == 1


def test_a_moderator_says_what_a_likeness_means(desk: Client, enter: Enter, record: Record) -> None:
    page = desk.get(reverse("likenesses")).text
    assert "Nothing is to be looked at." in page
    ada, bob = enter("ada-bot", "ada"), enter("bob-bot", "bob")
    record(ada, answers(1))
    record(bob, answers(1, changed=1))
    found = Likeness.objects.get()
    page = desk.get(reverse("likenesses")).text
    assert "199/200" in page
    assert "No copy" in page
    url = reverse("likeness_judge", args=[found.pk])
    assert desk.post(url, {"opinion": "guilty"}).status_code == 404
    with CaptureQueriesContext(connection) as queries:
        page = desk.post(url, {"opinion": "copy"}, follow=True).text
    assert "a copy (sam)" in page
    assert len(queries) <= 2 * 12
    assert not Likeness.objects.undecided().exists()


def test_nobody_else_sees_or_judges_likenesses(
    client: Client, enter: Enter, record: Record
) -> None:
    ada, bob = enter("ada-bot", "ada"), enter("bob-bot", "bob")
    record(ada, answers(1))
    record(bob, answers(1))
    client.force_login(ada.bot.owner)
    assert client.get(reverse("likenesses")).status_code == 404
    url = reverse("likeness_judge", args=[Likeness.objects.get().pk])
    assert client.post(url, {"opinion": "copy"}).status_code == 404
    assert Likeness.objects.undecided().exists()
