import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from arena.player import InProcess
from arena.record import Record, RecordError, dumps, frames, loads
from arena.referee import Deal, play
from arena.view import View


def choose(view: View) -> Any:
    trades = view.trades()
    return (
        trades[0]
        if trades and view.turn % 9 == 8
        else max(view.legal_moves(), key=lambda move: move.points)
    )


@pytest.fixture(scope="module")
def record() -> Record:
    return play([InProcess(choose)] * 3, Deal(b"golden" + bytes(26), ("ada", "bob", "cleo")))


def test_a_record_reads_back_from_its_own_text(record: Record) -> None:
    again = loads(dumps(record))
    assert dumps(again) == dumps(record)
    assert again.outcome == record.outcome
    assert [turn.move for turn in again.turns] == [turn.move for turn in record.turns]


def test_a_record_is_as_small_and_as_readable_as_json_can_be(record: Record) -> None:
    seats = (replace(record.seats[0], name="café"), *record.seats[1:])
    turn = replace(record.turns[0], cpu_ms=1.23456, wall_ms=2.34567)
    stored = dumps(replace(record, seats=seats, turns=(turn, *record.turns[1:])))
    assert '"name":"café"'.encode() in stored
    assert b'"cpu_ms":1.235,"wall_ms":2.346}' in stored
    assert b", " not in stored


def test_frames_give_the_scores_of_the_match(record: Record) -> None:
    *_, last = frames(loads(dumps(record)))
    assert last.after.outcome == record.outcome
    assert last.after.scores == record.outcome.scores


def changed(record: Record, number: int, **fields: Any) -> Record:
    turns = list(record.turns)
    turns[number] = replace(turns[number], **fields)
    return replace(record, turns=tuple(turns))


@pytest.mark.parametrize(
    ("forge", "complaint"),
    [
        (lambda r: changed(r, 3, points=99), "Turn 4: the move scores"),
        (lambda r: changed(r, 3, drew=r.turns[3].drew[::-1] + r.turns[3].drew), "Turn 4: the seed"),
        (lambda r: changed(r, 3, seat=r.turns[2].seat), "Turn 4: seat"),
        (lambda r: changed(r, 3, move=r.turns[2].move), "Turn 4"),
        (lambda r: changed(r, 3, move=None, seat=7), "Turn 4: Seat 7 cannot forfeit"),
        (lambda r: replace(r, turns=r.turns[:-1]), "The outcome should be"),
        (lambda r: replace(r, turns=r.turns + r.turns[-1:]), "the game is over already"),
        (lambda r: replace(r, seed=bytes(32)), "Turn 1"),
        (lambda r: replace(r, seed=b"short"), "cannot be dealt: A seed has 32 bytes"),
        (lambda r: replace(r, seats=r.seats[:1]), "cannot be dealt: classic is for 2 to 4 seats"),
    ],
)
def test_a_record_against_the_rules_is_refused(
    record: Record, forge: Callable[[Record], Record], complaint: str
) -> None:
    with pytest.raises(RecordError, match=complaint):
        list(frames(forge(record)))


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (
            b'{"format": 2}',
            "format 2, and this version reads format 1: the version of Sixfold that wrote it",
        ),
        (b'{"format": 1,\n"seed"', "at line 2, column 7 it is not JSON, or ends too soon"),
    ],
)
def test_a_newer_or_broken_record_is_told_from_what_was_never_one(
    data: bytes, complaint: str
) -> None:
    with pytest.raises(RecordError, match=complaint):
        loads(data)


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b"null", b"\xff", b"[" * 100_000, b"9" * 10_000]
)
def test_a_file_that_is_no_record_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(RecordError, match=r"^This is not a match record: .*\.$"):
        loads(data)


def test_a_damaged_field_is_refused(record: Record) -> None:
    data = json.loads(dumps(record))
    for key in data:
        with pytest.raises(RecordError):
            loads(json.dumps({**data, key: {"no": "sense"}}).encode())
