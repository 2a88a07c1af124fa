"""Standings: every rule by an example, and that every value is there to be shown."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixfold.tournaments.formats import Event, Format, Game, Plan, Result, Round, Table, Why
from sixfold.tournaments.formats.ranking import BY_POINTS, ROUND_ROBIN, Rule, rank
from sixfold.tournaments.formats.standings import standings

WON, LOST = Game((1, 2), (210, 180)), Game((2, 1), (180, 210))
TIED = Game((1, 1), (200, 200))


def meeting(first: int, second: int, *games: Game) -> Table:
    return Table((first, second), Why.EVERYBODY, result=Result.of(games, 2) if games else None)


# 1 beats 2 and 3, 4 beats 1, 2 beats 3 and 4, 3 beats 4.
FOUR = [
    meeting(first, second, WON)
    for first, second in [(1, 2), (1, 3), (4, 1), (2, 3), (2, 4), (3, 4)]
]


def values(rule: Rule, tables: list[Table] = FOUR) -> list[Fraction | float]:
    rows = sorted(rank(range(1, 5), tables, BY_POINTS, ""), key=lambda row: row.seed)
    return [row.values[rule] for row in rows]


def test_four_that_have_met_have_the_values_of_the_book() -> None:
    assert values(Rule.POINTS) == [2, 2, 1, 1]
    assert values(Rule.BUCHHOLZ) == [4, 4, 5, 5]
    assert values(Rule.BUCHHOLZ_CUT) == [3, 3, 4, 4]
    assert values(Rule.SONNEBORN) == [3, 2, 1, 2]
    assert values(Rule.WINS) == [2, 2, 1, 1]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ((Rule.POINTS, Rule.DIRECT), [1, 2, 3, 4]),
        ((Rule.POINTS, Rule.SONNEBORN), [1, 2, 4, 3]),
        (ROUND_ROBIN, [1, 2, 3, 4]),
    ],
)
def test_ties_are_broken_as_the_rules_say(rules: tuple[Rule, ...], expected: list[int]) -> None:
    rows = rank(range(1, 5), FOUR, rules, "")
    assert [row.seed for row in rows] == expected
    assert [row.decided for row in rows] == [None, rules[1], Rule.POINTS, rules[1]]


def test_a_direct_encounter_counts_only_where_all_have_met() -> None:
    tables = [meeting(1, 2, LOST), meeting(3, 4, WON), meeting(1, 4, WON), meeting(2, 3, LOST)]
    rows = rank(range(1, 5), tables, (Rule.POINTS, Rule.DIRECT, Rule.LOT), "seven")
    by_seed = {row.seed: row for row in rows}
    assert [by_seed[seed].values[Rule.POINTS] for seed in (1, 2, 3, 4)] == [1, 1, 2, 0]
    assert by_seed[2].values[Rule.DIRECT] == 1
    three = [meeting(1, 2, WON), meeting(3, 4, WON), meeting(5, 1, TIED)]
    unmet = rank((1, 3), three, (Rule.DIRECT, Rule.LOT), "seven")
    assert [row.values[Rule.DIRECT] for row in unmet] == [0, 0]
    assert unmet[1].decided is Rule.LOT


def test_a_bye_is_half_a_point_against_an_opponent_with_ones_own_score() -> None:
    tables = [meeting(1, 2, WON), Table((3,), Why.BYE), meeting(1, 3, WON), Table((2,), Why.BYE)]
    rows = {row.seed: row.values for row in rank((1, 2, 3), tables, BY_POINTS, "")}
    half = Fraction(1, 2)
    assert [rows[seed][Rule.POINTS] for seed in (1, 2, 3)] == [2, half, half]
    assert rows[3][Rule.BUCHHOLZ] == half + 2
    assert rows[3][Rule.SONNEBORN] == half * half
    assert rows[3][Rule.WINS] == 0
    assert rows[2][Rule.STRENGTH] == rows[3][Rule.STRENGTH]


def test_a_table_whose_games_were_all_void_is_like_a_bye() -> None:
    void = rank((1, 2), [meeting(1, 2)], BY_POINTS, "")
    assert [row.values[Rule.POINTS] for row in void] == [Fraction(1, 2)] * 2
    assert [row.values[Rule.BUCHHOLZ] for row in void] == [Fraction(1, 2)] * 2


def test_at_larger_tables_a_point_is_the_part_of_the_mates_that_was_beaten() -> None:
    game = Game((1, 2, 2, 4), (200, 150, 150, 100))
    table = Table((1, 2, 3, 4), Why.TABLE, result=Result.of([game], 4))
    assert [table.points(seed) for seed in table.members] == [1, Fraction(1, 2), Fraction(1, 2), 0]
    rows = {row.seed: row.values for row in rank(table.members, [table], BY_POINTS, "")}
    assert rows[1][Rule.MARGIN] == Fraction(200 * 3 - 400, 3)
    assert rows[2][Rule.BUCHHOLZ] == Fraction(1) / 3 + Fraction(1, 6)
    assert rows[1][Rule.STRENGTH] == pytest.approx(1119.991, abs=1e-3)
    assert rows[4][Rule.STRENGTH] == pytest.approx(880.009, abs=1e-3)


def test_strength_is_that_of_the_ladders_fit() -> None:
    """Results whose fit is known: 6:4, 8:2 and 7:3."""
    tables = [
        meeting(1, 2, *[WON] * 6, *[LOST] * 4),
        meeting(1, 3, *[WON] * 8, *[LOST] * 2),
        meeting(2, 3, *[WON] * 7, *[LOST] * 3),
    ]
    rows = rank((1, 2, 3), tables, (Rule.STRENGTH,), "")
    assert [row.values[Rule.STRENGTH] for row in rows] == pytest.approx(
        [1090.695, 1022.781, 886.525], abs=1e-3
    )
    assert rows[0].bar is not None


def test_ties_within_a_table_rate_like_half_wins() -> None:
    half, whole = meeting(1, 2, TIED, TIED), meeting(1, 2, WON, LOST)
    strengths = [
        [row.values[Rule.STRENGTH] for row in rank((1, 2), [table], (Rule.STRENGTH,), "")]
        for table in (half, whole, meeting(1, 2, TIED))
    ]
    assert strengths == [[1000, 1000]] * 3


def test_the_lot_is_the_same_for_everybody_who_computes_it() -> None:
    rows = [rank(range(1, 9), [], (Rule.POINTS, Rule.LOT), lot) for lot in ("a", "a", "b")]
    orders = [[row.seed for row in each] for each in rows]
    assert orders[0] == orders[1] != orders[2]
    assert {row.decided for row in rows[0][1:]} == {Rule.LOT}


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2)), max_size=12))
def test_every_row_has_every_value_and_ranks_are_whole(
    meetings: list[tuple[int, int, int]],
) -> None:
    outcomes = (WON, LOST, TIED)
    tables = [meeting(one, other, outcomes[how]) for one, other, how in meetings if one != other]
    rows = rank(range(1, 7), tables, BY_POINTS, "lot")
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 6]
    for row in rows:
        assert set(row.values) >= set(BY_POINTS) - {Rule.DIRECT}
    points = [row.values[Rule.POINTS] for row in rows]
    assert points == sorted(points, reverse=True)
    assert sum(points) == len(tables)


def test_in_a_knockout_those_who_went_out_together_share_a_rank() -> None:
    plan = Plan(Format.SINGLE_ELIMINATION)
    first = Round(
        (
            Table((1, 4), Why.BRACKET, {"node": "W1.1"}, Result.of([WON], 2)),
            Table((2, 3), Why.BRACKET, {"node": "W1.2"}, Result.of([WON], 2)),
        ),
        1,
    )
    assert [row.rank for row in standings(plan, Event(4))] == [1, 1, 1, 1]
    rows = standings(plan, Event(4, (first,)))
    assert [(row.seed, row.rank) for row in rows] == [(1, 1), (2, 1), (3, 3), (4, 3)]


def test_a_tied_knockout_goes_to_the_higher_seed() -> None:
    plan = Plan(Format.SINGLE_ELIMINATION)
    table = Table((1, 2), Why.BRACKET, {"node": "W1.1"}, Result.of([TIED], 2))
    rows = standings(plan, Event(2, (Round((table,), 1),)))
    assert [(row.seed, row.rank) for row in rows] == [(1, 1), (2, 2)]
