"""What a bot searches with: guesses at the hidden, playouts, fingerprints, the table of counts."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, repeat
from typing import cast

import pytest

from arena import fingerprint
from arena.board import Board
from arena.game import Game, deal
from arena.moves import Move, Placement, Trade, parse_move
from arena.opening import opening_size
from arena.playout import at_random, greedy, playout
from arena.position import arrange
from arena.ruleset import EXTENDED, SCHMIDT
from arena.tiles import TILES, Shape, Tile, parse_tiles
from arena.traces import locate_trades
from arena.unseen import matrix
from arena.view import Turn, View
from arena.worlds import World, world_of, worlds

SEED = bytes(32)


def guesses(view: View, count: int) -> list[World]:
    return list(islice(worlds(view, random.Random(1)), count))


def share(found: Sequence[World], seat: int, tile: str) -> float:
    """In how many of the worlds the seat holds such a tile."""
    return sum(Tile.parse(tile) in world.hands[seat] for world in found) / len(found)


def located(view: View, count: int) -> list[list[list[Tile]]]:
    """Where the own traded tiles went, by as many histories that can be."""
    rng = random.Random(1)
    return [found for _ in range(count) if (found := locate_trades(view, rng, 9)) is not None]


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game = game.play(parse_move(move))
    return game


def often_trading(game: Game, rng: random.Random) -> Move:
    if game.trades() and rng.random() < 0.3:
        return rng.choice(game.trades())
    return game.legal_moves().best


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_world_holds_every_tile_once_and_what_the_seat_sees(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(2):
        game = deal(rng.randbytes(32), seats, EXTENDED)
        while game.to_move is not None:
            view = game.view(game.to_move)
            for world in islice(worlds(view, rng), 2):
                tiles = Counter(chain(world.board.values(), world.bag, *world.hands))
                assert tiles == dict.fromkeys(TILES, 3)
                assert (len(world.bag), world.hands[view.me]) == (view.bag_count, view.hand)
                assert (world.ruleset, world.board) == (view.ruleset, view.board)
                assert (world.playing, world.to_move) == (view.playing, view.me)
                assert tuple(map(len, world.hands)) == view.hand_counts
            if seats == 6 and rng.random() < 0.02:
                game = game.forfeit(game.to_move)
            else:
                game = game.play(often_trading(game, rng))


def test_worlds_differ_and_repeat_with_their_seed() -> None:
    view = deal(SEED, 2).view(0)
    found = guesses(view, 5)
    assert found == guesses(view, 5)
    assert len({world.hands for world in found}) == 5


def test_every_unseen_tile_is_as_likely_in_a_hand_as_in_the_bag() -> None:
    game = arrange(Board.parse("Rc@0,0"), [parse_tiles("Rq"), parse_tiles("Bc Bq")])
    found = guesses(game.view(0), 2000)
    held = Counter(tile for world in found for tile in world.hands[1])
    # 106 tiles are unseen, three of most kinds; four standard deviations.
    assert held[Tile.parse("Gs")] / 4000 == pytest.approx(3 / 106, abs=4 * (0.028 / 4000) ** 0.5)


def traded() -> Game:
    """Seat 0 has given away the last red square, then seat 1 has placed one tile and drawn one."""
    board = Board.parse("Rd@0,0 Rq@1,0 Rq@0,5")
    hands = [parse_tiles("Rq Bs Gk Gx Yd Yk"), parse_tiles("Rk Bx Bc Os Od Px")]
    game = arrange(board, hands, parse_tiles("Gc Gd Ys"))
    return play(game, "trade Rq", "Rk@2,0")


def test_a_traded_tile_is_in_another_hand_only_by_a_later_draw() -> None:
    found = guesses(traded().view(0), 1500)
    # It was one of three in the bag when seat 1 drew one: a third, within four deviations.
    assert share(found, 1, "Rq") == pytest.approx(1 / 3, abs=4 * (2 / 9 / 1500) ** 0.5)
    others = [Counter(chain(*world.hands, world.bag))[Tile.parse("Rq")] for world in found]
    assert set(others) == {1}


def test_a_traded_tile_is_in_the_bag_if_nobody_has_drawn_since() -> None:
    board = Board.parse("Rd@0,0 Rq@1,0 Rq@0,5")
    hands = [parse_tiles("Rq Bs Gk Gx Yd Yk"), parse_tiles("Rk Bx Bc Os Od Px")]
    game = play(arrange(board, hands, parse_tiles("Gc Gd Ys")), "trade Rq")
    for world in guesses(game.view(0), 200):
        assert len(world.bag) == 3
        assert Tile.parse("Rq") in world.bag
        assert Tile.parse("Rq") not in world.hands[1]


def test_a_traded_tile_that_lies_on_the_table_by_now_is_looked_for_no_more() -> None:
    game = traded()
    while game.to_move == 0 or Tile.parse("Rq") not in game.hands[1]:
        game = game.play(game.trades()[-1])
    game = play(game, "Rq@2,1")
    (world,) = guesses(game.view(0), 1)
    assert Counter(chain(*world.hands, world.bag))[Tile.parse("Rq")] == 0


def test_who_passed_holds_nothing_that_could_be_placed_then() -> None:
    board = Board.parse("Rc@0,0")
    hands = [parse_tiles("Rq Bs"), parse_tiles("Bk Gd"), parse_tiles("Rd Gx")]
    game = play(arrange(board, hands, (), to_move=1), "pass", "Rd@1,0")
    assert game.to_move == 0
    # Of all that is unseen, the pass refuses what fits beside Rc.
    for world in guesses(game.view(0), 100):
        assert not Board.parse("Rc@0,0").can_take(sum({tile.bit for tile in world.hands[1]}))


def test_what_did_not_fit_is_all_that_a_pass_tells() -> None:
    hands = [parse_tiles("Gd Bs"), parse_tiles("Bk Yx")]
    game = play(arrange(Board.parse("Gs@0,0"), hands, (), to_move=1), "pass")
    # The red circle has the lowest bit of all masks.
    assert share(guesses(game.view(0), 200), 1, "Rc") > 0


def test_every_pass_counts_and_not_the_last_alone() -> None:
    hands = [parse_tiles("Rk Rx Gd"), parse_tiles("Bs Gs"), parse_tiles("Rd Rq Rs Gx")]
    game = arrange(Board.parse("Rc@0,0"), hands, (), to_move=1)
    # A circle fits at the first pass; then red tiles on all four sides leave no room for one.
    moves = ("pass", "Rd@-1,0 Rq@1,0", "Rk@0,1 Rx@0,-1", "pass", "Rs@2,0")
    found = guesses(play(game, *moves).view(0), 100)
    assert not any(tile.shape is Shape.CIRCLE for world in found for tile in world.hands[1])


def test_nothing_is_known_of_the_hands_of_an_arranged_position() -> None:
    game = arrange(Board.parse("Rc@0,0"), [parse_tiles("Rq"), parse_tiles("Bc Bq")])
    assert {opening_size(world.hands[1]) for world in guesses(game.view(0), 50)} == {1, 2}


def test_the_numbers_of_a_view_are_those_that_it_guesses_with() -> None:
    view = replace(deal(SEED, 2).view(0), rng=random.Random(1))
    assert next(worlds(view)) == guesses(view, 1)[0]


def test_who_has_not_moved_holds_no_larger_group_than_the_opener_placed() -> None:
    for seed in range(6):
        for ruleset in (EXTENDED, SCHMIDT):
            game = deal(bytes([seed]) * 32, 3, ruleset)
            opener = game.to_move
            assert opener is not None
            size = game.opening
            for position in (game, game.play(game.legal_moves().best)):
                assert position.to_move is not None
                for world in guesses(position.view(position.to_move), 20):
                    for seat in {0, 1, 2} - {opener, position.to_move}:
                        wins_ties = seat < opener if ruleset is EXTENDED else seat > opener
                        assert opening_size(world.hands[seat]) <= size - wins_ties


def test_who_has_moved_may_hold_a_larger_group_than_the_opener_placed() -> None:
    deals = (deal(bytes([seed]) * 32, 2) for seed in range(100))
    game = next(game for game in deals if game.opening == 3)
    for _ in range(2):
        game = game.play(game.legal_moves().best)
    assert game.to_move is not None
    hands = [world.hands[1 - game.to_move] for world in guesses(game.view(game.to_move), 60)]
    assert max(map(opening_size, hands)) > 3


def test_the_oldest_trade_is_forgotten_after_thirty_contradictions_in_a_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = [parse_tiles("Rq Gs"), parse_tiles("Rk Gx")]
    game = arrange(Board.parse("Rd@0,0"), hands, parse_tiles("Bc Bd Bk"))
    view = play(game, "trade Rq", "trade Gx", "trade Gs", "trade Rk").view(0)
    known = world_of(game, random.Random(1))
    answers: Iterator[World | None] = chain(
        [None] * 29, [known], [None] * 30, [None] * 30, repeat(known)
    )
    asked: list[int] = []

    def guess(*given: object) -> World | None:
        asked.append(cast("int", given[-1]))
        return next(answers)

    monkeypatch.setattr("arena.worlds._guess", guess)
    assert guesses(view, 2) == [known] * 2
    assert asked == [2] * 60 + [1] * 30 + [0]


def test_a_world_of_a_game_is_the_game() -> None:
    game = deal(SEED, 3)
    world = world_of(game, random.Random(1))
    assert (world.hands, world.to_move, len(world.bag)) == (game.hands, game.to_move, 90)
    while game.outcome is None:
        game = game.play(game.legal_moves().best)
    with pytest.raises(ValueError, match=r"^The game is over: nobody is to move\.$"):
        world_of(game, random.Random(1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_greedy_playout_of_an_endgame_is_the_game_that_greedy_players_play(seats: int) -> None:
    game = deal(bytes([seats]) * 32, seats)
    while game.bag_count:
        game = game.play(game.legal_moves().best)
    before, gained = game.scores, playout(world_of(game, random.Random(1)))
    while game.outcome is None:
        game = game.play(game.legal_moves().best)
    assert gained == tuple(after - s for after, s in zip(game.scores, before, strict=True))


def test_a_playout_lasts_so_many_plies_and_begins_with_the_move_it_is_given() -> None:
    game = deal(SEED, 2)
    world, worst = (
        world_of(game, random.Random(1)),
        min(game.legal_moves(), key=lambda move: move.points),
    )
    assert game.to_move == 0
    assert playout(world, plies=0) == (0, 0)
    assert playout(world, plies=1) == (game.legal_moves().best.points, 0)
    assert playout(world, first=worst, plies=1) == (worst.points, 0)
    after = game.play(worst)
    assert playout(world, first=worst, plies=2)[1] == after.legal_moves().best.points


def test_a_playout_passes_over_a_seat_that_is_out_and_draws_from_the_end_of_the_bag() -> None:
    world = World(
        EXTENDED,
        Board.parse("Rc@0,0"),
        (parse_tiles("Rq"), parse_tiles("Rd"), parse_tiles("Bs")),
        parse_tiles("Gx Rk"),
        (True, False, True),
        to_move=0,
    )
    # Rq for 2; Bs is traded for Gx, the next of the bag after Rk; Rk for 3; then nothing more fits.
    gained = playout(world)
    assert gained[1] == 0
    assert gained[0] >= 2


def test_what_was_given_back_is_in_the_bag_until_somebody_draws() -> None:
    # The two others of its kind lie on the table, and who forfeits draws nothing.
    board = Board.parse("Bs@0,0 Bs@9,9")
    game = arrange(board, [parse_tiles("Bs Gd"), parse_tiles("Gk Yk"), parse_tiles("Yd Ok")])
    found = guesses(play(game, "trade Bs").forfeit(1).view(0), 50)
    assert all(Tile.parse("Bs") in world.bag for world in found)


def test_a_trade_that_no_history_explains_is_forgotten() -> None:
    # All three of the kind lie on the table, and nobody has placed one since.
    board = Board.parse("Bs@0,0 Bs@9,0 Bs@0,9")
    view = arrange(board, [parse_tiles("Gd"), parse_tiles("Yk")]).view(0)
    view = replace(view, history=(Turn(0, Trade.parse("Bs"), 0),))
    (world,) = guesses(view, 1)
    assert len(world.bag) == view.bag_count


def test_what_was_kept_at_a_trade_is_not_taken_for_what_was_given_at_an_earlier_one() -> None:
    hands = [parse_tiles("Rq Rq Gs"), parse_tiles("Rk Gx Gk")]
    board, bag = Board.parse("Rd@0,0"), parse_tiles("Bc Bd Bk Bx")
    dealt = (arrange(board, hands, bag, seed=bytes([number]) * 32) for number in range(100))
    games = (play(game, "trade Rq", "trade Gx", "trade Gs") for game in dealt)
    game = next(game for game in games if game.hands[0].count(Tile.parse("Rq")) == 1)
    # The one that it has may be the one that it gave, if that is what it drew: one tile of three.
    again = [Tile.parse("Rq") not in chain(*one) for one in located(game.view(0), 100)]
    assert 10 < sum(again) < 50


def test_a_traded_tile_that_was_seen_again_is_not_looked_for_behind_other_draws() -> None:
    # With one tile a hand, what a seat places is what it drew the turn before.
    ruleset = replace(EXTENDED, hand_size=1)
    hands = [parse_tiles("Rq"), parse_tiles("Rk")]
    board, bag = Board.parse("Rd@0,0"), parse_tiles("Gc Gd Ys Yk")
    seeds = (bytes([number]) * 32 for number in range(100))
    dealt = (arrange(board, hands, bag, ruleset=ruleset, seed=seed) for seed in seeds)
    games = (play(game, "trade Rq", "Rk@1,0") for game in dealt)
    game = next(game for game in games if game.hands[1] == parse_tiles("Rq"))
    game = play(game.play(game.trades()[0]), "Rq@2,0")
    found = located(game.view(0), 20)
    assert len(found) == 20
    assert not any(Tile.parse("Rq") in chain(*one) for one in found)


def test_a_trade_of_another_seat_takes_only_its_own_number_out_of_the_bag() -> None:
    hands = [parse_tiles("Rq Gs"), parse_tiles("Rk Gx")]
    game = arrange(Board.parse("Rd@0,0"), hands, parse_tiles("Bc Bd Bk"))
    found = located(play(game, "trade Rq", "trade Gx").view(0), 200)
    # It drew one of three, so that the red square is still in the bag two times of three.
    assert sum(bool(one[-1]) for one in found) / 200 == pytest.approx(2 / 3, abs=0.13)


def test_a_history_in_which_a_trade_gave_nothing_cannot_have_been() -> None:
    ruleset = replace(EXTENDED, hand_size=2)
    hands = [parse_tiles("Rq Gs"), parse_tiles("Rk Rx")]
    game = arrange(Board.parse("Rd@0,0"), hands, parse_tiles("Bc"), ruleset=ruleset)
    # Seat 1 drew what was given; had it been its red cross, there would have been nothing to draw.
    found = located(play(game, "trade Rq", "Rk@1,0", "pass", "Rx@2,0").view(0), 40)
    assert found == [[[], [Tile.parse("Rq")], []]] * len(found)
    assert 5 < len(found) < 35


def test_who_passed_did_not_draw_what_could_have_been_placed() -> None:
    ruleset = replace(EXTENDED, hand_size=2)
    hands = [parse_tiles("Rq Rs"), parse_tiles("Rk Gc"), parse_tiles("Rx Pc")]
    board, bag, seeds = Board.parse("Rd@0,0"), parse_tiles("Bc Yc"), range(100)
    dealt = (
        arrange(board, hands, bag, ruleset=ruleset, seed=bytes([number]) * 32) for number in seeds
    )
    games = (play(game, "trade Rq", "Rk@1,0", "Rx@2,0", "Rs@3,0") for game in dealt)
    game = next(game for game in games if Tile.parse("Rq") in game.hands[2])
    assert share(guesses(play(game, "pass").view(0), 50), 2, "Rq") == 1


def test_nobody_draws_at_an_empty_bag() -> None:
    ruleset = replace(EXTENDED, hand_size=2)
    hands = [parse_tiles("Rq Gs"), parse_tiles("Rk Gx"), parse_tiles("Rx Gk")]
    game = arrange(Board.parse("Rd@0,0"), hands, parse_tiles("Bc"), ruleset=ruleset)
    game = play(game, "trade Rq", "Rk@1,0", "Rx@2,0")
    # Seat 1 drew the one tile that was left, and seat 2 placed one of its own.
    assert located(game.view(0), 20) == [[[], [Tile.parse("Rq")], [], []]] * 20


def test_a_playout_ends_when_nobody_can_place() -> None:
    board, hands = Board.parse("Rc@0,0"), (parse_tiles("Bs"), parse_tiles("Gd"))
    blocked = World(EXTENDED, board, hands, (), (True, True), 0)
    assert playout(blocked) == (0, 0)
    stalled = World(EXTENDED, board, hands, parse_tiles("Bs Gd"), (True, True), 0)
    assert playout(stalled) == (0, 0)


@pytest.mark.parametrize(
    ("hands", "bag", "expected"),
    [
        # Three rounds of trades: who gives a tile gets it back once the bag has gone round.
        (
            ("Bq Bd Bk Bx Bs Bq", "Gq Gd Gk Gx Gs Gq"),
            "Yk Yx",
            ["trade Bs", "trade Gs", "trade Bx", "trade Gx", "trade Bs", "trade Gs"],
        ),
        (("Bq", "Gd"), "", ["pass", "pass"]),
        # A placement, and from then on one round.
        (("Rq", "Bx"), "Yk", ["Rq@0,-1", "pass", "pass"]),
    ],
)
def test_a_playout_asks_until_nobody_has_placed_for_so_long(
    hands: Sequence[str], bag: str, expected: list[str]
) -> None:
    asked: list[str] = []

    def last(moves: Sequence[Move]) -> Move:
        asked.append(str(moves[-1]))
        return moves[-1]

    held = tuple(map(parse_tiles, hands))
    playout(World(EXTENDED, Board.parse("Rc@0,0"), held, parse_tiles(bag), (True, True), 0), last)
    assert asked == expected


def test_the_last_tile_of_a_playout_earns_the_end_bonus() -> None:
    world = World(
        EXTENDED, Board.parse("Rc@0,0"), (parse_tiles("Rq"), parse_tiles("Bs")), (), (True, True), 0
    )
    assert playout(world) == (8, 0)


def test_random_playouts_differ_and_score_less_than_greedy_ones() -> None:
    world, rng = world_of(deal(SEED, 2), random.Random(1)), random.Random(1)
    found = [playout(world, at_random(rng)) for _ in range(4)]
    assert len(set(found)) == 4
    assert sum(map(sum, found)) / 4 < sum(playout(world, greedy))


def test_a_fingerprint_does_not_depend_on_the_order_of_the_tiles() -> None:
    one, other = Board.parse("Rc@0,0 Rq@1,0"), Board.parse("Rq@1,0 Rc@0,0")
    assert fingerprint.of_board(one) == fingerprint.of_board(other) != 0
    assert fingerprint.of_board(Board()) == 0
    assert fingerprint.of_board(one) != fingerprint.of_board(Board.parse("Rc@1,0 Rq@0,0"))
    hands = [parse_tiles("Rd Rd Bq"), parse_tiles("Gs")]
    number = fingerprint.of_position(one, hands, 0)
    assert number == fingerprint.of_position(other, [hands[0][::-1], hands[1]], 0)
    assert number == 8842772919805010604, "golden: the same in every process"


def test_positions_of_games_have_fingerprints_of_their_own() -> None:
    seen: dict[int, tuple[Board, object, object]] = {}
    for seed in range(8):
        game, number = deal(bytes([seed]) * 32, 2), 0
        while game.outcome is None:
            position = (game.board, game.hands, game.to_move)
            assert fingerprint.of_board(game.board) == number
            assert seen.setdefault(fingerprint.of_position(*position), position) == position
            move = game.legal_moves().best
            number ^= fingerprint.of_placement(move) if isinstance(move, Placement) else 0
            game = game.play(move)
    assert len(seen) > 380


@pytest.mark.parametrize(
    "changed", [("Rd Bq Bq", "Gs", 0), ("Rd Rd Bq", "Gk", 0), ("Rd Rd Bq", "Gs", 1)]
)
def test_another_hand_or_seat_is_another_position(changed: tuple[str, str, int]) -> None:
    def of(one: str, other: str, seat: int) -> int:
        return fingerprint.of_position(Board(), [parse_tiles(one), parse_tiles(other)], seat)

    assert of("Rd Rd Bq", "Gs", 0) != of(*changed)


def test_the_table_of_counts_has_a_row_a_colour() -> None:
    table = matrix(Counter(parse_tiles("Rc Rc Os Ps")))
    assert [sum(row) for row in table] == [2, 1, 0, 0, 0, 1]
    assert (table[0][0], table[1][5], table[5][5]) == (2, 1, 1)
