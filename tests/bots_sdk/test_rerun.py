"""A bot on the positions of a recorded game, by the way that led there."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest

from arena import referee, sandbox
from arena.moves import Move
from arena.player import Answer, Ending, Forfeit, Greeting, InProcess
from arena.record import Frame, Record, dumps, frames, loads
from arena.sandbox import Launcher
from arena.view import View
from bots_sdk.rerun import requests, rerun

DEAL = referee.Deal(b"rerun" + bytes(27), ("ada", "bob", "cy"))

# Writes down every line that it is sent, and chooses by the numbers that it is given.
WITNESS = """
import sys
from arena.protocol import READY, Follower, decode_start, encode_move

for number, line in enumerate(sys.stdin.buffer):
    print(line.decode(), end="", file=sys.stderr)
    if number == 0:
        follower = Follower(decode_start(line))
        answer = READY
    else:
        game = follower.view(line)
        moves = game.trades() if game.trades() and game.rng.random() < 0.1 else game.legal_moves()
        answer = encode_move(game.rng.choice(moves))
    sys.stdout.buffer.write(answer)
    sys.stdout.flush()
"""


def greedy(view: View) -> Move:
    return view.legal_moves().best


class Follows(InProcess):
    """Plays by random numbers of its own, which have to be where they were."""

    def start(self, greeting: Greeting) -> float:
        self.rng = Random(greeting.rng_seed)
        return 0.0

    def choose(self, view: View) -> Answer:
        if view.turn > 40:
            raise Forfeit(Ending.CPU_TIME, "It thinks too long.", cpu_ms=9e9)
        return Answer(self.rng.choice(view.legal_moves()), self.rng.random() * 100, 0)


@pytest.fixture(scope="module")
def record() -> Record:
    players = [InProcess(greedy), Follows(greedy), InProcess(greedy)]
    return loads(dumps(referee.play(players, DEAL)))


@pytest.fixture(scope="module")
def shown(record: Record) -> list[Frame]:
    return list(frames(record))


@pytest.fixture
def launcher() -> Launcher:
    return sandbox.plain()


def turns_of(shown: list[Frame], seat: int) -> list[int]:
    return [number for number, frame in enumerate(shown) if frame.turn.seat == seat]


def test_a_bot_repeats_its_moves_at_every_turn(record: Record, shown: list[Frame]) -> None:
    *moves, forfeit = turns_of(shown, 1)
    for earlier, turn in enumerate(moves):
        again = rerun(Follows(greedy), record, shown, turn)
        assert again.answer is not None
        assert again.answer.move == shown[turn].turn.move
        assert (again.seat, again.turn, again.earlier) == (1, turn, earlier)
        assert again.differs == []
        assert again.failure is None
    again = rerun(Follows(greedy), record, shown, forfeit)
    assert again.failure is not None
    assert again.failure.ending is Ending.CPU_TIME
    assert again.earlier == len(moves)


def test_the_view_is_that_of_the_seat_with_the_time_that_it_had(
    record: Record, shown: list[Frame]
) -> None:
    asked: list[View] = []

    def watch(view: View) -> Move:
        asked.append(view)
        return greedy(view)

    turn = turns_of(shown, 1)[5]
    rerun(InProcess(watch), record, shown, turn)
    assert [view.turn for view in asked] == turns_of(shown, 1)[:6]
    assert all(view.me == 1 for view in asked)
    bank = record.limits.bank_ms
    for view in asked:
        bank += record.limits.increment_ms
        assert view.time_left_ms == pytest.approx(bank)
        bank -= shown[view.turn].turn.cpu_ms
        assert view.hand == shown[view.turn].before.hands[1]


def test_another_bot_is_given_the_same_positions_all_the_same(
    record: Record, shown: list[Frame]
) -> None:
    turn = turns_of(shown, 1)[8]
    again = rerun(InProcess(greedy), record, shown, turn)
    assert again.answer is not None
    assert again.answer.move == shown[turn].before.legal_moves().best
    assert again.earlier == 8
    assert 0 < len(again.differs) <= 8
    for one in again.differs:
        assert one.recorded == shown[one.turn].turn.move != one.answer


def test_an_illegal_answer_is_a_failure_with_its_reason(record: Record, shown: list[Frame]) -> None:
    wrong = shown[0].turn.move
    assert wrong is not None
    again = rerun(InProcess(lambda view: wrong), record, shown, 9)
    assert again.answer is not None
    assert again.failure is not None
    assert again.failure.ending is Ending.ILLEGAL


def test_a_seat_that_never_started_is_started_and_not_asked() -> None:
    class Broken(InProcess):
        def start(self, greeting: Greeting) -> float:
            raise Forfeit(Ending.EXITED, "It has no brackets.")

    broken = [InProcess(greedy), Broken(greedy), InProcess(greedy)]
    for seats in (broken, broken[1:] + broken[:1], broken[2:] + broken[:2]):
        record = referee.play(seats, DEAL)
        shown = list(frames(record))
        again = rerun(Broken(greedy), record, shown, 0)
        assert again.failure is not None
        assert again.view is None
        mended = rerun(InProcess(greedy), record, shown, 0)
        assert mended.failure is None
        assert (mended.answer is None) == (shown[0].before.to_move != mended.seat)


def test_a_process_is_sent_the_same_lines(launcher: Launcher) -> None:
    with ExitStack() as stack:
        players = [
            stack.enter_context(launcher.player({"main.py": WITNESS.encode()})) for _ in range(2)
        ]
        record = referee.play(players, referee.Deal(b"lines" + bytes(27), ("ada", "bob")))
        seat = 1
        before = list(lines(players[seat].log))
    shown = list(frames(loads(dumps(record))))
    turn = turns_of(shown, seat)[-1]
    with launcher.player({"main.py": WITNESS.encode()}) as player:
        again = rerun(player, record, shown, turn)
        after = list(lines(player.log))
    assert again.answer is not None
    assert again.answer.move == shown[turn].turn.move
    assert again.differs == []
    assert len(after) == again.earlier + 2
    for one, other in zip(before, after, strict=True):
        # The record keeps times to the microsecond.
        assert one.pop("time_left_ms", 0) == pytest.approx(other.pop("time_left_ms", 0), abs=0.1)
        assert one == other


def lines(log: list[tuple[int, str]]) -> Iterator[dict[str, object]]:
    for _, text in log:
        yield from map(json.loads, text.splitlines())


def test_requests_end_with_the_turn(record: Record, shown: list[Frame]) -> None:
    asked = [view.turn for _, view in requests(record, shown, 10)]
    assert asked == [turn for turn in turns_of(shown, shown[10].turn.seat) if turn <= 10]
