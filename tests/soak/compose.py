"""An author's way through a site of containers, which is upgraded, and whose containers are all
restarted while matches are played.

    python -m tests.soak.compose enter  FILE http://127.0.0.1:8000 docker compose --file ...
    python -m tests.soak.compose endure FILE http://127.0.0.1:8000 docker compose --file ...

The first submits a bot and sees it ranked; FILE keeps what was there then. The second sees that it
still is, and restarts everything. The words after the address are the command that speaks to the
containers. Called by `.ci/containers`, which brings them up, and another version between the two.
"""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from sixfold.bots import example

PASSWORD = "correct horse battery"
# A public site sends a mail before anybody gets in, and nobody is here to read it.
ENTER = f"""
from allauth.account.models import EmailAddress
from sixfold.accounts.models import User
from sixfold.bots.services import enter_house
from sixfold.celery import wake
ada = User.objects.create_user("ada", "ada@example.org", "{PASSWORD}")
EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
enter_house(); wake()
"""
COUNT = """
import json
from django.db import connection, transaction
from sixfold.leases import Progress
from sixfold.matches.models import Attempt, Match, Seat
from sixfold.workers.models import Worker
with transaction.atomic(), connection.cursor() as cursor:
    # Of one moment, since matches go on being played.
    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    print(json.dumps({
        "finished": Match.objects.finished().count(),
        "forfeits": Seat.objects.failed().count(),
        "quarantined": Match.objects.filter(progress=Progress.QUARANTINED).count(),
        "failed": list(Attempt.objects.filter(outcome="failed").values_list("reason", flat=True)),
        "last": max(Match.objects.finished().values_list("pk", flat=True), default=None),
        "attempts": Attempt.objects.filter(outcome="finished").count(),
        "workers": [[str(w), w.tier] for w in Worker.objects.all()],
    }))
"""
SERVICES = ("worker", "web", "clerk", "beat", "redis", "postgres")
PATIENCE = 600.0
"""Seconds after which what does not come has failed."""
GAMES_BETWEEN = 25
"""How many seats at finished matches are rated after each restart before the next."""


class Site:
    """The containers, seen by their owner and by an author."""

    def __init__(self, address: str, compose: list[str]) -> None:
        self.compose = compose
        self.author = httpx.Client(base_url=address, follow_redirects=True, timeout=30)

    def counted(self) -> dict[str, Any]:
        """What the database holds."""
        told: dict[str, Any] = json.loads(self.inside(COUNT))
        return told

    # What is asked every second comes from the site itself: a Django of its own for each answer
    # would take the processor from the matches.

    def is_ranked(self) -> bool:
        """Whether ada's bot is, on any ladder."""
        return any(each["rank"] for each in self._told("/api/v1/bots/ada/engine/standings"))

    def games(self) -> int:
        """How many the ladder of all tables has counted, a match for each of its seats."""
        return sum(each["games"] for each in self._told("/api/v1/ladders/all/standings")["items"])

    def _told(self, path: str) -> Any:
        return self.author.get(path).raise_for_status().json()

    def inside(self, program: str) -> str:
        """The last line that a program prints in the container of the site."""
        said = subprocess.run(
            [*self.compose, "exec", "-T", "web", "python", "manage.py", "shell", "-v0", "-c",
             program],
            capture_output=True,
            text=True,
            check=False,
        )  # fmt: skip
        if said.returncode != 0:
            raise ConnectionError(said.stderr[-500:])
        return (said.stdout.strip().splitlines() or [""])[-1]

    def restart(self, service: str) -> None:
        """Stop and start every container of a service."""
        subprocess.run([*self.compose, "restart", service], check=True, capture_output=True)

    def post(self, path: str, **fields: str) -> httpx.Response:
        """Send a form of the site."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.author.get(path).text)
        assert token, f"{path} has no form"
        answer = self.author.post(
            path,
            data={"csrfmiddlewaretoken": token[1], **fields},
            headers={"Referer": str(self.author.base_url)},
        )
        answer.raise_for_status()
        return answer


def main() -> None:
    step, file, address, *compose = sys.argv[1:]
    site = Site(address, compose)
    until("the site answers", lambda: site.author.get("/health/").text == "ok\n")
    {"enter": enter, "endure": endure}[step](site, Path(file))


def enter(site: Site, file: Path) -> None:
    """Submit a bot, see it ranked, and note what there is."""
    site.inside(ENTER)
    site.post("/accounts/login/", login="ada", password=PASSWORD)
    site.post("/submit/", name="Engine", source=example.SOURCE)
    until("ada's bot is ranked", site.is_ranked)
    assert "/bots/ada/engine/" in site.author.get("/ladder/").text
    file.write_text(json.dumps(site.counted()))


def endure(site: Site, file: Path) -> None:
    """See that all of that is still there, and play on through restarts."""
    before, now = json.loads(file.read_text()), site.counted()
    assert site.is_ranked()
    assert now["finished"] >= before["finished"], "matches are lost"
    site.post("/accounts/login/", login="ada", password=PASSWORD)
    source = site.author.get("/bots/ada/engine/v1/source/").raise_for_status().text
    assert source.split() == example.SOURCE.split(), "her upload is not what it was"
    # Records lie beside the database.
    replay = site.author.get(f"/matches/{before['last']}/replay.json").raise_for_status()
    assert replay.json()["moves"]
    print("What was there before is there", flush=True)
    for service in SERVICES:
        site.restart(service)
        until(f"{GAMES_BETWEEN} more games rated after a restart of {service}", progress(site))
    count = site.counted()
    print(json.dumps(count, indent=1))
    assert count["finished"] == count["attempts"], "every match was finished by one attempt"
    assert not count["forfeits"], "no bot was charged with a restart"
    assert not count["quarantined"], "no match was given up"


def progress(site: Site) -> Callable[[], bool]:
    """Asks whether enough games were rated since it was first answered."""
    counts: list[int] = []

    def enough() -> bool:
        counts.append(site.games())
        return counts[-1] >= counts[0] + GAMES_BETWEEN

    return enough


def until(what: str, reached: Callable[[], bool]) -> None:
    """Wait until something is so, however often its containers do not answer."""
    begun = time.monotonic()
    while time.monotonic() < begun + PATIENCE:
        try:
            if reached():
                print(f"{what}: {time.monotonic() - begun:.0f} s", flush=True)
                return
        except (httpx.HTTPError, ConnectionError):
            pass
        time.sleep(1)
    raise TimeoutError(f"In {PATIENCE:.0f} s it did not come to this: {what}.")


if __name__ == "__main__":
    main()
