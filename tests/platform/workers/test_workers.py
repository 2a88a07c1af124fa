"""What workers tell of themselves, and what staff read of it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

from arena.sandbox import SandboxUnavailable, Tier, tiers
from arena.sandbox.probe import Leak
from sixfold import jail
from sixfold.accounts.models import User
from sixfold.workers import services
from sixfold.workers.models import Worker, packages
from tests.platform.conftest import StartWorker
from tests.platform.waiting import eventually


@pytest.fixture(autouse=True)
def unknown(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A process that has not looked for its sandbox yet."""
    monkeypatch.setattr(jail, "watch", jail.Watch())
    monkeypatch.setattr(services, "watch", jail.watch)
    jail.jail.cache_clear()
    yield
    jail.jail.cache_clear()


@pytest.fixture
def staff(client: Client, user: User) -> Client:
    user.is_staff = True
    user.save()
    client.force_login(user)
    return client


def worker(**values: object) -> Worker:
    seen = {"host": "mercury", "pid": 17, "slots": 2}
    return Worker.objects.create(**{**seen, **values})


def leaks_in(*leaking: Tier) -> object:
    def probe(launcher: object) -> None:
        if getattr(launcher, "tier", None) in leaking:
            raise Leak("a bot in it could fly")

    return probe


def test_a_worker_reports_before_it_has_looked_for_its_sandbox(db: None) -> None:
    services.report()
    (here,) = Worker.objects.all()
    assert (here.tier, here.refusal, here.trials, here.probed_at) == ("", "", [], None)
    assert here.slots == settings.WORKERS


def test_a_worker_reports_its_sandbox_and_why_it_is_no_stronger_one(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiers, "probe", leaks_in(Tier.NAMESPACES))
    jail.jail()
    services.report()
    services.report()
    (here,) = Worker.objects.all()
    assert here.tier == "A'"
    assert here.trials == [
        {"tier": "A", "reason": "a bot in it could fly", "advice": tiers.ADVICE[Tier.NAMESPACES]}
    ]
    known = dict(here.facts)
    assert {"kernel", "bubblewrap", "interpreter", "control groups"} <= known.keys()
    assert here.probe_ms
    assert here.probed_at


def test_a_worker_without_a_sandbox_says_why_it_plays_nothing(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiers, "probe", leaks_in(Tier.NAMESPACES))
    with override_settings(SANDBOX_TIER="A"), pytest.raises(SandboxUnavailable):
        jail.jail()
    services.report()
    (here,) = Worker.objects.all()
    assert here.tier == ""
    assert "a bot in it could fly" in here.refusal
    assert [trial["tier"] for trial in here.trials] == ["A"]


def test_failures_of_the_machine_are_counted(db: None) -> None:
    jail.distrust("The disk is full.")
    jail.distrust("The disk is still full.")
    services.report()
    (here,) = Worker.objects.all()
    assert (here.failures, here.last_failure) == (2, "The disk is still full.")
    services.leave()
    assert not Worker.objects.exists()


def test_a_worker_that_died_is_marked_and_forgotten_after_a_day(db: None) -> None:
    for pid, minutes in ((1, 1), (2, 5), (3, 60 * 25)):
        worker(pid=pid, seen_at=timezone.now() - timedelta(minutes=minutes))
    silent: list[Any] = list(Worker.objects.with_silence().order_by("pid"))
    assert [(each.pid, each.silent) for each in silent] == [(1, False), (2, True), (3, True)]
    services.report()
    assert set(Worker.objects.values_list("pid", flat=True)) >= {1, 2}
    assert not Worker.objects.filter(pid=3).exists()


def test_a_real_worker_looks_for_its_sandbox_at_once_and_leaves_no_trace(
    start_worker: StartWorker,
) -> None:
    process = start_worker(WORKERS="1")
    eventually(lambda: Worker.objects.exclude(tier="").exists())
    process.terminate()
    process.wait(20)
    assert not Worker.objects.exists()


def test_staff_read_of_every_worker(staff: Client, django_assert_max_num_queries: Any) -> None:
    now = datetime.now(UTC)
    trial = {"tier": "A", "reason": "it <leaks>", "advice": "Mend it."}
    worker(tier="B", trials=[trial], facts=[["kernel", "Linux 9.9"]], probed_at=now, probe_ms=512)
    worker(pid=18, refusal="There is no room.", probed_at=now, probe_ms=3)
    worker(pid=19, seen_at=now - timedelta(hours=1), failures=3, last_failure="No memory.")
    with django_assert_max_num_queries(8):
        text = staff.get("/staff/workers/").text
    for said in (
        "mercury:17", "tier B", "it &lt;leaks&gt;", "Mend it.", "Linux 9.9", "in 512 ms",
        "plays nothing", "There is no room.", "silent", "3 bots", "No memory.",
    ):  # fmt: skip
        assert said in text, said


def test_without_workers_staff_read_how_to_start_one(staff: Client) -> None:
    assert "manage.py serve" in staff.get("/staff/workers/").text


def test_the_page_of_workers_is_for_staff_only(client: Client, user: User) -> None:
    assert client.get("/staff/workers/").status_code == 302
    client.force_login(user)
    assert client.get("/staff/workers/").status_code == 404
    assert 'href="/staff/workers/"' not in client.get("/account/").text


def test_staff_find_the_page_in_their_menu_and_in_the_administration(
    staff: Client, user: User
) -> None:
    user.is_superuser = True
    user.save()
    for page in ("/account/", "/admin/"):
        assert 'href="/staff/workers/"' in staff.get(page).text


def test_authors_read_which_packages_there_are(client: Client, db: None) -> None:
    assert "No other packages." in client.get("/docs/limits/").text
    now = timezone.now()
    worker(tier="A", probed_at=now, packages=["numpy==2.3.5", "tiny==1.5"])
    worker(pid=18, tier="A", probed_at=now - timedelta(days=1), packages=["numpy==1.0"])
    worker(pid=19, probed_at=now + timedelta(days=1), refusal="nothing holds")
    assert packages() == ["numpy==2.3.5", "tiny==1.5"]
    assert "numpy==2.3.5\ntiny==1.5" in client.get("/docs/limits/").text
