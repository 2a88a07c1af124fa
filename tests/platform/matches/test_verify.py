"""`manage.py verify`: it finds every way in which a match may not be what was promised."""

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.core.files.storage import Storage
from django.core.management import CommandError, call_command

from arena.record import Record, dumps
from sixfold.matches import services
from sixfold.matches.models import Cluster, Match
from sixfold.matches.playing import Played


@pytest.fixture
def over(records: Storage, match: Match, played: Played) -> Match:
    """The match of a cluster that is over."""
    for _ in match.cluster.matches.all():
        attempt = services.claim()
        assert attempt is not None
        assert services.finish(attempt, played)
    match.refresh_from_db()
    return match


@pytest.fixture
def put(over: Match, records: Storage) -> Callable[[Record], None]:
    """Store another record for the match, as somebody with access to everything could."""

    def put(record: Record) -> None:
        packed = gzip.compress(dumps(record))
        with records.open(over.record_key, "wb") as file:
            file.write(packed)
        over.record_sha256 = hashlib.sha256(packed).hexdigest()
        over.save()

    return put


def test_a_match_that_follows_from_its_seed_is_verified(
    over: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("verify", str(over.pk))
    said = capsys.readouterr().out
    assert over.cluster.commitment in said
    assert bytes(over.cluster.seed).hex() in said
    assert "are those that it implies" in said


def test_nothing_is_given_away_before_the_cluster_is_over(
    records: Storage, match: Match, played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    attempt = services.claim()
    assert attempt is not None
    services.finish(attempt, played)
    with pytest.raises(CommandError, match="stays secret: 1 matches"):
        call_command("verify", str(match.pk))
    assert bytes(match.cluster.seed).hex() not in capsys.readouterr().out


def test_a_match_that_was_not_played_is_named(match: Match) -> None:
    with pytest.raises(CommandError, match="no match 4711 that has been played"):
        call_command("verify", "4711")


def test_another_seed_in_the_database_is_found(over: Match) -> None:
    Cluster.objects.update(seed=bytes(32))
    with pytest.raises(CommandError, match="not played on the seed of its cluster"):
        call_command("verify", str(over.pk))


def test_draws_that_the_seed_does_not_imply_are_found(
    over: Match, played: Played, put: Callable[[Record], None]
) -> None:
    put(replace(played.record, seed=bytes(32)))
    with pytest.raises(CommandError, match="does not follow from its seed"):
        call_command("verify", str(over.pk))
