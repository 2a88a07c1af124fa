import json
from pathlib import Path
from typing import Any

import pytest

from bots_sdk.judge import judge, verdict

CASES = json.loads(
    (Path(__file__).parents[1] / "arena" / "cases" / "qwirkle_cases.json").read_text("utf-8")
)
PLACEMENTS = CASES["placements"]
STATES = {
    kind: [case for case in CASES["states"] if case["kind"] == kind]
    for kind in ("movegen", "opening-size")
}


def ask(**question: Any) -> dict[str, Any]:
    return verdict(json.dumps(question))


@pytest.mark.parametrize("case", PLACEMENTS, ids=[case["id"] for case in PLACEMENTS])
def test_a_placement_is_judged_by_the_published_rules(case: dict[str, Any]) -> None:
    given = ask(id=case["id"], board=case["board"], move=case["move"])
    assert given.pop("reason") is None if case["legal"] else given.pop("reason")
    assert given == {"id": case["id"], "legal": case["legal"], "score": case["score"]}


@pytest.mark.parametrize("case", STATES["movegen"], ids=[case["id"] for case in STATES["movegen"]])
def test_all_placements_of_a_hand_are_counted_and_the_best_listed(case: dict[str, Any]) -> None:
    given = ask(id=1, **case["given"], list=True)
    expected = case["expect"]
    for key in ("count", "by_size", "best_score"):
        assert given[key] == expected[key]
    assert sets(given["best_moves"]) == sets(expected["best_moves"])


@pytest.mark.parametrize("case", STATES["opening-size"], ids=lambda case: case["id"])
def test_the_size_of_an_opening_is_told_from_the_hand(case: dict[str, Any]) -> None:
    assert ask(id=1, **case["given"], opening=True) == {"id": 1, "size": case["expect"]["size"]}


def sets(moves: list[list[str]]) -> set[frozenset[str]]:
    return set(map(frozenset, moves))


def test_openings_are_listed_from_the_origin_to_the_right_and_upwards() -> None:
    given = ask(id=1, board=[], hand=["Rc", "Rq", "Bx"], list=True)
    assert given["count"] == 4
    assert given["by_size"] == {"2": 4}
    assert given["best_moves"] == [
        ["Rc@0,0", "Rq@0,1"],
        ["Rc@0,0", "Rq@1,0"],
        ["Rc@0,1", "Rq@0,0"],
        ["Rc@1,0", "Rq@0,0"],
    ]


@pytest.mark.parametrize("hand", [[], ["Bs"]])
def test_of_a_hand_that_can_place_nothing_no_move_is_listed(hand: list[str]) -> None:
    given = ask(id=1, board=["Rc@0,0"], hand=hand, list=True)
    assert given == {"id": 1, "count": 0, "by_size": {}, "best_score": 0, "best_moves": []}


def test_a_tile_that_is_not_in_the_hand_is_the_reason() -> None:
    question = {"board": ["Rc@0,0"], "move": ["Rq@1,0", "Rd@2,0"]}
    assert ask(id=1, **question, hand=["Rd", "Rq"])["score"] == 3
    given = ask(id=1, **question, hand=["Rq", "Rq"])
    assert given == {"id": 1, "legal": False, "score": None, "reason": "not-in-hand"}


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("{", "JSON"),
        ("[]", "object"),
        ("[" * 100_000, "JSON"),
        ('{"id": 1}', '"move"'),
        ('{"id": 1, "board": [], "move": []}', "at least one"),
        ('{"id": 1, "board": [], "move": ["Zz@0,0"]}', "Zz"),
        ('{"id": 1, "board": [], "move": ["Rc@0,0,0"]}', "Rc@0,0,0"),
        ('{"id": 1, "board": 7, "move": ["Rc@0,0"]}', '"board"'),
        ('{"id": 1, "board": ["Rc@0,0", "Rq@0,0"], "move": ["Rd@5,5"]}', "two tiles"),
        ('{"id": 1, "board": [], "move": [["Rc@0,0"]]}', '"move"'),
        ('{"id": 1, "hand": ["R"], "opening": true}', "'R'"),
        ('{"id": 1, "board": [], "hand": "Rc Rq", "list": "yes"}', '"list": true'),
        ('{"id": 1, "board": ["Rc@9999999,0"], "move": "Rc@0,0"}', "too far out"),
        ('{"id": 1, "board": [], "board": ["Rc@0,0"], "move": ["Rq@1,0"]}', '"board" twice'),
        ('{"id": 1} {"id": 2}', "Extra data at character 11"),
        ('{"id": NaN, "hand": ["Rc"], "opening": true}', "NaN"),
        ('{"id": -1e999, "hand": ["Rc"], "opening": true}', "too large: -1e999"),
        ('{"id": ' + 5000 * "9" + ', "hand": ["Rc"], "opening": true}', "5000 digits"),
        (b'{"id": 1, "move": "\xff"}', "UTF-8"),
    ],
)
def test_a_bad_line_gets_a_sentence_and_the_next_its_verdict(line: str | bytes, word: str) -> None:
    good = '{"id": 2, "board": ["Rc@0,0"], "move": ["Rq@1,0"]}'
    first, second = judge([line, "", good])
    assert word in first["error"]
    assert "legal" not in first
    assert second == {"id": 2, "legal": True, "score": 2, "reason": None}


def test_any_value_may_be_the_id() -> None:
    for value in ("a", 1.5, None, [1], {"x": 1}):
        assert ask(id=value, hand=["Rc"], opening=True) == {"id": value, "size": 1}


def test_a_verdict_can_be_written_however_deep_its_id_is_nested() -> None:
    read = 0
    for depth in range(1000):
        question = f'{{"id": {"[" * depth}{"]" * depth}, "hand": ["Rc"], "opening": true}}'
        given = verdict(question)
        json.loads(json.dumps(given))
        read += "size" in given
    assert 100 < read < 1000
