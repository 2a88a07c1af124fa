"""A thousand bots of many strengths, each with its owner and its versions, over one season."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from bots_sdk import archives
from sixfold.accounts.models import User
from sixfold.bots.models import Archive, Bot, CheckStep, Submission, Verdict
from sixfold.leases import Progress
from tests.benchmarks.large.bulk import write

SEASON = timedelta(days=90)
BOTS_OF_AN_OWNER = 2
MOST_VERSIONS = 6
HOUSE = {"greedy": 0.0, "random": -900.0}
"""The house's bots with their strengths in Elo; greedy is every ladder's anchor."""
SPREAD = 250.0
"""Of the others' strengths."""
SOURCE = "# {name}, version {number}\ndef choose(game):\n    return game.legal_moves()[0]\n"
PASSWORD = "!"  # nobody signs in


@dataclass(frozen=True, slots=True)
class Version:
    """A submission while it plays for its bot."""

    pk: int
    bot: int
    owner: int
    name: str
    number: int
    skill: float
    """In Elo."""
    since: datetime
    until: datetime

    def plays(self, at: datetime) -> bool:
        return self.since <= at < self.until


def enter(bots: int, rng: Random) -> list[Version]:
    """Write users, bots, versions and their checklists; the season ends now."""
    end = datetime.now(UTC)
    versions = list(_versions(bots, end - SEASON, end, rng))
    owners = sorted({version.owner for version in versions})
    write(
        User,
        ("id", "username", "password", "date_joined"),
        ((one, _owner_name(one), PASSWORD, end - SEASON) for one in owners),
    )
    first = {version.bot: version for version in reversed(versions)}
    write(
        Bot,
        ("id", "owner", "name", "slug", "description", "house", "created_at"),
        (
            (pk, one.owner, one.name, one.name, f"Plays like bot {pk}.", one.owner == 1, one.since)
            for pk, one in sorted(first.items())
        ),
    )
    _write_versions(versions)
    last = {version.bot: version for version in versions}
    Bot.objects.bulk_update(
        [Bot(pk=pk, active_id=version.pk) for pk, version in last.items()], ["active"], 500
    )
    return versions


def _versions(bots: int, begin: datetime, end: datetime, rng: Random) -> "list[Version]":
    made: list[Version] = []
    for bot in range(1, bots + 1):
        house = list(HOUSE)[bot - 1] if bot <= len(HOUSE) else None
        owner = 1 if house else 2 + (bot - len(HOUSE)) // BOTS_OF_AN_OWNER
        number = 1 if house else min(MOST_VERSIONS, 1 + int(rng.expovariate(0.8)))
        # Half of them are there from the start.
        joined = begin if house else begin + SEASON * max(0.0, rng.uniform(-0.6, 0.6))
        days = sorted(joined + (end - joined) * 0.95 * rng.random() for _ in range(number - 1))
        starts = [joined, *days]
        skill = HOUSE[house] if house else rng.gauss(0, SPREAD)
        for place, since in enumerate(starts):
            skill += 40 * place * rng.random()
            until = starts[place + 1] if place + 1 < number else end + SEASON
            name = house or f"bot-{bot}"
            made.append(Version(len(made) + 1, bot, owner, name, place + 1, skill, since, until))
    return made


def _owner_name(owner: int) -> str:
    return "house" if owner == 1 else f"owner-{owner}"


def _write_versions(versions: list[Version]) -> None:
    files = {
        version.pk: {"bot.py": SOURCE.format(name=version.name, number=version.number).encode()}
        for version in versions
    }
    digests = {pk: archives.digest(each) for pk, each in files.items()}
    write(
        Archive,
        ("sha256", "data"),
        ((digests[pk], archives.pack(each)) for pk, each in files.items()),
    )
    columns = ("id", "bot", "number", "archive", "size", "note", "verdict", "created_at")
    write(
        Submission,
        (*columns, "checked_at", "ready_at", "progress"),
        (
            (
                *(one.pk, one.bot, one.number, digests[one.pk], len(files[one.pk]["bot.py"])),
                *(f"attempt {one.number}", Verdict.PASSED.value, one.since),
                *(one.since + timedelta(seconds=20), one.since, Progress.FINISHED.value),
            )
            for one in versions
        ),
    )
    write(
        CheckStep,
        ("submission", "kind", "state", "message", "ms"),
        (
            (one.pk, kind.value, CheckStep.State.OK.value, "As it should be.", 12.5)
            for one in versions
            for kind in CheckStep.Kind
        ),
    )
