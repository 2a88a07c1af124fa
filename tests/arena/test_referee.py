from collections.abc import Callable
from random import Random

import pytest

from arena.game import End
from arena.limits import Limits
from arena.moves import Move, Pass, parse_move
from arena.player import Answer, Ending, Forfeit, Greeting, InfrastructureFailure, InProcess, Player
from arena.record import Frame, Record, SeatRecord, TurnRecord, dumps, frames, loads
from arena.referee import Deal, Stopped, play, rng_seed
from arena.ruleset import EXTENDED
from arena.view import View

Choose = Callable[[View], Move]


def greedy(view: View) -> Move:
    return max(view.legal_moves(), key=lambda move: move.points)


def after(turns: int, then: Choose) -> Choose:
    """A bot that plays well until it has had ``turns`` turns of its own."""
    asked = iter(range(10_000))
    return lambda view: greedy(view) if next(asked) < turns else then(view)


def crash(view: View) -> Move:
    raise Forfeit(Ending.EXITED, "It ended with status 1.", cpu_ms=3, wall_ms=4)


class CrashingAtStart:
    """A player whose program ends before it is ready."""

    def start(self, greeting: Greeting) -> float:
        raise Forfeit(Ending.EXITED, "It ended before it was ready.")

    def choose(self, view: View) -> Answer:
        raise AssertionError("a seat that is out is not asked")


def judged(*bots: Choose, seed: bytes = bytes(32), limits: Limits = Limits()) -> Record:  # noqa: B008
    record = play(
        [InProcess(bot) for bot in bots],
        Deal(seed, tuple(f"bot{seat}" for seat in range(len(bots))), EXTENDED),
        limits,
    )
    assert len(list(frames(record))) == len(record.turns)
    assert loads(dumps(record)).turns == loads(dumps(loads(dumps(record)))).turns
    return record


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_match_of_good_bots_is_played_to_its_end(seats: int) -> None:
    record = judged(*[greedy] * seats)
    assert record.outcome.end in {End.OUT, End.BLOCKED}
    assert {seat.ending for seat in record.seats} == {Ending.FINISHED}
    totals = [0] * seats
    for turn in record.turns:
        totals[turn.seat] += turn.points
    assert tuple(totals) == record.outcome.scores


def test_an_illegal_move_ends_a_match_of_two() -> None:
    record = judged(greedy, after(3, lambda view: parse_move("Rc@500,500")))
    assert record.seats[1].ending is Ending.ILLEGAL
    assert record.seats[1].detail.endswith(".")
    assert record.outcome.end is End.ALONE
    assert record.outcome.places == (1, 2)
    assert record.turns[-1].move is None


def test_passing_with_a_move_at_hand_is_illegal() -> None:
    record = judged(after(1, lambda view: Pass()), greedy)
    assert record.seats[0].ending is Ending.ILLEGAL


def test_the_others_play_on_and_later_forfeits_place_higher() -> None:
    record = judged(after(2, crash), greedy, after(5, crash), greedy)
    assert [seat.ending for seat in record.seats] == ["exited", "finished", "exited", "finished"]
    places = record.outcome.places
    assert (places[2], places[0]) == (3, 4)
    assert {places[1], places[3]} in ({1, 2}, {1})
    assert record.outcome.end is not End.ALONE


def test_a_player_that_cannot_start_is_out_before_the_first_turn() -> None:
    players: list[Player] = [CrashingAtStart(), InProcess(greedy), InProcess(greedy)]
    record = play(players, Deal(bytes(32), ("a", "b", "c")))
    assert record.turns[0].move is None
    assert record.outcome.places[0] == 3
    assert len(record.turns) > 20


def test_time_beyond_the_bank_loses() -> None:
    def slow(view: View) -> Move:
        return greedy(view)

    class Slow(InProcess):
        """Answers well, and claims 40 ms of CPU time a move."""

        def choose(self, view: View) -> Answer:
            return Answer(self.function(view), 40, 40)

    limits = Limits(bank_ms=100, increment_ms=10)
    record = play([Slow(slow), InProcess(greedy)], Deal(bytes(32), ("slow", "ok")), limits)
    assert record.seats[0].ending is Ending.CPU_TIME
    # 100 ms and 10 more each move pay for three moves of 40 ms: 70, 40 and 10 are left.
    assert sum(turn.seat == 0 and turn.move is not None for turn in record.turns) == 3


def test_the_machine_s_failure_is_nobody_s_loss() -> None:
    def unlucky(view: View) -> Move:
        raise InfrastructureFailure("The disk is full.")

    with pytest.raises(InfrastructureFailure):
        judged(greedy, unlucky)


def test_a_match_stops_when_it_is_told_to() -> None:
    seen: list[TurnRecord] = []

    def observe(frame: Frame, seats: tuple[SeatRecord, ...]) -> None:
        assert (frame.before.turn, frame.after.turn) == (len(seen), len(seen) + 1)
        seen.append(frame.turn)

    with pytest.raises(Stopped):
        play(
            [InProcess(greedy)] * 2,
            Deal(bytes(32), ("a", "b")),
            observe=observe,
            stop=lambda: len(seen) == 9,
        )
    assert len(seen) == 9


def test_a_bot_s_random_numbers_follow_from_the_deal_and_differ_by_seat() -> None:
    def at_random(view: View) -> Move:
        return view.rng.choice(view.legal_moves())

    seeds = {rng_seed(bytes(32), seat) for seat in range(6)}
    assert len(seeds) == 6
    assert Random(rng_seed(bytes(32), 0)).random() == Random(rng_seed(bytes(32), 0)).random()
    assert judged(at_random, greedy).turns
