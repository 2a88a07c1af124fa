from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.moves import parse_move
from arena.referee import Stopped
from bots_sdk import samples
from sixfold.jail import jail
from sixfold.moderation import positions
from sixfold.moderation.behaviour import (
    ALIKE,
    NONE,
    STRETCH,
    behave,
    equal,
    number,
    pack,
    stretches,
    unpack,
)
from sixfold.moderation.management.commands.positions import lines as make
from sixfold.moderation.positions import EACH, POSITIONS

ANSWERS = st.integers().map(
    # Drawn one by one they would take seconds.
    lambda seed: tuple(Random(seed).choices(range(1, 65_536), k=POSITIONS))
)


def test_the_file_holds_what_the_command_makes() -> None:
    first = next(make())
    line = positions.lines()[0]
    assert first == {"seed": line.seed.hex(), "seat": line.seat, "moves": list(line.moves)}


def test_every_game_asks_its_seat_as_often() -> None:
    for line in positions.lines():
        views = list(line.views())
        assert len(views) == EACH
        assert {view.me for view in views} == {line.seat}
        assert all(len(view.legal_moves()) for view in views)


@given(one=ANSWERS, changed=st.sets(st.integers(0, POSITIONS - 1), max_size=POSITIONS - ALIKE))
def test_who_is_alike_shares_a_stretch(one: tuple[int, ...], changed: set[int]) -> None:
    other = tuple(answer % 65_535 + 1 if i in changed else answer for i, answer in enumerate(one))
    assert equal(one, other) == POSITIONS - len(changed) >= ALIKE
    assert set(stretches(one).items()) & set(stretches(other).items())


@given(one=ANSWERS)
def test_answers_are_kept_as_they_were(one: tuple[int, ...]) -> None:
    assert unpack(pack(one)) == one


def test_what_was_not_answered_is_equal_to_nothing() -> None:
    silent = (NONE,) * POSITIONS
    assert equal(silent, silent) == 0
    assert not stretches(silent)
    assert len(stretches((NONE,) + (1,) * (POSITIONS - 1))) == POSITIONS // STRETCH - 1


def test_a_move_is_the_same_in_whatever_order_its_tiles_are_written() -> None:
    one, other = parse_move("Rc@0,0 Rq@1,0"), parse_move("Rq@1,0 Rc@0,0")
    assert number(one) == number(other) != number(parse_move("Rc@0,0"))


def test_a_bot_is_asked_in_the_sandbox_and_answers_alike_each_time(two_games: int) -> None:
    renamed = samples.files("greedy")["greedy.py"].replace(b"Greedy", b"Mine")
    greedy = behave(samples.files("greedy"), jail())
    assert NONE not in greedy[:two_games]
    assert equal(greedy, behave({"bot.py": renamed}, jail())) == two_games
    assert equal(greedy, behave(samples.files("random"), jail())) < two_games // 4


def test_a_bot_that_fails_leaves_out_the_rest_of_its_game(two_games: int) -> None:
    source = b"def choose(game):\n    assert game.turn < 9\n    return game.legal_moves()[0]\n"
    answers = behave({"bot.py": source}, jail())
    for line, start in zip(positions.lines(), range(0, two_games, EACH), strict=False):
        asked = sum(view.turn < 9 for view in line.views())
        assert NONE not in answers[start : start + asked]
        assert set(answers[start + asked : start + EACH]) == {NONE}


def test_work_whose_lease_was_lost_stops() -> None:
    asked = iter(range(4))
    with pytest.raises(Stopped):
        behave(samples.files("greedy"), jail(), stop=lambda: not list(islice(asked, 1)))
