import re
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena import notation
from arena.limits import Limits
from arena.player import Ending, Forfeit, InProcess
from arena.record import Record, RecordError, dumps, frames, loads
from arena.referee import Deal, play
from arena.ruleset import EXTENDED
from arena.view import View

EXAMPLE = "\n".join(
    line.removeprefix("    ")
    for line in str(notation.__doc__).splitlines()
    if line.startswith("    ") or not line
)


def careless(rng: Random) -> InProcess:
    """Mostly greedy; trades for no reason, and now and then fails."""

    def choose(view: View):  # type: ignore[no-untyped-def]
        if rng.random() < 0.02:
            cause = rng.choice([ending for ending in Ending if ending is not Ending.FINISHED])
            raise Forfeit(cause, 'It wrote "]" and {;\n\u2028 café.', cpu_ms=rng.random() * 9e3)
        if view.trades() and rng.random() < 0.1:
            return rng.choice(view.trades())
        return view.legal_moves().best

    return InProcess(choose)


def game(seed: int, seats: int, names: list[str]) -> Record:
    rng = Random(seed)
    dealt = Deal(rng.randbytes(32), tuple(names[:seats]), EXTENDED)
    return play([careless(rng)] * seats, dealt, Limits(bank_ms=rng.random() * 1e6))


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 6), st.lists(st.text(), min_size=6, max_size=6))
def test_every_game_survives_as_text(seed: int, seats: int, names: list[str]) -> None:
    record = game(seed, seats, names)
    text = notation.dumps(record)
    assert notation.loads(text) == record
    assert notation.dumps(notation.loads(text)) == text
    assert all(line.isprintable() for line in text.split("\n"))


def test_text_and_json_make_each_other() -> None:
    record = game(7, 4, ["ada", "bob", "cy", "dee", "", ""])
    stored = dumps(loads(dumps(record)))
    assert dumps(notation.loads(notation.dumps(loads(stored)))) == stored


def test_the_example_is_a_game() -> None:
    record = notation.loads(EXAMPLE)
    assert len(list(frames(record))) == 6
    assert record.seats[1].ending is Ending.CPU_TIME
    first, *rest = EXAMPLE.strip().splitlines()
    assert first.startswith("; ")
    assert notation.dumps(record) == "\n".join(rest) + "\n"


def test_white_space_remarks_and_left_out_times_do_not_matter() -> None:
    head, turns = re.sub(r" start_cpu_ms=[0-9.]+\]", "]", EXAMPLE).split("1. 0", 1)
    turns = re.sub(r" \{cpu .*", "", "1. 0" + turns).replace(" ", "  ")
    record = notation.loads((head + turns).replace("\n", "\r\n\r\n ; well\r\n"))
    example = notation.loads(EXAMPLE)
    assert [turn.move for turn in record.turns] == [turn.move for turn in example.turns]
    assert {(turn.cpu_ms, turn.wall_ms) for turn in record.turns} == {(0, 0)}
    assert {seat.start_cpu_ms for seat in record.seats} == {0}


def test_nothing_in_a_name_breaks_a_line_or_hides_in_it() -> None:
    example = notation.loads(EXAMPLE)
    one, other = example.seats
    record = replace(example, seats=(replace(one, name="a\u2028\u200bé"), other))
    assert r'[Seat name="a\u2028\u200b\u00e9"' in notation.dumps(record)
    assert notation.loads(notation.dumps(record)) == record


def test_an_ending_without_a_reason_and_a_reason_without_an_ending_survive() -> None:
    example = notation.loads(EXAMPLE)
    one, other = example.seats
    seats = (replace(one, detail="It was late."), replace(other, detail=""))
    record = replace(example, seats=seats)
    assert notation.loads(notation.dumps(record)) == record


@pytest.mark.parametrize(
    ("text", "by", "complaint"),
    [
        ("[Game", "[Gamble", "Line 2: there is no tag Gamble; the tags are Game, Rules"),
        ("[Game", f"[{'G' * 30}", "Line 2: there is no tag G{20};"),
        ("format=1", "format=2", "Line 2: .* format 2, .* format 1: the version of Sixfold that"),
        ("format=1", "format=01", "Line 2: the value of format is not JSON"),
        ('seed="67', 'seed="zz', "Line 2: the seed is not written in hexadecimal"),
        ('name="classic"', "name=7", "Line 3: name: its value has to be a text in quotes"),
        ("hand_size=6", "hand_size=6.5", "Line 3: hand_size: its value has to be a whole number"),
        ("hand_size=6", "", "Line 3: there is no hand_size=... in this tag"),
        ("hand_size=6", "hand_sise=6", "Line 3: hand_sise is not one of name, min_seats"),
        ("hand_size=6", f"{'h' * 30}=6", "Line 3: h{20} is not one of name"),
        ("oldest", "fattest", "Line 3: 'fattest' is not a valid Opener"),
        ("bank_ms=5000", "bank_ms=[[", r"Line 4: 'bank_ms=\[\[ increment"),
        ("bank_ms=5000", "b" * 90, "Line 4: 'b{40}' is not a field=value"),
        ("increment_ms=100", 'increment_ms="x"', "Line 4: increment_ms: its value has to be a num"),
        ("=31.25]", "=31.25", r"Line 5: a tag is written \[Name field=value other=.a text.\]\.$"),
        ("cpu time", "old age", "Line 6: 'old age' is not a valid Ending"),
        ('name="bob/café"', r'name="\u12"', "Line 6: the value of name is not JSON"),
        ('scores="16 3"', 'scores="16 three"', "Line 7: scores and places are whole numbers"),
        ("1. 0", "2. 0", "Line 9: this should be turn 1, not 2"),
        ("1. 0", "one", r"Line 9: this is neither a tag .* such as '1. 0 Rc@0,0 \+1 draws Bd'"),
        ("Rs@0,0", "Rz@0,0", "Line 9: 'Rz' is not a tile"),
        ("Rs@0,0", "Rs@0;0", "Line 9: 'Rs@0;0' is not a tile on a cell"),
        ("draws Px", "draws Pz", "Line 9: 'Pz' is not a tile"),
        ("cpu 8 ms", "cpu soon", "Line 9: times are written"),
        ("+3 draws", "+3 +3 draws", r"Line 9: '\+3' is not a tile on a cell"),
        ("1. 0 Rs@0,0 Os@1,0 Gs@2,0", "1. 0", "Line 9: The move is empty"),
        ("[Game", "; [Game", "Line 14: the text ends without a tag .Game"),
        ("[Result", "[Game format=1 seed=\"\"]\n[Result", "Line 7: there is a tag .Game"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_line(text: str, by: str, complaint: str) -> None:
    assert text in EXAMPLE
    with pytest.raises(RecordError, match=complaint):
        notation.loads(EXAMPLE.strip().replace(text, by, 1) + "\n\n")


@settings(deadline=None)
@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match=r"Line \d+: "):
        notation.loads(text)


@settings(deadline=None)
@given(st.data())
def test_a_damaged_text_is_read_or_refused(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(EXAMPLE)))
    damaged = EXAMPLE[:at] + data.draw(st.text(max_size=5)) + EXAMPLE[at + 1 :]
    with suppress(RecordError):
        notation.loads(damaged)


@pytest.mark.parametrize("word", ['[Seat name="', "[Seat ", "[", "1. 0 Rc", " a=1", "9" * 9, "{"])
def test_a_huge_line_is_refused_at_once(word: str) -> None:
    with pytest.raises(RecordError):
        notation.loads(word * 100_000)


def test_a_time_that_is_no_number_is_not_written() -> None:
    record = notation.loads(EXAMPLE)
    turn = replace(record.turns[0], cpu_ms=float("nan"))
    with pytest.raises(RecordError, match="no number"):
        notation.dumps(replace(record, turns=(turn,)))
