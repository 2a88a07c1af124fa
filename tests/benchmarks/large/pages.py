"""What every page and every read of the API costs on a large site: queries and milliseconds.

    python -m tests.benchmarks.large.pages FOLDER [--only WORD] [--seed 1]

On what `tests.benchmarks.large.make` has made. Each read has up to 20 addresses. The first visit of
this process to any of them stands by itself; the next 20 visits, which go round all of them, make
the percentiles. CPU time is this process's: on SQLite that is all there is, and less than the wall
clock where the machine is busy. Ends with status 1 where something needs more queries than a page
may, or where a page of tests/platform/security/pages.txt was not read.
"""

import logging
import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.benchmarks.large.site import open_site

if TYPE_CHECKING:
    from django.test import Client

    from sixfold.accounts.models import User
    from tests.benchmarks.large.addresses import Read

QUERIES = 12
VISITS = 20
DELIVERIES = 1_000
STAFF = "benchmark-staff"
TOKEN = "benchmark"


def main() -> int:
    parser = ArgumentParser(
        "tests.benchmarks.large.pages",
        description=__doc__,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="reads with this word in their name")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of addresses")
    asked = parser.parse_args()
    open_site(asked.folder)
    # Refusals and lost records are part of what is measured.
    logging.disable()
    from django.core.management import call_command
    from django.db import connection

    # As the web server does: it loads all pages, and lets the garbage collector pass over them.
    import sixfold.asgi  # noqa: F401
    from sixfold.accounts.models import User
    from tests.benchmarks.large import addresses

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    User.objects.get_or_create(username=STAFF, is_staff=True, is_superuser=True)
    owner = User.objects.get(username=addresses.OWNER)
    _tell(owner)
    _sit_down(owner)
    _tag(owner)
    _join(owner, User.objects.get(username=addresses.MEMBER))
    rng, over, seen = Random(asked.seed), 0, set[str]()
    for title, limit, reads in (
        ("pages", 100, addresses.pages(rng, STAFF)),
        ("API", 50, addresses.operations(rng)),
    ):
        print(f"\n{connection.vendor}, {title}; * is above {limit} ms")
        print(f"{'':56}queries first ms   p50 ms   p95 ms  CPU p95  status")
        for read in reads:
            if asked.only in read.name:
                over += _measure(read, limit, seen)
    forgotten = {addresses.page_of(row).view_name for row in addresses.readable()} - seen
    if forgotten and not asked.only:
        print("\nin the table of addresses and not read:", ", ".join(sorted(forgotten)))
        over += 1
    return int(over > 0)


def _tell(owner: "User") -> None:
    """Give them a webhook that has been told of much."""
    from sixfold.leases import Progress
    from sixfold.webhooks.models import Delivery, Happening, Webhook

    hook, _made = Webhook.objects.get_or_create(
        owner=owner,
        url="https://example.org/",
        defaults={"happenings": [Happening.FINISHED], "secret": "!"},
    )
    Delivery.objects.bulk_create(
        (
            Delivery(
                webhook=hook,
                key=str(number),
                happening=Happening.FINISHED,
                body="{}",
                progress=Progress.FINISHED,
            )
            for number in range(DELIVERIES)
        ),
        ignore_conflicts=True,
    )


def _sit_down(player: "User") -> None:
    """Have them play against a bot, with the first move, and have one such game be over."""
    from sixfold.bots.models import Bot
    from sixfold.play import services as play
    from sixfold.play.models import Sitting

    opponent = Bot.objects.get(house=True, slug="greedy").active
    assert opponent is not None
    mine = Sitting.objects.of(player)
    while not mine.exclude(ended_at=None).exists():
        play.resign(play.begin(by=player, opponent=opponent))
    while not mine.open().exists():
        sitting = play.begin(by=player, opponent=opponent)
        if sitting.own.number > 0:
            play.resign(sitting)


def _join(owner: "User", member: "User") -> None:
    """Have somebody belong to the team of each of the owner's bots."""
    for bot in owner.bots.all():
        bot.members.get_or_create(user=member)


def _tag(user: "User") -> None:
    """Have them know every fiftieth match by a word."""
    from sixfold.matches.models import Match, Tag
    from tests.benchmarks.large.addresses import TAG

    some = Match.objects.order_by("pk").values_list("pk", flat=True)[::50]
    Tag.objects.bulk_create(
        (Tag(user=user, match_id=key, word=TAG) for key in some),
        batch_size=5_000,
        ignore_conflicts=True,
    )


def _measure(read: "Read", limit: float, seen: set[str]) -> bool:
    """Print one line; whether it needs too many queries."""
    from django.db import connection

    if not read.addresses:
        print(f"{read.name:56} there is none")
        return False
    client, counted = _client(read), _Counted()
    client.get("/health/")  # the first request of all makes the middleware
    wall, cpu, queries, statuses = [], [], [], set()
    for address in islice(cycle(read.addresses), 1 + VISITS):
        counted.queries = 0
        began, used = time.perf_counter(), time.process_time()
        with connection.execute_wrapper(counted):
            response = client.get(address)
            if hasattr(response, "streaming_content"):
                b"".join(response.streaming_content)
        wall.append(1000 * (time.perf_counter() - began))
        cpu.append(1000 * (time.process_time() - used))
        queries.append(counted.queries)
        statuses.add(response.status_code)
        seen.add(response.resolver_match.view_name)
    first, *rest = wall
    times = "".join(
        f"{ms:8.1f}{'*' if ms > limit else ' '}" for ms in (first, median(rest), _p95(rest))
    )
    print(
        f"{read.name:56}{max(queries):7} {times}{_p95(cpu[1:]):8.1f}"
        f"  {', '.join(map(str, sorted(statuses)))}",
        flush=True,
    )
    return max(queries) > QUERIES


class _Counted:
    """Lets a query pass and counts it."""

    queries = 0

    def __call__(self, execute: Any, *query: Any) -> Any:
        self.queries += 1
        return execute(*query)


def _client(read: "Read") -> "Client":
    """Signed in to the pages, or with a token for the API, as programs are."""
    from django.test import Client

    from sixfold.accounts import services as accounts
    from sixfold.accounts.models import Scope, User

    client = Client(SERVER_NAME="localhost")
    if not read.who:
        return client
    user = User.objects.get(username=read.who)
    if read.addresses[0].startswith("/api/v1/"):
        user.tokens.filter(name=TOKEN).delete()
        _token, secret = accounts.issue(user=user, name=TOKEN, scopes=[Scope.READ])
        client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {secret}"
    else:
        client.force_login(user)
    return client


def _p95(values: list[float]) -> float:
    return sorted(values)[max(0, -(-95 * len(values) // 100) - 1)]


if __name__ == "__main__":
    sys.exit(main())
