"""Whether a finished tournament is what it has to be, from its matches alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise

from sixfold.leases import Progress
from sixfold.matches.models import Attempt, Match
from sixfold.tournaments import formats
from sixfold.tournaments.models import Entry, Round, State, Table, Tournament

Games = list[formats.Game]


class AuditError(AssertionError):
    """The tournament is not what it has to be."""


def audit(tournament: Tournament) -> list[str]:
    """What was found to hold, a sentence each; raises AuditError for what does not."""
    require(tournament.state == State.FINISHED, f"it is {tournament.state}")
    rounds = list(tournament.rounds.order_by("number"))
    return [
        _rounds_once(rounds),
        _matches_once(tournament),
        _pairings(tournament, rounds),
        _results(rounds, recomputed(tournament, rounds)),
        _standings(tournament, rounds),
    ]


def require(holds: bool, complaint: str) -> None:
    if not holds:
        raise AuditError(complaint)


def _rounds_once(rounds: list[Round]) -> str:
    require([one.number for one in rounds] == [*range(1, len(rounds) + 1)], "rounds have gaps")
    require(all(one.closed_at for one in rounds), "a round is open")
    for before, after in pairwise(rounds):
        require(
            bool(before.closed_at and before.closed_at <= after.made_at),
            f"round {after.number} was made before round {before.number} was closed",
        )
    return f"{len(rounds)} rounds, each once and closed before the next was made"


def _matches_once(tournament: Tournament) -> str:
    matches = Match.objects.filter(cluster__bout__table__round__tournament=tournament)
    require(not matches.exclude(progress=Progress.FINISHED).exists(), "a match is not finished")
    ends = Attempt.objects.filter(match__in=matches).values_list("match", "outcome")
    outcomes = Counter(outcome for _match, outcome in ends)
    finished = Counter(match for match, outcome in ends if outcome == Attempt.Outcome.FINISHED)
    require(len(finished) == matches.count(), "a match was finished by nobody")
    require(set(finished.values()) <= {1}, "a match was finished twice")
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    return f"{matches.count()} matches, each finished once; attempts: {told}"


def _pairings(tournament: Tournament, rounds: list[Round]) -> str:
    met = Counter[frozenset[int]]()
    for one in rounds:
        tables = list(one.tables.all())
        seated = list(chain.from_iterable(table.members for table in tables))
        require(len(seated) == len(set(seated)), f"one sits twice in round {one.number}")
        met.update(frozenset(table.members) for table in tables if len(table.members) > 1)
    again = sum(count - 1 for count in met.values())
    if tournament.format == formats.Format.SWISS:
        require(not again, "a pairing was repeated")
    return f"{sum(met.values())} pairings, {again} of them repeated"


def recomputed(tournament: Tournament, rounds: list[Round]) -> dict[int, Games]:
    """The games of each table as the seats of its matches tell them."""
    seeds = {entry.submission_id: entry.seed for entry in Entry.objects.seeded_in(tournament)}
    found: dict[int, Games] = {}
    for table in Table.objects.filter(round__in=rounds):
        games = []
        for match in Match.objects.filter(cluster__bout__table=table).order_by("pk"):
            seats = {seeds[seat.submission_id]: seat for seat in match.seats.all()}
            fared = [seats[seed] for seed in table.members]
            games.append(
                formats.Game(
                    tuple(seat.place or 0 for seat in fared),
                    tuple(seat.score or 0 for seat in fared),
                )
            )
        found[table.pk] = games
    return found


def _results(rounds: list[Round], games: dict[int, Games]) -> str:
    for table in chain.from_iterable(one.tables.all() for one in rounds):
        kept = [formats.Game(tuple(g["places"]), tuple(g["scores"])) for g in table.games]
        require(kept == games[table.pk], f"table {table} has other games than its matches")
    return f"the games of all {len(games)} tables are those of their matches"


def _standings(tournament: Tournament, rounds: list[Round]) -> str:
    games = recomputed(tournament, rounds)
    event = formats.Event(
        entrants=Entry.objects.seeded_in(tournament).count(),
        rounds=tuple(_replayed(one, games) for one in rounds),
        lot=tournament.lot,
    )
    require(formats.next_round(tournament.plan, event) is None, "there was more to play")
    ranks = {row.seed: row.rank for row in formats.standings(tournament.plan, event)}
    kept = {entry.seed: entry.rank for entry in Entry.objects.seeded_in(tournament)}
    require(ranks == kept, "the standings are not those that follow from the matches")
    return f"the standings of {len(ranks)} follow from the matches"


def _replayed(one: Round, games: dict[int, Games]) -> formats.Round:
    def tables() -> Iterator[formats.Table]:
        for table in one.tables.order_by("number"):
            own = games[table.pk]
            result = formats.Result.of(own, len(table.members)) if own else None
            members = tuple(table.members)
            yield formats.Table(members, formats.Why(table.why), table.figures, result)

    return formats.Round(tuple(tables()), one.clusters, formats.Stage(one.stage))
