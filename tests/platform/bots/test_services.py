from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from pytest_django import Settings

from bots_sdk import archives, samples
from bots_sdk.archives import BadUpload
from sixfold.accounts.models import User
from sixfold.bots import example, services
from sixfold.bots.models import Archive, Bot, CheckStep, Submission, Verdict

from .conftest import GOOD, Upload

Passed = Callable[..., Submission]


def version(number: int) -> bytes:
    return GOOD + f"# {number}\n".encode()


def test_an_upload_becomes_the_next_version_and_waits_for_its_check(upload: Upload) -> None:
    first, second = upload(version(1)), upload(version(2))
    assert (first.number, second.number) == (1, 2)
    assert str(second) == "ada/swift v2"
    assert second.verdict == Verdict.CHECKING
    assert [step.kind for step in second.steps.all()] == list(CheckStep.Kind)
    assert second.files() == {"bot.py": version(2)}
    assert (first.queue_place(), second.queue_place()) == (1, 2)


def test_a_bad_upload_leaves_nothing_behind(user: User) -> None:
    with pytest.raises(BadUpload):
        services.enter(owner=user, name="Swift", filename="bot.exe", data=GOOD)
    assert not Bot.objects.exists()
    assert not Archive.objects.exists()


def test_files_that_were_tampered_with_are_not_played(upload: Upload) -> None:
    submission = upload()
    data = archives.pack({"bot.py": b"evil"})
    Archive.objects.filter(pk=submission.sha256).update(data=data)
    submission.archive.refresh_from_db()
    with pytest.raises(RuntimeError, match="changed"):
        submission.files()


def test_the_same_files_are_refused_with_a_pointer_to_the_version_they_are(upload: Upload) -> None:
    first = upload()
    with pytest.raises(services.AlreadySubmitted, match=r"already v1 of Swift") as refusal:
        upload(name="Another")
    assert refusal.value.submission == first
    zipped = archives.pack({"bot.py": GOOD})
    with pytest.raises(services.AlreadySubmitted):
        services.submit(bot=first.bot, filename="x.zip", data=zipped)


def test_the_same_files_of_someone_else_are_taken_and_flagged(
    upload: Upload, stranger: User
) -> None:
    mine, theirs = upload(), upload(owner=stranger)
    assert list(mine.twins()) == [theirs]
    assert list(theirs.twins()) == [mine]
    assert Archive.objects.count() == 1


def test_what_everybody_was_given_is_flagged_nowhere(upload: Upload, stranger: User) -> None:
    given = [source for name in samples.NAMES for source in samples.files(name).values()]
    for source in (*given, example.SOURCE.encode()):
        mine = upload(source)
        upload(source, owner=stranger)
        assert not mine.twins()


def test_an_owner_has_no_two_bots_of_one_address(user: User, stranger: User) -> None:
    services.create_bot(owner=user, name="Swift Bot")
    with pytest.raises(services.NameRefused, match="already have a bot named Swift Bot"):
        services.create_bot(owner=user, name="swift  BOT")
    services.create_bot(owner=stranger, name="Swift Bot")


def test_a_bot_beyond_the_limit_is_refused_until_another_is_retired(
    passed: Passed, upload: Upload, settings: Settings
) -> None:
    settings.BOTS_PER_OWNER = 2
    first = passed(version(1), name="One")
    upload(version(2), name="Two")
    with pytest.raises(services.Refused, match="2 bots in the competition"):
        upload(version(3), name="Three")
    upload(version(3), name="One")
    services.retire(first.bot)
    with pytest.raises(services.Refused):
        upload(version(4), name="Three")  # One's second version is still being checked
    Submission.objects.filter(bot=first.bot, verdict=Verdict.CHECKING).update(
        verdict=Verdict.REJECTED, checked_at=timezone.now(), progress="finished"
    )
    assert upload(version(4), name="Three").number == 1
    with pytest.raises(services.Refused):
        services.activate(first)


def test_uploads_of_an_hour_are_counted_in_the_database(upload: Upload, settings: Settings) -> None:
    settings.UPLOADS_PER_HOUR = 2
    upload(version(1))
    upload(version(2))
    with pytest.raises(services.Refused, match="2 versions in an hour"):
        upload(version(3))
    Submission.objects.update(created_at=timezone.now() - timedelta(hours=2))
    assert upload(version(3)).number == 3


def test_an_earlier_version_can_be_let_play_again(passed: Passed) -> None:
    first, second = passed(version(1)), passed(version(2))
    bot = Bot.objects.get()
    assert bot.active == second
    services.activate(first)
    bot.refresh_from_db()
    assert bot.active == first
    third = passed(version(3))
    bot.refresh_from_db()
    assert bot.active == third


def test_an_older_check_that_ends_late_does_not_displace_a_newer_version(upload: Upload) -> None:
    upload(version(1))
    upload(version(2))
    older, newer = services.claim_check(), services.claim_check()
    for claimed in (newer, older):
        assert claimed is not None
        assert claimed.token is not None
        assert services.conclude(claimed, claimed.token, passed=True)
    assert Bot.objects.get().active == newer


def test_a_version_that_has_not_passed_cannot_play(upload: Upload) -> None:
    with pytest.raises(services.Refused, match="passed its check"):
        services.activate(upload())


def test_a_retired_bot_does_not_compete_and_keeps_its_versions(passed: Passed) -> None:
    submission = passed()
    assert list(Bot.objects.competing()) == [submission.bot]
    services.retire(submission.bot)
    assert not Bot.objects.competing()
    assert Submission.objects.passed().exists()


def test_a_verdict_and_its_time_belong_together(upload: Upload) -> None:
    submission = upload()
    with pytest.raises(IntegrityError), transaction.atomic():
        Submission.objects.filter(pk=submission.pk).update(verdict=Verdict.PASSED)


@pytest.mark.usefixtures("db")
def test_the_house_enters_its_samples_once(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("house")
    assert capsys.readouterr().out.startswith(f"house/{samples.HOUSE[0]} v1: checking\n")
    bots = services.enter_house()
    assert [bot.slug for bot in bots] == list(samples.HOUSE)
    assert all(bot.house and bot.description for bot in bots)
    assert services.enter_house() == bots
    assert Submission.objects.count() == len(bots)
    assert not bots[0].owner.has_usable_password()


@pytest.mark.django_db(transaction=True)
def test_of_two_uploads_at_the_edge_of_the_quota_one_is_refused(
    user: User, settings: Settings
) -> None:
    settings.UPLOADS_PER_HOUR = 1
    bot = services.create_bot(owner=user, name="Swift")

    def submit(number: int) -> bool:
        try:
            services.submit(bot=bot, filename="bot.py", data=version(number))
        except services.Refused:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(submit, range(2))) == [False, True]
    assert Submission.objects.count() == 1
