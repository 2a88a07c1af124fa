from collections.abc import Callable

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


class Clocked(InProcess):
    """A player whose times are claimed, not measured, and who remembers what it was told."""

    def __init__(self, function: Choose) -> None:
        super().__init__(function)
        self.greetings: list[Greeting] = []
        self.times_left: list[float | None] = []

    def start(self, greeting: Greeting) -> float:
        self.greetings.append(greeting)
        return 30

    def choose(self, view: View) -> Answer:
        self.times_left.append(view.time_left_ms)
        return Answer(self.function(view), cpu_ms=40, wall_ms=50)


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
    slow = Clocked(greedy)
    limits = Limits(bank_ms=90, increment_ms=10)
    record = play([slow, InProcess(greedy)], Deal(bytes(32), ("slow", "ok")), limits)
    # 90 ms and 10 more each move pay for three moves of 40 ms, the third to the last ms.
    assert slow.times_left == [100, 70, 40, 10]
    assert sum(turn.seat == 0 and turn.move is not None for turn in record.turns) == 3
    assert record.seats[0].ending is Ending.CPU_TIME
    assert record.seats[0].detail == "The move took 40 ms of CPU time; 10 ms were left."
    assert (record.turns[-1].cpu_ms, record.turns[-1].wall_ms) == (40, 50)


def test_the_record_keeps_the_times_of_moves_good_and_bad_and_of_the_start() -> None:
    bots = [Clocked(greedy), Clocked(after(2, lambda view: Pass()))]
    record = play(bots, Deal(bytes(32), ("good", "bad")))
    assert record.seats[1].ending is Ending.ILLEGAL
    assert {(turn.cpu_ms, turn.wall_ms) for turn in record.turns} == {(40, 50)}
    assert [(seat.name, seat.start_cpu_ms) for seat in record.seats] == [("good", 30), ("bad", 30)]


def test_each_player_is_told_once_what_is_played_and_where_it_sits() -> None:
    bots = [Clocked(greedy), Clocked(greedy), Clocked(crash)]
    dealt, limits = Deal(bytes(32), ("a", "b", "c"), EXTENDED), Limits(memory_bytes=1 << 28)
    play(bots, dealt, limits)
    for seat, bot in enumerate(bots):
        assert bot.greetings == [Greeting(EXTENDED, 3, seat, rng_seed(dealt.seed, seat), limits)]


def test_a_deal_for_more_seats_than_players_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^3 seats were dealt for 2 players\.$"):
        play([InProcess(greedy)] * 2, Deal(bytes(32), ("a", "b", "c")))


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


def test_who_watches_sees_every_turn_and_a_seat_go_out_with_its_last() -> None:
    turns: list[TurnRecord] = []
    endings: list[list[Ending]] = []

    def observe(frame: Frame, seats: tuple[SeatRecord, ...]) -> None:
        turns.append(frame.turn)
        endings.append([seat.ending for seat in seats])

    bots = [InProcess(after(1, crash)), InProcess(greedy)]
    record = play(bots, Deal(bytes(32), ("a", "b")), observe=observe)
    assert tuple(turns) == record.turns
    *before, last = endings
    assert before == [[Ending.FINISHED, Ending.FINISHED]] * len(before)
    assert last == [Ending.EXITED, Ending.FINISHED]


def test_a_bot_s_random_numbers_follow_from_the_deal_and_differ_by_seat() -> None:
    def at_random(view: View) -> Move:
        return view.rng.choice(view.legal_moves())

    seeds = {rng_seed(bytes(32), seat) for seat in range(6)}
    assert len(seeds) == 6
    # Another version that seeds a bot otherwise would not play an old match again.
    assert rng_seed(bytes(32), 5) == "d29d54f1ca0d1b203b4bbe7c1c9c5568"
    assert judged(at_random, greedy).turns
