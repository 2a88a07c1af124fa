"""Who is paired with whom: by need, by nearness, never with oneself in another coat."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import ceil
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.seating import orders
from sixfold.ladder.pairing import BURST_GAMES, Entrant, Seating, Table, Why, longest_wait, tables
from sixfold.ladder.ratings import PRIOR_SD, PROVISIONAL, Z, expected_bar, games_until, weight

SIZES = (2, 4, 5, 6)
"""Of the tables that there are ladders for."""


def nobody(_submission: int) -> Mapping[int, int]:
    return {}


def settled(submission: int, *, rating: float = 1000, bar: float = 24, owner: int = 0) -> Entrant:
    return Entrant(submission, owner or submission, rating=rating, bar=bar, games=60)


def make(
    field: Iterable[Entrant],
    *,
    seats: int = 2,
    slots: int = 1,
    seed: int = 1,
    recent: list[Table] | None = None,
    first_slot: int = 0,
    idle: bool = True,
) -> list[Seating]:
    return tables(
        field,
        seats=seats,
        slots=slots,
        rng=Random(seed),
        met=nobody,
        recent=recent or [],
        first_slot=first_slot,
        idle=idle,
    )


def test_the_same_field_and_seed_give_the_same_tables() -> None:
    field = [settled(number, bar=30 + number) for number in range(10)]
    assert make(field, slots=6) == make(reversed(field), slots=6)
    assert make(field, slots=6) != make(field, slots=6, seed=2)


@pytest.mark.parametrize("seats", SIZES)
def test_the_least_certain_comes_first(seats: int) -> None:
    # At larger tables fewer games leave anybody as certain.
    field = [replace(settled(number, bar=26), games=99) for number in range(1, 30)]
    field[7] = replace(field[7], bar=29)
    for seed in range(10):
        (seating,) = make(field, seats=seats, seed=seed)
        assert 8 in seating.submissions
        assert seating.why is Why.UNCERTAIN


def test_a_bot_that_stays_uncertain_whatever_it_plays_gives_way_in_the_end() -> None:
    loser = Entrant(1, 1, rating=500, bar=140, games=400)
    field = [loser, settled(2, bar=44), settled(3, bar=44), settled(4)]
    for_whom = Counter(one for table in make(field, slots=20) for one in table.submissions)
    assert for_whom[1] <= 12, "at 20 tables for four bots"
    assert make([replace(loser, games=800), settled(2), settled(3)])[0].why is Why.IDLE


def test_matches_that_wait_count_as_played_so_that_needs_take_turns() -> None:
    field = [settled(number, bar=40) for number in range(1, 9)]
    seats = Counter(one for seating in make(field, slots=12) for one in seating.submissions)
    assert set(seats) == set(range(1, 9))
    assert max(seats.values()) <= 6


@pytest.mark.parametrize("slots", [1, 5])
def test_a_settled_field_gets_one_idle_table(slots: int) -> None:
    field = [settled(number) for number in range(1, 5)]
    (seating,) = make(field, slots=slots)
    assert seating.why is Why.IDLE
    assert make(field, slots=slots, idle=False) == []


@pytest.mark.parametrize("seats", SIZES)
def test_bursts_take_two_tables_of_five_from_those_who_wait_for_certainty(seats: int) -> None:
    old = [replace(settled(number, bar=50), games=99) for number in range(1, 200)]
    new = [Entrant(number, number, games=2) for number in range(200, 300)]
    made = make(old + new, seats=seats, slots=50)
    assert Counter(seating.why for seating in made) == {Why.BURST: 20, Why.UNCERTAIN: 30}


def test_a_new_version_has_its_first_table_on_the_next_slot_and_only_one() -> None:
    old = [settled(number, bar=50) for number in range(1, 20)]
    for first_slot in range(5):
        first, *others = make([*old, Entrant(100, 100)], slots=5, first_slot=first_slot)
        assert first.why is Why.FIRST
        assert 100 in first.submissions
        assert all(other.why is not Why.FIRST for other in others)


def test_bursts_take_everything_where_nobody_else_needs_it() -> None:
    old = [settled(number) for number in range(1, 20)]
    made = make([*old, Entrant(100, 100)], slots=4)
    assert [seating.why for seating in made] == [Why.FIRST, *(3 * [Why.BURST])]
    assert all(100 in seating.submissions for seating in made)


def test_the_share_of_bursts_goes_on_from_call_to_call() -> None:
    old = [settled(number, bar=50) for number in range(1, 20)]
    new = [Entrant(100, 100, games=2)]
    made = [make(old + new, first_slot=slot)[0].why for slot in range(100)]
    assert made.count(Why.BURST) == 40
    # A new version is never passed over for more than two tables.
    assert all(Why.BURST in made[slot : slot + 3] for slot in range(97))


def test_a_burst_is_over_after_sixty_games() -> None:
    old = [settled(number) for number in range(1, 20)]
    made = make([*old, Entrant(100, 100)], slots=40)
    whys = [seating.why for seating in made if 100 in seating.submissions]
    assert whys[0] is Why.FIRST
    assert whys.count(Why.BURST) == 29  # clusters of two games each


def test_bots_of_one_owner_never_meet() -> None:
    field = [Entrant(number, owner=number % 2) for number in range(10)]
    for seating in make(field, slots=40):
        first, second = seating.submissions
        assert first % 2 != second % 2


def test_one_owner_alone_plays_nothing() -> None:
    assert make([Entrant(number, owner=1) for number in range(5)]) == []


def test_the_house_may_meet_itself() -> None:
    (seating,) = make([Entrant(1, 9, house=True), Entrant(2, 9, house=True)])
    assert sorted(seating.submissions) == [1, 2]


def test_a_bot_alone_waits() -> None:
    assert make([Entrant(1, 1)]) == []
    assert make([]) == []


def test_two_bots_meet_again_and_again() -> None:
    made = make([Entrant(1, 1), Entrant(2, 2)], slots=8)
    assert len(made) == 8
    assert {seating.submissions for seating in made} == {(1, 2), (2, 1)}


@pytest.mark.parametrize("seats", SIZES)
def test_no_table_comes_back_within_twenty_of_anybody_there(seats: int) -> None:
    field = [Entrant(number, number) for number in range(30)]
    made = [frozenset(seating.submissions) for seating in make(field, seats=seats, slots=120)]
    for number in range(30):
        own = [table for table in made if number in table]
        assert all(table not in own[at + 1 : at + 20] for at, table in enumerate(own))


def test_a_table_of_a_while_ago_is_avoided() -> None:
    field = [settled(1, bar=90), settled(2), settled(3)]
    recent = [frozenset({1, 2})]
    assert all(
        make(field, seed=seed, recent=recent)[0].submissions in {(1, 3), (3, 1)}
        for seed in range(20)
    )


@pytest.mark.parametrize("seats", SIZES)
def test_half_of_the_opponents_are_near(seats: int) -> None:
    field = [settled(number, rating=1000 + number) for number in range(200)]
    field[100] = settled(100, rating=1100, bar=90)
    opponents = [
        opponent
        for seed in range(400 // (seats - 1))
        for seating in make(field, seats=seats, seed=seed)
        for opponent in set(seating.submissions) - {100}
    ]
    near = sum(abs(opponent - 100) <= 10 + seats for opponent in opponents)
    assert len(opponents) >= 395
    # Half from the twenty nearest, and of the uniform half another tenth.
    assert 0.47 < near / len(opponents) < 0.63


def test_who_has_met_less_is_met_rather() -> None:
    field = [settled(1, bar=90), settled(2), settled(3)]
    opponents = Counter(
        opponent
        for seed in range(300)
        for seating in tables(field, seats=2, slots=1, rng=Random(seed), met=lambda _: {2: 9})
        for opponent in seating.submissions
        if opponent != 1
    )
    # A half at even odds and a half at one to ten.
    assert 0.6 < opponents[3] / 300 < 0.8


def test_labels_are_random_within_a_table() -> None:
    field = [settled(1, bar=90), settled(2)]
    firsts = Counter(make(field, seed=seed)[0].submissions[0] for seed in range(200))
    assert 70 < firsts[1] < 130


@settings(max_examples=60, deadline=None)
@given(data=st.data(), seats=st.integers(2, 6), seed=st.integers(0, 99))
def test_every_table_is_full_of_different_bots_of_different_owners(
    data: st.DataObject, seats: int, seed: int
) -> None:
    owners = data.draw(st.lists(st.integers(0, 6), max_size=14))
    bars = data.draw(st.lists(st.floats(5, 390), min_size=14, max_size=14))
    field = [
        Entrant(number, owner, house=owner == 0, bar=bars[number], games=70)
        for number, owner in enumerate(owners)
    ]
    for seating in make(field, seats=seats, slots=8, seed=seed):
        assert len(set(seating.submissions)) == len(seating.submissions) == seats
        others = [owners[one] for one in seating.submissions if owners[one] != 0]
        assert len(set(others)) == len(others)


@pytest.mark.parametrize("seats", SIZES)
def test_nobody_waits_longer_than_is_promised(seats: int) -> None:
    """The worst that may happen: all others lose for ever, and there is always somebody new.

    The one who waits can sit only at a table of its own: all but the house have one owner.
    """
    house = [replace(settled(number), house=True, owner=9, games=900) for number in range(6)]
    as_told = games_until(60, Z * PRIOR_SD, seats=seats)
    waiting = Entrant(100, 1, bar=60, games=as_told)
    new = [Entrant(number, 1, games=2) for number in (200, 201)]
    # Past their burst, since only so do they come before it.
    games = dict.fromkeys(range(101, 106), ceil(BURST_GAMES / weight(seats)))
    bound = longest_wait(60, len(games), seats)
    before = 0
    while before <= bound:
        losing = [Entrant(one, 1, bar=390, games=games[one]) for one in games]
        (table,) = make([*house, waiting, *new, *losing], seats=seats, first_slot=before)
        if waiting.submission in table.submissions:
            break
        before += 1
        games |= {one: games[one] + len(orders(seats)) for one in table.submissions if one in games}
    assert bound / 4 < before < bound


def test_no_bot_starves() -> None:
    """Were every counted result to confirm what is expected, all bars would come down together."""
    field = [Entrant(number, number, bar=392 - number) for number in range(12)]
    games = Counter[int]()
    for tick in range(150):
        current = [Entrant(one.submission, one.owner, games=games[one.submission]) for one in field]
        needs = [
            Entrant(one.submission, one.owner, bar=bar_after(one.games), games=one.games)
            for one in current
        ]
        for seating in make(needs, slots=4, seed=tick, first_slot=4 * tick):
            games.update(dict.fromkeys(seating.submissions, 2))
    fewest, most = min(games.values()), max(games.values())
    assert most - fewest < 60
    assert bar_after(fewest) < PROVISIONAL


def bar_after(games: int) -> float:
    return expected_bar(Z * PRIOR_SD, games)


def test_two_bots_that_share_somebody_never_meet() -> None:
    field = [
        Entrant(1, owner=1, team=frozenset({2})),
        Entrant(2, owner=2),
        Entrant(3, owner=3, team=frozenset({1, 4})),
        Entrant(4, owner=5, team=frozenset({4})),
    ]
    met = {frozenset(seating.submissions) for seating in make(field, slots=30)}
    assert met == {frozenset({1, 4}), frozenset({2, 3}), frozenset({2, 4})}
