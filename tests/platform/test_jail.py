"""What an operator sets and sees of the sandbox."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.test import override_settings

from arena.sandbox import Tier, tiers
from arena.sandbox.probe import Leak
from sixfold.bots.management.commands.sandbox import outcomes, purpose
from sixfold.jail import weakest
from tests.platform.test_settings import manage

REPORT = """<testsuites><testsuite>
<testcase name="test_a_hostile_bot_harms_nobody[A'-fork]"><properties>
<property name="ending" value="finished" /></properties></testcase>
<testcase name="test_a_hostile_bot_harms_nobody[B-fork]"><failure /></testcase>
<testcase name="test_a_damaged_filter_keeps_every_bot_from_starting[4]" />
</testsuite></testsuites>"""


@pytest.mark.parametrize(
    ("environment", "tier"),
    [
        ({}, "B"),
        ({"SIXFOLD_PUBLIC": "1"}, "A'"),
        ({"SIXFOLD_PUBLIC": "1", "SANDBOX_TIER": "A"}, "A"),
        ({"SANDBOX_TIER": "B"}, "B"),
    ],
)
def test_a_public_site_accepts_no_weak_sandbox(
    environment: dict[str, str], tier: str, tmp_path: Path
) -> None:
    asked = "from django.conf import settings; print(settings.SANDBOX_TIER)"
    shown = manage("shell", "--no-imports", "-c", asked, data=tmp_path, **environment)
    assert shown.stdout.strip() == tier


@pytest.mark.parametrize("name", ["plain", "C", ""])
def test_a_tier_that_does_not_confine_cannot_be_accepted(name: str) -> None:
    with override_settings(SANDBOX_TIER=name), pytest.raises(ImproperlyConfigured, match="A, A'"):
        weakest()


def test_the_operator_reads_what_the_machine_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaks(launcher: object) -> None:
        if getattr(launcher, "tier", None) is Tier.NAMESPACES:
            raise Leak("a bot in it could fly.")

    monkeypatch.setattr(tiers, "probe", leaks)
    said = StringIO()
    call_command("sandbox", stdout=said)
    assert "kernel" in said.getvalue()
    assert "Tier A does not hold: a bot in it could fly.\nIt takes" in said.getvalue()
    assert "Tier A' holds, and is used." in said.getvalue()
    with override_settings(SANDBOX_TIER="A"), pytest.raises(CommandError, match="Nothing is play"):
        call_command("sandbox", stdout=said)


def test_results_of_the_hostile_bots_are_told_by_bot_and_tier(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT)
    (one, good), (two, bad), (three, other) = outcomes(report)
    assert (one, good) == (("fork", "A'"), "finished")
    assert two == ("fork", "B")
    assert "NOT CONTAINED" in bad
    assert three == ("a damaged filter keeps every bot from starting 4", "")
    assert other == "ok"
    assert "second process" in purpose("fork")
    assert not purpose("a damaged filter keeps every bot from starting 4")
