"""Every format on its own: who meets whom, whatever the results."""

from collections import Counter
from itertools import chain, combinations

import double_elimination
import numpy as np
import pytest
import single_elimination
from hypothesis import given, settings
from hypothesis import strategies as st
from pairing_core.roundrobin import round_robin

from sixfold.tournaments.formats import (
    Event,
    Format,
    Plan,
    Stage,
    Why,
    bracket,
    groups,
    knockout,
    next_round,
    pods,
    roundrobin,
    standings,
    swiss,
)
from sixfold.tournaments.formats.roundrobin import circle
from sixfold.tournaments.preview import play

seeds = st.integers(0, 2**32 - 1)
# A whole tournament each.
few = settings(max_examples=25, deadline=None)


def with_dice(plan: Plan, entrants: int, seed: int = 0) -> Event:
    rng = np.random.default_rng(seed)
    return play(plan, rng.normal(1000, 100, entrants), rng)


def pairs(event: Event) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair) for table in event.tables() for pair in combinations(table.members, 2)
    )


# --- Round robin


@pytest.mark.parametrize(("entrants", "rounds"), [(5, 5), (8, 7), (33, 33)])
def test_a_circle_has_each_pair_once(entrants: int, rounds: int) -> None:
    schedule = circle(range(1, entrants + 1))
    assert len(schedule) == rounds
    assert sorted(chain.from_iterable(schedule)) == [*combinations(range(1, entrants + 1), 2)]
    for one in schedule:
        assert len(set(chain.from_iterable(one))) == 2 * (entrants // 2)


@pytest.mark.parametrize("entrants", [2, 3, 7, 12])
def test_a_circle_takes_as_many_rounds_and_pairs_as_the_tables_of_berger(entrants: int) -> None:
    berger = round_robin(entrants)
    mine = circle(range(1, entrants + 1))
    met = {frozenset(board) for one in berger for board in one if None not in board}
    assert {frozenset(pair) for one in mine for pair in one} == met
    assert len(mine) == len(berger)


@few
@given(st.integers(2, 12), seeds)
def test_everybody_meets_everybody_as_often_as_there_are_legs(entrants: int, seed: int) -> None:
    for plan, legs in ((Plan(Format.ROUND_ROBIN), 1), (Plan(Format.DOUBLE_ROUND_ROBIN), 2)):
        event = with_dice(plan, entrants, seed)
        assert len(event.rounds) == plan.length(entrants)
        assert set(pairs(event).values()) == {legs}
        assert len(pairs(event)) == entrants * (entrants - 1) // 2


@pytest.mark.parametrize("entrants", range(12))
def test_a_circle_tells_its_length(entrants: int) -> None:
    assert len(circle(range(1, entrants + 1))) == roundrobin.length(entrants)


def test_whose_opponent_is_gone_has_a_walkover() -> None:
    event = Event(4, left={2: 0})
    following = next_round(Plan(Format.ROUND_ROBIN), event)
    assert following is not None
    (walkover,) = (table for table in following.tables if table.why is Why.WALKOVER)
    assert walkover.figures == {"absent": 2}
    assert walkover.points(walkover.members[0]) == 0.5
    both = next_round(Plan(Format.ROUND_ROBIN), Event(4, left={1: 0, 4: 0}))
    assert both is not None
    assert [table.members for table in both.tables] == [(2, 3)]


# --- Swiss


@few
@given(st.integers(3, 33), st.integers(1, 20), seeds)
def test_a_swiss_repeats_no_pairing_and_gives_nobody_two_byes(
    entrants: int, rounds: int, seed: int
) -> None:
    plan = Plan(Format.SWISS, rounds=rounds, by_strength=False)
    event = with_dice(plan, entrants, seed)
    assert len(event.rounds) == plan.length(entrants) == min(rounds, swiss.longest(entrants))
    assert set(pairs(event).values()) <= {1}
    byes = [table.members for table in event.tables() if table.is_bye]
    assert len(set(byes)) == len(byes) == (entrants % 2) * len(event.rounds)
    for one in event.rounds:
        assert sorted(chain.from_iterable(table.members for table in one.tables)) == [*event.seeds]


@few
@given(st.integers(6, 20), st.dictionaries(st.integers(1, 6), st.integers(0, 2), max_size=3), seeds)
def test_who_has_withdrawn_is_not_paired(entrants: int, left: dict[int, int], seed: int) -> None:
    event = with_dice(Plan(Format.SWISS, rounds=2), entrants, seed)
    event = Event(entrants, event.rounds, left)
    following = next_round(Plan(Format.SWISS, rounds=3), event)
    if following is not None:  # a few that have all met each other end it
        seated = sorted(chain.from_iterable(table.members for table in following.tables))
        assert seated == event.present


def test_a_swiss_begins_with_the_upper_half_against_the_lower() -> None:
    following = next_round(Plan(Format.SWISS), Event(9))
    assert following is not None
    assert [table.members for table in following.tables] == [(1, 5), (2, 6), (3, 7), (4, 8), (9,)]


def test_the_bye_goes_to_the_lowest_without_one() -> None:
    event = with_dice(Plan(Format.SWISS, rounds=4, by_strength=False), 9, seed=5)
    for number in range(1, 4):
        before = Event(9, event.rounds[:number], lot=event.lot)
        rested = {table.members[0] for table in before.tables() if table.is_bye}
        lowest = [row.seed for row in standings(Plan(Format.SWISS, by_strength=False), before)]
        (bye,) = (table.members[0] for table in event.rounds[number].tables if table.is_bye)
        assert bye == next(seed for seed in reversed(lowest) if seed not in rested)


def test_equal_scores_meet_where_they_can() -> None:
    plan = Plan(Format.SWISS, rounds=2, by_strength=False)
    event = with_dice(plan, 8, seed=1)
    first, second = event.rounds
    points = sorted(table.points(seed) for table in first.tables for seed in table.members)
    best = sum((low - high) ** 2 for low, high in zip(points[::2], points[1::2], strict=True))
    gaps = [float(one.figures["first"]) - float(one.figures["second"]) for one in second.tables]
    assert sum(gap**2 for gap in gaps) <= best + 1e-9


def test_the_same_swiss_comes_out_the_same_way() -> None:
    plan = Plan(Format.SWISS, rounds=6)
    assert with_dice(plan, 32, seed=3) == with_dice(plan, 32, seed=3)


# --- Knockouts


def test_a_bracket_keeps_the_strong_apart_and_gives_them_the_byes() -> None:
    assert bracket.bracket(5) == [(1, 0), (4, 5), (2, 0), (3, 0)]
    assert bracket.bracket(6) == [(1, 0), (4, 5), (2, 0), (3, 6)]
    for entrants in range(2, 34):
        meetings = bracket.bracket(entrants)
        byes = {max(pair) for pair in meetings if 0 in pair}
        assert byes == set(range(1, 2 ** (entrants - 1).bit_length() - entrants + 1))


@few
@given(st.integers(2, 33), seeds)
def test_a_single_elimination_takes_a_match_less_than_entrants(entrants: int, seed: int) -> None:
    plan = Plan(Format.SINGLE_ELIMINATION)
    event = with_dice(plan, entrants, seed)
    assert len(event.tables()) == entrants - 1
    assert len(event.rounds) == plan.length(entrants)
    losses = Counter(knockout.outcome(table)[1] for table in event.tables())
    winner = standings(plan, event)[0]
    assert set(losses.values()) == {1}
    assert set(losses) == set(event.seeds) - {winner.seed}


@few
@given(st.integers(2, 33), seeds)
def test_in_a_double_elimination_all_but_the_winner_lose_twice(entrants: int, seed: int) -> None:
    plan = Plan(Format.DOUBLE_ELIMINATION)
    event = with_dice(plan, entrants, seed)
    assert len(event.tables()) in (2 * entrants - 2, 2 * entrants - 1)
    assert len(event.rounds) <= plan.length(entrants)
    losses = Counter(knockout.outcome(table)[1] for table in event.tables())
    rows = standings(plan, event)
    assert losses[rows[0].seed] < 2
    assert {losses[row.seed] for row in rows[1:]} == {2}
    assert [row.rank for row in rows[:3]] == [1, 2, 3][:entrants]


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13, 16, 32])
def test_knockouts_are_as_long_as_those_of_the_libraries(entrants: int) -> None:
    field = [*range(1, entrants + 1)]
    single = single_elimination.Tournament(field)
    assert len(single.get_matches()) == sum(all(one.pair) for one in _all_filled(entrants)[0])
    double = double_elimination.Tournament(field)
    # Theirs lists the second final whether or not it is played.
    assert len(double.get_matches()) == len(_all_filled(entrants)[1]) + 1


def _all_filled(entrants: int) -> tuple[list[bracket.Filled], list[bracket.Filled]]:
    """The meetings of both knockouts in which the better seed wins everything."""
    found = []
    for form in (Format.SINGLE_ELIMINATION, Format.DOUBLE_ELIMINATION):
        plan = Plan(form)
        strengths = np.linspace(1e6, 0, entrants)
        event = play(plan, strengths, np.random.default_rng(0))
        every = knockout.filled(event, plan.nodes(entrants))
        found.append([one for one in every if all(one.pair)])
    return found[0], found[1]


@pytest.mark.parametrize("entrants", [4, 8, 16])
def test_the_first_meetings_are_those_of_the_library(entrants: int) -> None:
    library = single_elimination.Tournament([*range(1, entrants + 1)])
    theirs = {
        frozenset(one.get_competitor() for one in match.get_participants())
        for match in library.get_active_matches()
    }
    assert {frozenset(pair) for pair in bracket.bracket(entrants)} == theirs


def test_a_walkover_goes_on_and_the_absent_is_out() -> None:
    plan = Plan(Format.DOUBLE_ELIMINATION)
    event = Event(4, left={1: 0})
    while following := next_round(plan, event):
        event = Event(4, (*event.rounds, following), left={1: 0})
        assert all(1 not in table.members for table in following.tables)
    walkovers = [table for table in event.tables() if table.why is Why.WALKOVER]
    assert [table.figures["absent"] for table in walkovers] == [1, 1]
    assert standings(plan, event)[-1].seed == 1


def test_where_both_are_gone_one_is_still_put_through() -> None:
    plan = Plan(Format.SINGLE_ELIMINATION)
    left = {1: 0, 4: 0}
    event = Event(4, left=left)
    while following := next_round(plan, event):
        event = Event(4, (*event.rounds, following), left)
    assert len(event.tables()) == 3
    assert standings(plan, event)[0].seed in (2, 3)


# --- Tables and groups


@pytest.mark.parametrize("seats", range(3, 7))
def test_tables_are_as_even_as_can_be(seats: int) -> None:
    for entrants in range(3, 60):
        sizes = pods.sizes(entrants, seats)
        assert sum(sizes) == entrants
        assert len(sizes) == -(-entrants // seats)
        assert max(sizes) - min(sizes) <= 1
        assert max(sizes) <= seats


@few
@given(st.integers(3, 24), st.integers(3, 6), st.integers(1, 3), seeds)
def test_everybody_sits_at_one_table_in_each_round(
    entrants: int, seats: int, rounds: int, seed: int
) -> None:
    event = with_dice(Plan(Format.TABLES, seats=seats, rounds=rounds), entrants, seed)
    assert len(event.rounds) == rounds
    for one in event.rounds:
        assert sorted(chain.from_iterable(table.members for table in one.tables)) == [*event.seeds]


def test_tables_repeat_no_meeting_where_there_is_room() -> None:
    event = with_dice(Plan(Format.TABLES, seats=4, rounds=6), 64)
    assert max(pairs(event).values()) == 1


@few
@given(st.integers(4, 24), st.integers(1, 4), st.integers(1, 8), seeds)
def test_groups_send_their_best_to_the_final(
    entrants: int, number: int, qualify: int, seed: int
) -> None:
    plan = Plan(Format.GROUPS, groups=min(number, entrants // 2), qualify=qualify, final_clusters=2)
    event = with_dice(plan, entrants, seed)
    assert len(event.rounds) == plan.length(entrants)
    rows = standings(plan, event)
    assert [row.rank for row in rows] == [*event.seeds]
    assert {row.seed for row in rows} == {*event.seeds}
    last = groups.finalists(event, plan.groups, plan.qualify)
    assert len(last) == plan.finalists(entrants)
    final = Event(entrants, tuple(one for one in event.rounds if one.stage is Stage.FINAL))
    if len(last) > 1:
        assert set(pairs(final)) == {frozenset(pair) for pair in combinations(last, 2)}
        assert {row.seed for row in rows[: len(last)]} == set(last)


def test_who_leaves_before_the_final_makes_room_and_who_leaves_in_it_does_not() -> None:
    plan = Plan(Format.GROUPS, qualify=4)
    event = with_dice(plan, 6)
    over = sum(one.stage is Stage.GROUPS for one in event.rounds)
    first, *others = groups.finalists(event, 1, 4)
    before = Event(6, event.rounds[:over], {first: over}, event.lot)
    assert set(others) < set(groups.finalists(before, 1, 4))
    assert len(groups.finalists(before, 1, 4)) == 4
    within = Event(6, event.rounds[: over + 1], {first: over + 1}, event.lot)
    assert groups.finalists(within, 1, 4) == [first, *others]


def test_groups_of_one_are_dealt_like_a_snake() -> None:
    assert groups.snake(range(1, 9), 3) == [[1, 6, 7], [2, 5, 8], [3, 4]]


# --- All of them


PLANS = [
    Plan(Format.ROUND_ROBIN, clusters=3),
    Plan(Format.DOUBLE_ROUND_ROBIN),
    Plan(Format.SWISS, clusters=2, rounds=4),
    Plan(Format.TABLES, seats=5, rounds=3),
    Plan(Format.SINGLE_ELIMINATION),
    Plan(Format.GROUPS, groups=2, qualify=2, final_clusters=3),
]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.format)
@pytest.mark.parametrize("entrants", [5, 8, 13])
def test_a_plan_tells_its_length_and_its_games(plan: Plan, entrants: int) -> None:
    event = with_dice(plan, entrants)
    assert len(event.rounds) == plan.length(entrants)
    played = sum(table.result.games for table in event.tables() if table.result)
    assert played == plan.games(entrants)


def test_a_knockout_is_won_by_the_only_one_who_stays() -> None:
    plan = Plan(Format.SINGLE_ELIMINATION)
    event = Event(5, left=dict.fromkeys((1, 2, 3, 4), 0))
    while following := next_round(plan, event):
        event = Event(5, (*event.rounds, following), event.left)
    assert standings(plan, event)[0].seed == 5


@pytest.mark.parametrize(
    "plan", [plan for plan in PLANS if not plan.format.is_knockout], ids=lambda plan: plan.format
)
def test_nothing_is_left_to_play_with_a_single_bot(plan: Plan) -> None:
    assert next_round(plan, Event(4, left={1: 0, 2: 0, 3: 0})) is None
