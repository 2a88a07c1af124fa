"""A season of matches, as a ladder of many bots would have played it, with every published rating.

Who meets whom follows from strength, as the ladder pairs; who wins, from strength and luck. What is
counted of it, and how it is rated, is the ladder's own code.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any
from uuid import UUID

from django.db import models, transaction

from arena.outcome import End
from arena.player import Ending
from arena.seating import orders
from sixfold.challenges import models as challenges
from sixfold.challenges.models import Challenge
from sixfold.ladder import ratings, services
from sixfold.ladder.models import Event, Ladder, PairCount, Pairing, Snapshot, Tally
from sixfold.ladder.results import Counts, Finisher
from sixfold.ladder.services import publishing
from sixfold.leases import Progress
from sixfold.matches.models import Attempt, Cluster, Kind, Match, Seat
from tests.benchmarks.large.bulk import number_on, write
from tests.benchmarks.large.field import SEASON, Version

PUBLICATIONS = 24
"""Of ratings, over the season."""
NEIGHBOURS = 25
"""How far in the order of strength opponents usually are."""
LUCK = 250.0
"""Of one bot in one match, in Elo."""
FAILING = 0.004
"""Of all seats."""
MATCH = timedelta(seconds=60)
FAILURES = (Ending.CPU_TIME, Ending.EXITED, Ending.ILLEGAL, Ending.MALFORMED)
TABLES_OF_A_CHALLENGE = 400
"""Of the ladders, for one challenge beside them."""
PAIRS = 20
"""Of one challenge."""

COLUMNS: dict[type[models.Model], tuple[str, ...]] = {
    Cluster: ("id", "seed", "ruleset", "kind", "created_at"),
    Match: (
        "id", "cluster", "kind", "order", "progress", "created_at", "ready_at", "finished_at",
        "turns", "end", "record_key", "record_size", "record_sha256",
    ),
    Seat: (
        "match", "number", "submission", "score", "place", "ending", "detail", "cpu_ms",
        "slowest_ms",
    ),
    Attempt: ("match", "token", "worker", "tier", "started_at", "ended_at", "outcome"),
    Pairing: ("ladder", "cluster", "slot", "why", "members", "open", "made_at"),
    Event: ("ladder", "seq", "match", "kind", "created_at"),
    Challenge: (
        "id", "owner", "first", "second", "pairs", "state", "counts", "created_at", "ended_at",
    ),
    Challenge.clusters.through: ("challenge", "cluster"),
}  # fmt: skip
"""In the order in which rows may be written."""


PAIR = ("first_wins", "draws", "second_wins")
TALLY = ("wins", "draws", "losses", "points", "errors")

Played = dict[int, list[Finisher]]
"""The matches of a cluster by key."""


@dataclass(slots=True)
class Counted:
    """What one ladder has counted so far."""

    ladder: Ladder
    seats: int
    counts: Counts = field(default_factory=Counts)
    events: int = 0
    tables: int = 0

    def pairs(self) -> Iterator[tuple[int, int, int, int, int]]:
        """As `PairCount` has them, by the columns of `PAIR`."""
        for key, found in sorted(self.counts.pairs.items()):
            wins, draws, losses = (found[name] for name in PAIR)
            yield (*key, wins, draws, losses)

    def tallies(self) -> Iterator[tuple[int, ...]]:
        """As `Tally` has them, by the columns of `TALLY`."""
        for key, found in sorted(self.counts.tallies.items()):
            yield (key, *(found[name] for name in TALLY))


@dataclass(slots=True)
class Season:
    """Writes rows by the part of the season, and remembers what the ratings need."""

    versions: Sequence[Version]
    rng: Random
    counted: list[Counted]
    rows: defaultdict[type[models.Model], list[tuple[Any, ...]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    clusters: int = 0
    matches: int = 0
    challenges: int = 0

    def play(self, matches: int, since: datetime, until: datetime) -> None:
        """So many more matches, evenly in time: the ladders', and challenges beside them."""
        active = sorted(
            (one for one in self.versions if one.plays(since)), key=lambda one: one.skill
        )
        weights = [on.ladder.share / len(orders(on.seats)) for on in self.counted]
        begin, tables = self.matches, 0
        while (done := (self.matches - begin) / matches) < 1:
            at = since + done * (until - since)
            (on,) = self.rng.choices(self.counted, weights)
            self._rated(on, self._table(active, on.seats), at)
            tables += 1
            if tables % TABLES_OF_A_CHALLENGE == 0:
                self._challenge(self._table(active, 2), at)
        with transaction.atomic():
            for model, columns in COLUMNS.items():
                write(model, columns, self.rows.pop(model, ()))

    def _table(self, active: Sequence[Version], seats: int) -> list[Version]:
        """Bots of different owners that are about equally strong."""
        place = self.rng.randrange(len(active))
        table = [active[place]]
        while len(table) < seats:
            other = place + round(self.rng.gauss(0, NEIGHBOURS))
            if 0 <= other < len(active):
                found = active[other]
                if all(found.owner != one.owner for one in table):
                    table.append(found)
        self.rng.shuffle(table)
        return table

    def _cluster(self, table: Sequence[Version], kind: Kind, at: datetime) -> Played:
        self.clusters += 1
        seed = self.rng.randbytes(32)
        self.rows[Cluster].append((self.clusters, seed, "classic", kind.value, at))
        return {
            self._match(kind, order, at): self._seats([table[who] for who in row], at)
            for order, row in enumerate(orders(len(table)))
        }

    def _match(self, kind: Kind, order: int, at: datetime) -> int:
        self.matches += 1
        match, ended = self.matches, at + MATCH
        state = (kind.value, order, Progress.FINISHED.value, at, at, ended)
        record = (f"{at:%Y/%m/%d}/{match}.json.gz", 3_500, 64 * "0")
        self.rows[Match].append((match, self.clusters, *state, 110, End.OUT.value, *record))
        token, outcome = UUID(int=self.rng.getrandbits(128)), Attempt.Outcome.FINISHED.value
        self.rows[Attempt].append((match, token, "worker:1", "A", at, ended, outcome))
        return match

    def _seats(self, seats: Sequence[Version], at: datetime) -> list[Finisher]:
        """How the seats of the match that was made last fare."""
        worth = [one.skill + self.rng.gauss(0, LUCK) for one in seats]
        scores = [max(3, round(150 + value / 12)) for value in worth]
        failed = [self.rng.random() < FAILING for _ in seats]
        kept = [(not lost, score) for lost, score in zip(failed, scores, strict=True)]
        finishers = [
            Finisher(one.pk, 1 + sum(other > mine for other in kept), mine[1], not mine[0])
            for one, mine in zip(seats, kept, strict=True)
        ]
        for number, one in enumerate(finishers):
            ending = self.rng.choice(FAILURES) if one.failed else Ending.FINISHED
            detail = f"It failed in turn 30: {ending}." if one.failed else ""
            fared = (one.submission, one.score, one.place, ending.value, detail, 450.0, 20.0)
            self.rows[Seat].append((self.matches, number, *fared))
        return finishers

    def _rated(self, on: Counted, table: Sequence[Version], at: datetime) -> None:
        played = self._cluster(table, Kind.LADDER, at)
        members, why = sorted(one.pk for one in table), Pairing.Why.UNCERTAIN.value
        values = (on.ladder.pk, self.clusters, on.tables, why, members, False, at)
        self.rows[Pairing].append(values)
        on.tables += 1
        for match, finishers in played.items():
            on.events += 1
            on.counts.add(finishers)
            self.rows[Event].append((on.ladder.pk, on.events, match, Event.Kind.FINAL.value, at))

    def _challenge(self, table: Sequence[Version], at: datetime) -> None:
        first, second = table
        self.challenges += 1
        counts = [0] * 5
        for _ in range(PAIRS):
            played = self._cluster(table, Kind.CHALLENGE, at)
            counts[sum(_halves(first.pk, finishers) for finishers in played.values())] += 1
            self.rows[Challenge.clusters.through].append((self.challenges, self.clusters))
        values = (self.challenges, first.owner, first.pk, second.pk, PAIRS)
        over = challenges.State.OVER.value
        self.rows[Challenge].append((*values, over, counts, at, at + PAIRS * MATCH))

    def publish(self, at: datetime) -> None:
        """Rate what was counted until then, on every ladder, as if it had been published then."""
        competing = frozenset(one.pk for one in self.versions if one.plays(at))
        for ladder in services.ladders():
            parts = [one for one in self.counted if ladder.seats in (None, one.seats)]
            results: defaultdict[int, Counter[str]] = defaultdict(Counter)
            for part in parts:
                for submission, tally in part.counts.tallies.items():
                    results[submission].update(tally)
            known = publishing.Counted(
                ladder,
                {part.ladder.pk: part.events for part in parts},
                [ratings.Pair(*pair, part.seats) for part in parts for pair in part.pairs()],
                results,
                competing,
                ladder.snapshots.order_by("pk").last(),
            )
            made = publishing.write(known, publishing.rate(known), cost_ms=1_000)
            assert made, "nobody else publishes here"
            Snapshot.objects.filter(pk=made.pk).update(published_at=at)

    def close(self) -> None:
        """Keep the counts, from which the ladders go on."""
        for on in self.counted:
            ladder = on.ladder.pk
            write(
                PairCount,
                ("ladder", "first", "second", *PAIR),
                ((ladder, *row) for row in on.pairs()),
            )
            write(Tally, ("ladder", "submission", *TALLY), ((ladder, *row) for row in on.tallies()))
            Ladder.objects.filter(pk=ladder).update(last_seq=on.events, tables_made=on.tables)
        number_on()


def play(versions: Sequence[Version], matches: int, rng: Random) -> None:
    """Write a season of so many matches, or a few more."""
    anchor = next(one.pk for one in versions if one.name == "greedy")
    every = services.ladders()
    Ladder.objects.update(anchor=anchor)
    season = Season(versions, rng, [Counted(one, one.seats) for one in every if one.seats])
    begin = versions[0].since
    moments = [begin + SEASON * part / PUBLICATIONS for part in range(PUBLICATIONS + 1)]
    for since, until in pairwise(moments):
        season.play(matches // PUBLICATIONS, since, until)
        season.publish(until)
    season.close()


def _halves(one: int, finishers: Sequence[Finisher]) -> int:
    """Half points of one of two at a table."""
    best = [each.submission for each in finishers if each.place == 1]
    return 2 // len(best) if one in best else 0
