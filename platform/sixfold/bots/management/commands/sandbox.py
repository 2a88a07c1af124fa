"""`manage.py sandbox`: how bots are confined on this machine, and the proof."""

import ast
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from rich.console import Console
from rich.table import Table

from arena.sandbox import SandboxUnavailable, Tier
from arena.sandbox.facts import facts
from arena.sandbox.tiers import ADVICE, Trial, acceptable, grounds, trials
from sixfold.jail import CACHE, weakest

NAMESPACED = {Tier.NAMESPACES, Tier.NESTED}
TESTS = settings.ROOT / "tests/arena/sandbox"


class Command(BaseCommand):
    """Tries every tier out; with --conformance, every hostile bot in those that hold."""

    help = "Show how bots are confined here, and what a stronger tier would take."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--conformance",
            action="store_true",
            help="run all hostile bots in every tier that holds, which takes a minute or two",
        )

    def handle(self, *, conformance: bool, **_: Any) -> None:
        try:
            where = settings.DATA_DIR / CACHE, settings.BOT_REQUIREMENTS
            tried = list(trials(*where))
            known = list(facts(grounds(*where)))
        except SandboxUnavailable as error:
            raise CommandError(str(error)) from None
        for name, text in known:
            self.stdout.write(f"{name:<17}{text}")
        accepted = weakest()
        used = used_of(tried, accepted)
        for trial in tried:
            self.stdout.write(told(trial, used))
        only = "only" if accepted is Tier.GVISOR else "weakest"
        self.stdout.write(f"\nThe {only} tier accepted is {accepted} (SANDBOX_TIER).")
        if conformance and not prove([trial.tier for trial in tried if trial.launcher]):
            raise CommandError("The sandbox does not keep what it promises: see above.")
        if used is None:
            raise CommandError("Nothing is played on this machine: no tier that you accept holds.")


ESCAPED = "[red]NOT CONTAINED[/]"


def used_of(tried: list[Trial], accepted: Tier) -> Tier | None:
    """The tier that a worker would take: the first that holds, if it is strong enough."""
    taken = acceptable(accepted)
    return next((trial.tier for trial in tried if trial.launcher and trial.tier in taken), None)


def told(trial: Trial, used: Tier | None) -> str:
    """What came of a tier, in a line or three."""
    if trial.launcher:
        return f"\nTier {trial.tier} holds{', and is used.' if trial.tier is used else '.'}"
    return f"\nTier {trial.tier} does not hold: {trial.reason}.\n{ADVICE[trial.tier]}"


def prove(tiers: list[Tier]) -> bool:
    """Run the hostile bots and print what became of them; whether all were contained."""
    console = Console(highlight=False)
    if not TESTS.exists():
        raise CommandError("The hostile bots are in the repository: run this in a checkout of it.")
    console.print(f"\nRunning the hostile bots in tiers {', '.join(tiers)} ...")
    # Not in the system's temporary folder, where a container may forbid to run programs.
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR) as folder:
        report = Path(folder, "report.xml")
        said = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", str(TESTS), "--quiet", f"--junit-xml={report}"),
                *("-p", "no:cacheprovider", f"--basetemp={folder}/files"),
                *([] if NAMESPACED & set(tiers) else ["-k", "not bubblewrap"]),
            ],
            cwd=settings.ROOT,
            env=os.environ | {"SANDBOX_TIERS": ",".join(tiers)},
            stdout=subprocess.PIPE,
            text=True,
        )
        if not report.exists():
            raise CommandError(f"The hostile bots could not be run:\n{said.stdout}")
        results = dict(outcomes(report))
    table = Table("What is tried", "", *tiers)
    for name in dict.fromkeys(name for name, _ in results):
        marks = (results.get((name, tier), results.get((name, ""), "")) for tier in tiers)
        table.add_row(name, purpose(name), *marks)
    console.print(table)
    failed = sum(result == ESCAPED for result in results.values())
    console.print(f"{len(results)} trials, {failed} not contained.")
    return said.returncode == 0


def outcomes(report: Path) -> Iterator[tuple[tuple[str, str], str]]:
    """((what was tried, tier or nothing), what became of it) of each trial.

    For a bot that is how its match ended, which a bot that was refused everything played on; for
    any other trial it is "ok".
    """
    for case in ElementTree.parse(report).iter("testcase"):
        name, _, parameters = case.get("name", "").rstrip("]").partition("[")
        tier, _, rest = parameters.partition("-")
        if tier not in ADVICE:
            tier, rest = "", parameters
        sentence = name.removeprefix("test_").replace("_", " ")
        wrong = [child.tag for child in case if child.tag in {"failure", "error", "skipped"}]
        bot = rest if name == "test_a_hostile_bot_harms_nobody" else f"{sentence} {rest}".strip()
        ended = [told.get("value", "") for told in case.iter("property")]
        yield (bot, tier), (ESCAPED if wrong else ended[0] if ended else "ok")


def purpose(name: str) -> str:
    """What a hostile bot does, in its own words; nothing for any other trial."""
    source = TESTS / f"hostile/{name}.py"
    if not source.exists():
        return ""
    return (ast.get_docstring(ast.parse(source.read_text())) or "").partition("\n")[0]
