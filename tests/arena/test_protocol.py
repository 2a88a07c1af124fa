import json
from dataclasses import replace
from random import Random

import pytest

from arena.bag import Bag
from arena.game import deal
from arena.limits import Limits
from arena.moves import Pass, Trade
from arena.player import Greeting
from arena.protocol import (
    READY,
    Follower,
    MalformedAnswer,
    Teller,
    check_ready,
    decode_move,
    decode_start,
    encode_move,
    encode_start,
)
from arena.ruleset import EXTENDED

SEED = bytes(32)
GREETING = Greeting(EXTENDED, players=3, me=1, rng_seed="00ff", limits=Limits(bank_ms=1234))


def test_a_greeting_reads_back() -> None:
    assert decode_start(encode_start(GREETING)) == GREETING


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_follower_sees_what_the_referee_sees(seats: int) -> None:
    game = deal(SEED, seats, EXTENDED)
    followers = [Follower(replace(GREETING, players=seats, me=seat)) for seat in range(seats)]
    tellers = [Teller() for _ in range(seats)]
    trades = 0
    while game.to_move is not None:
        seat = game.to_move
        view = replace(game.view(seat), time_left_ms=777.125)
        request = tellers[seat].turn(view)
        assert json.loads(request)["board"] == view.board.words()
        assert followers[seat].view(request) == view
        if game.turn == 7 and seats > 2:
            game = game.forfeit(seat)
        elif game.turn % 5 == 4 and view.trades():
            trades += 1
            game = game.play(view.trades()[-1])
        else:
            game = game.play(max(view.legal_moves(), key=lambda move: (move.points, str(move))))
    assert trades > 2


def test_a_request_tells_nothing_of_what_is_hidden_from_the_seat() -> None:
    game = deal(SEED, 2)
    for turn in range(10):
        view = game.view(turn % 2)
        game = game.play(view.trades()[-1] if turn % 5 == 4 else view.legal_moves().best)
    for seat in range(2):
        other = 1 - seat
        assert any(isinstance(turn.move, Trade) for turn in game.history if turn.seat == other)
        # Another seed, another hand opposite, and other tiles given back by it.
        another = replace(
            game,
            bag=Bag.of(range(len(game.bag)), bytes([7]) * 32, seats=2),
            hands=tuple(
                hand if number == seat else hand[:1] * len(hand)
                for number, hand in enumerate(game.hands)
            ),
            history=tuple(
                replace(turn, move=Trade(turn.move.tiles[:1] * len(turn.move.tiles)))
                if turn.seat == other and isinstance(turn.move, Trade)
                else turn
                for turn in game.history
            ),
        )
        assert another.hands != game.hands
        assert Teller().turn(another.view(seat)) == Teller().turn(game.view(seat))


def test_a_line_says_what_it_is_to_a_bot_of_any_language() -> None:
    start = json.loads(encode_start(GREETING))
    assert (start["type"], start["protocol"]) == ("start", 1)
    turn = json.loads(Teller().turn(replace(deal(SEED, 2).view(0), time_left_ms=777.1256)))
    # Microseconds are as fine as the clock, and all that a float says beyond them is noise.
    assert (turn["type"], turn["time_left_ms"]) == ("turn", 777.126)


def test_a_bot_goes_on_drawing_the_numbers_of_its_greeting() -> None:
    follower, request = Follower(GREETING), Teller().turn(deal(SEED, 2).view(0))
    expected = Random(GREETING.rng_seed)
    for _ in range(2):
        assert follower.view(request).rng.random() == expected.random()


def test_moves_read_back() -> None:
    game = deal(SEED, 2)
    for move in (*game.legal_moves(), Pass()):
        assert decode_move(encode_move(move)) == move


def test_only_ready_answers_a_greeting() -> None:
    check_ready(READY)
    with pytest.raises(MalformedAnswer, match="must be"):
        check_ready(b'{"move": "pass"}\n')


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"pass\n",
        b'"pass"\n',
        b"[]\n",
        b"{}\n",
        b'{"move": 1}\n',
        b'{"move": null}\n',
        b'{"move": ""}\n',
        b'{"move": "Rc"}\n',
        b'{"move": "Rc@0"}\n',
        b'{"move": "Zz@0,0"}\n',
        b'{"move": "trade"}\n',
        b'{"move": "trade 3"}\n',
        b'{"move": "Rc@' + b"9" * 4000 + b',0"}\n',
        b"[" * 4000 + b"\n",
        b'{"move": "\xff\x00"}\n',
        b"1" * 4090 + b"\n",
        "{'move': 'päss'}\n".encode("latin-1"),
    ],
)
def test_garbage_is_refused_with_a_short_printable_sentence(line: bytes) -> None:
    with pytest.raises(MalformedAnswer) as refused:
        decode_move(line)
    assert len(str(refused.value)) < 300
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"pass\n", "The answer is not JSON in UTF-8: 'pass'."),
        (b"[1]\n", "The answer must be a JSON object, not '[1]'."),
        (
            b'{"move": 1}\n',
            """The answer to "turn" must be an object with a "move" text, not '{"move": 1}'.""",
        ),
        (
            b'{"move": "Zz@0,0"}\n',
            "'Zz' is not a tile: write a colour of ROYGBP and a shape of cqdkxs, as in Rc.",
        ),
    ],
)
def test_a_refusal_says_what_was_asked_for_and_what_came(line: bytes, sentence: str) -> None:
    with pytest.raises(MalformedAnswer) as refused:
        decode_move(line)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        # Only the end of the line goes, as a blank or an X may be what is wrong.
        (b"X \n", "'X '"),
        (b"X\n", "'X'"),
        (b"a" * 79 + b"\n", f"'{'a' * 79}'"),
        (b"a" * 81, f"'{'a' * 80}' ..."),
    ],
)
def test_a_refusal_shows_the_start_of_the_line_and_whether_there_was_more(
    line: bytes, shown: str
) -> None:
    with pytest.raises(MalformedAnswer) as refused:
        decode_move(line)
    assert str(refused.value) == f"The answer is not JSON in UTF-8: {shown}."
