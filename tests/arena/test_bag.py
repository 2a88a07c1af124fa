from collections import Counter
from itertools import pairwise

import pytest

from arena.bag import Bag, kinds, u

SEED = bytes(32)


def test_the_golden_draws() -> None:
    assert u(SEED, 0, 0, 0) == 0xC4DE00555554EFD4
    first, bag = Bag.fill(SEED, seats=2).draw(0, 6)
    second, bag = bag.draw(1, 6)
    assert first == (94, 65, 92, 10, 9, 67)
    assert second == (78, 75, 58, 46, 20, 45)
    assert len(bag) == 96


def test_every_tile_is_drawn_once_and_then_no_more() -> None:
    bag, seen = Bag.fill(SEED, seats=3), Counter[int]()
    for turn in range(40):
        drawn, bag = bag.draw(turn % 3, 3)
        seen.update(drawn)
    assert seen == Counter(range(108))
    assert bag.draw(0, 6) == ((), bag)


def test_a_bag_that_runs_out_gives_what_it_has() -> None:
    drawn, bag = Bag.of([5, 7], SEED, seats=2).draw(1, 6)
    assert sorted(drawn) == [5, 7]
    assert len(bag) == 0


def test_a_trade_draws_before_it_returns() -> None:
    drawn, bag = Bag.of([7], SEED, seats=2).trade(0, [3])
    assert drawn == (7,)
    assert list(bag) == [3]


def test_a_returned_tile_comes_behind_the_last_draw_of_every_seat() -> None:
    bag = Bag.fill(SEED, seats=3)
    for seat in range(3):
        _, bag = bag.draw(seat, 6)
    given = sorted(set(range(108)) - set(bag))[:4]
    _, after = bag.trade(1, given)
    for seat in range(3):
        keys = {number: key for key, number in after.orders[seat]}
        assert all(keys[number] > after.last(seat) for number in given)
        assert list(after.orders[seat]) == sorted(after.orders[seat])


def test_a_draw_does_not_touch_the_order_of_the_other_seats() -> None:
    full = Bag.fill(SEED, seats=2)
    alone, _ = full.draw(1, 6)
    _, after = full.draw(0, 1)
    beside, _ = after.draw(1, 6)
    assert len(set(alone) & set(beside)) >= 5


def test_a_tile_just_returned_to_two_others_is_redrawn_a_third_of_the_time() -> None:
    # An old key would bring it back always, a fresh one over the full range far too often.
    games, again = 1500, 0
    for game in range(games):
        bag = Bag.of(range(6), game.to_bytes(32, "big"), seats=2)
        (held, *_), bag = bag.draw(0, 3)
        _, bag = bag.trade(0, [held])
        (drawn,), _ = bag.draw(0, 1)
        again += drawn == held
    # Three are left after the draw of one, the returned among them: 1/3 within four deviations.
    assert abs(again / games - 1 / 3) < 4 * (2 / 9 / games) ** 0.5


def test_two_games_of_one_seed_draw_alike_and_of_another_seed_differently() -> None:
    one, other, different = (Bag.fill(seed, 2).draw(0, 6)[0] for seed in (SEED, SEED, b"x" * 32))
    assert one == other != different


def test_a_seed_must_have_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Bag.fill(b"short", seats=2)


def test_each_seat_draws_in_rising_priority() -> None:
    bag, keys = Bag.fill(SEED, seats=2), []
    for _ in range(20):
        _, bag = bag.draw(0, 2)
        keys.append(bag.last(0))
    assert all(before < after for before, after in pairwise(keys))


def test_a_returned_tile_gets_a_fresh_priority_from_the_seed_behind_the_last_draw() -> None:
    """The formula in full, for a tile that comes back twice: old records depend on every bit."""
    _, bag = Bag.fill(SEED, seats=2).draw(0, 6)
    _, bag = bag.trade(0, [94])
    _, bag = bag.trade(1, [94])
    for seat in (0, 1):
        last = bag.last(seat)
        key = last + 1 + u(SEED, seat, 94, 2) * (2**64 - last - 1) // 2**64
        assert (key, 94) in bag.orders[seat]
    assert bag.returns == tuple(2 if number == 94 else 0 for number in range(108))


def test_after_a_draw_the_order_goes_on_behind_it() -> None:
    full = Bag.fill(SEED, seats=2)
    assert (full.last(0), full.last(1)) == (-1, -1)
    numbers, after = full.draw(1, 6)
    assert (after.orders, after.passed) == (full.orders, (0, 6))
    assert (after.last(0), after.last(1)) == (-1, full.orders[1][5][0])
    assert numbers == tuple(number for _, number in full.orders[1][:6])


def test_the_copies_of_a_kind_follow_one_another() -> None:
    assert len(Bag.of([1], SEED, seats=2).orders[0]) == 108
    assert len(Bag.of([1], SEED, seats=2, copies=2).returns) == 72
    assert len(Bag.fill(SEED, seats=2, copies=2).returns) == 72
    assert [str(tile) for tile in kinds(2)[:3]] == ["Rc", "Rc", "Rq"]
