import pickle
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from arena.board import Board, Reason
from arena.game import End, Game, IllegalMoveError, deal
from arena.moves import Move, Pass, Placement, Trade, UnseenTrade, parse_move
from arena.opening import opening_size
from arena.outcome import places
from arena.position import arrange
from arena.ruleset import CLASSIC, EXTENDED, RULESETS, SCHMIDT, Ruleset
from arena.tiles import TILES, Tile, parse_tiles
from arena.view import Turn

SEED = bytes(32)


def table(
    words: str,
    *hands: str,
    bag: str | None = None,
    scores: Sequence[int] | None = None,
    to_move: int = 0,
) -> Game:
    """A game of these hands on this board; without ``bag`` the bag holds all other tiles."""
    return arrange(
        Board.parse(words),
        list(map(parse_tiles, hands)),
        None if bag is None else parse_tiles(bag),
        scores=scores,
        to_move=to_move,
        ruleset=EXTENDED,
    )


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game = game.play(parse_move(move))
    return game


def block(without: str = "") -> str:
    """The perfect block: six by six, a row a colour and a column a shape."""
    words = [f"{tile}@{tile.index % 6},{tile.index // 6}" for tile in TILES]
    return " ".join(word for word in words if word != without)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_a_deal_gives_each_seat_six_and_keeps_the_rest(ruleset: Ruleset) -> None:
    for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
        game = deal(SEED, seats, ruleset)
        assert [len(hand) for hand in game.hands] == [6] * seats
        assert game.bag_count == 108 - 6 * seats
        assert (game.turn, game.scores, game.outcome) == (0, (0,) * seats, None)


@pytest.mark.parametrize(("ruleset", "seats"), [(CLASSIC, 1), (CLASSIC, 5), (EXTENDED, 7)])
def test_a_ruleset_seats_only_so_many(ruleset: Ruleset, seats: int) -> None:
    with pytest.raises(ValueError, match=f"{ruleset.name} is for"):
        deal(SEED, seats, ruleset)


def test_the_golden_hands() -> None:
    first, second = deal(SEED, seats=2).hands
    assert list(map(str, first)) == ["Pq", "Gk", "Pc", "Rk", "Rk", "Gx"]
    assert list(map(str, second)) == ["Bd", "Bq", "Gq", "Yk", "Oc", "Yk"]


def test_the_largest_group_opens() -> None:
    game = table("", "Rc Bq", "Rc Rq Rd", "Bc Bq")
    assert (game.to_move, game.opening) == (1, 3)


def test_a_tie_is_opened_by_the_oldest_or_the_youngest_of_the_tied() -> None:
    hands = [parse_tiles(hand) for hand in ("Rc Bq", "Rc Rq", "Bc Bq", "Gc Oq")]
    assert arrange(Board(), hands, ruleset=CLASSIC).to_move == 1
    assert arrange(Board(), hands, ruleset=SCHMIDT).to_move == 2


def test_the_seats_follow_one_another() -> None:
    game = table("", "Rc Bq", "Rc Rq Rd", "Rs Bs")
    assert play(game, "Rc@0,0 Rq@1,0 Rd@2,0").to_move == 2
    assert play(game, "Rc@0,0 Rq@1,0 Rd@2,0", "Rs@3,0").to_move == 0


@pytest.mark.parametrize(
    "move",
    ["Rc@0,0 Rq@1,0", "Rc@1,0 Rq@2,0 Rd@3,0", "Bd@0,0", "trade Rc", "Rc@0,1 Rq@0,2 Rd@0,3"],
)
def test_an_opening_places_the_whole_group_over_the_origin(move: str) -> None:
    game = table("", "Rc Rq Rd Bd", "Bc")
    with pytest.raises(IllegalMoveError) as error:
        play(game, move)
    assert error.value.reason is Reason.OPENING


def test_an_opening_may_lie_anywhere_over_the_origin() -> None:
    game = table("", "Rc Rq Rd", "Bc")
    assert play(game, "Rc@0,-1 Rq@0,0 Rd@0,1").scores == (3, 0)
    assert game.view(0).opening == 3
    assert play(game, "Rc@0,-1 Rq@0,0 Rd@0,1").opening == 0


@pytest.mark.parametrize("bag", [None, ""])
def test_the_opener_cannot_pass_or_trade(bag: str | None) -> None:
    game = table("", "Rc", "Bq", bag=bag)
    assert game.trades() == game.view(0).trades() == ()
    with pytest.raises(IllegalMoveError) as error:
        game.play(Pass())
    assert error.value.reason is Reason.CAN_MOVE


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("Rq@1,0 Rd@2,0", Reason.NOT_IN_HAND),
        ("Rq@1,0 Rq@0,1", Reason.NOT_IN_HAND),
        ("trade Rq Rq", Reason.NOT_IN_HAND),
        ("trade Rq Rs Bc", Reason.BAG_TOO_SMALL),
        ("pass", Reason.CAN_MOVE),
        ("Rq@0,0", Reason.OCCUPIED),
        ("Rq@1,1", Reason.NOT_CONNECTED),
        ("Bq@1,0", Reason.NOT_IN_HAND),
        ("Bc@1,0 Rs@2,0", Reason.BAD_LINE),
    ],
)
def test_an_illegal_move_names_its_rule_and_changes_nothing(move: str, reason: Reason) -> None:
    game = table("Rc@0,0", "Rq Rs Bc", "Gd", bag="Gk Gs")
    with pytest.raises(IllegalMoveError) as error:
        play(game, move)
    assert error.value.reason is reason
    assert str(error.value).endswith(".")
    assert game == table("Rc@0,0", "Rq Rs Bc", "Gd", bag="Gk Gs")


@pytest.mark.parametrize(
    ("board", "move", "sentence"),
    [
        ("Rc@0,0", "Rq@1,0 Rd@2,0", "the hand Rq Rq Bc has no Rd."),
        ("Rc@0,0", "trade Rq Rq Rq", "the hand Rq Rq Bc has only 2 Rq."),
        ("Rc@0,0", "trade Rq Rq Bc", "the bag holds only 2."),
        ("Rc@0,0", "Rq@1,1", "it does not join the tiles on the table."),
        ("Rc@0,0", "pass", "only who can neither place nor trade may pass."),
        ("", "Rq@0,0", "the opening places a group of 2, one of its tiles on 0,0."),
        ("", "trade Rq", "who opens places a group of 2 instead."),
    ],
)
def test_a_refusal_says_what_was_wrong_with_the_move(board: str, move: str, sentence: str) -> None:
    hand = "Rq Rq Bc" if board else "Rq Rd Bc"
    with pytest.raises(IllegalMoveError) as error:
        play(table(board, hand, "Gk", bag="Gd Gs"), move)
    assert str(error.value) == f"{move}: {sentence}"


def test_a_move_knows_its_points_afterwards_whatever_it_claimed() -> None:
    claimed = Placement(parse_tiles("Rq"), ((1, 0),), points=1000)
    after = table("Rc@0,0", "Rq Bd", "Bx").play(claimed)
    assert after.history == (Turn(0, claimed, 2),)
    assert after.history[0].move is not None
    assert after.history[0].move.points == 2
    assert after.scores == (2, 0)


def test_of_two_alike_the_lower_number_is_used_first() -> None:
    game = table("Rc@0,0", "Rq Rq Bd", "Bx")
    low, high = sorted(number for number in game.held[0] if number // 3 == 1)
    after = play(game, "Rq@1,0")
    assert low not in after.held[0]
    assert high in after.held[0]


def test_a_trade_takes_the_turn_and_gives_as_many() -> None:
    game = table("Rc@0,0", "Rq Rd Bx", "Bx")
    after = play(game, "trade Rq Bx")
    assert (after.to_move, after.scores, after.turn) == (1, (0, 0), 1)
    assert len(after.hands[0]) == 3
    assert after.hands[0][0] is Tile.parse("Rd")
    assert after.drew == after.hands[0][1:]
    assert after.bag_count == game.bag_count


def test_others_see_how_many_tiles_a_trade_returned_and_not_which() -> None:
    after = play(table("Rc@0,0", "Rq Rd", "Bx"), "trade Rq Rd")
    assert after.view(0).history == (Turn(0, Trade(parse_tiles("Rq Rd")), 0),)
    assert after.view(1).history == (Turn(0, UnseenTrade(2), 0),)
    assert str(after.view(1).history[0].move) == "trade 2"
    assert after.history[0].move == Trade(parse_tiles("Rq Rd"))


def test_a_view_shows_the_own_hand_and_what_is_public() -> None:
    game = table("Rc@0,0", "Rq Rd", "Bx Bx Bs", bag="Gk Gk Gd")
    view = game.view(1)
    assert (view.me, view.players, view.hand) == (1, 2, parse_tiles("Bx Bx Bs"))
    assert (view.hand_counts, view.bag_count, view.playing) == ((2, 3), 3, (True, True))
    assert view.unseen()[Tile.parse("Bx")] == 1
    assert view.unseen()[Tile.parse("Rc")] == 2
    assert len(view.unseen()) == 36
    assert sum(view.unseen().values()) == 108 - 1 - 3
    assert view.trade(parse_tiles("Bx")) in view.trades()
    assert view.lines(Placement.parse("Rq@1,0")) == (((0, 0), (1, 0)),)
    assert list(game.view(0).legal_moves()) == list(game.legal_moves())


def test_two_views_of_one_position_are_equal() -> None:
    game = deal(SEED, 2)
    assert game.view(0) == game.view(0) != game.view(1)


def test_who_can_neither_place_nor_trade_passes() -> None:
    game = table("Rc@0,0", "Bq", "Rd Gk", bag="")
    assert list(game.legal_moves()) == [Pass()]
    assert str(game.legal_moves().best) == "pass"
    after = play(game, "pass")
    assert (after.to_move, after.outcome) == (1, None)


def test_the_last_tile_at_an_empty_bag_ends_the_game_with_six_more() -> None:
    after = play(table("Rc@0,0", "Rq", "Rd Bs", bag="", scores=(3, 9)), "Rq@1,0")
    assert after.outcome is not None
    assert after.outcome.end is End.OUT
    assert after.outcome.scores == after.scores == (3 + 2 + 6, 9)
    assert after.outcome.places == (1, 2)
    assert after.history[-1].points == 8
    assert after.history[-1].move is not None
    assert after.history[-1].move.points == 2
    assert after.to_move is None


def test_an_empty_hand_is_refilled_while_the_bag_lasts_and_earns_no_bonus() -> None:
    after = play(table("Rc@0,0", "Rq", "Rd Bs", bag="Gs"), "Rq@1,0")
    assert after.outcome is None
    assert after.scores == (2, 0)
    assert after.hands[0] == parse_tiles("Gs")


def test_the_game_is_blocked_only_when_no_seat_can_place() -> None:
    # After Rq, blue finds no line; the red diamond of seat 1 does.
    after = play(table("Rc@0,0", "Rq Bs", "Bk Rd", bag=""), "Rq@1,0")
    assert after.outcome is None
    after = play(table("Rc@0,0", "Rq Bs", "Bk Gd", bag=""), "Rq@1,0")
    assert after.outcome is not None
    assert after.outcome.end is End.BLOCKED
    assert after.scores == (2, 0)


def test_a_block_is_found_after_a_forfeit_too() -> None:
    game = table("Rc@0,0", "Bs", "Rd", "Bk", bag="", to_move=0)
    assert game.outcome is None
    after = game.forfeit(1)
    assert after.outcome is not None
    assert after.outcome.end is End.BLOCKED


def test_the_hand_of_a_seat_that_is_out_keeps_no_game_alive() -> None:
    game = table("Rc@0,0", "Rq Bs", "Rd", "Bk Gd", bag="").forfeit(1)
    after = play(game, "Rq@1,0")
    assert after.outcome is not None
    assert after.outcome.end is End.BLOCKED


def test_on_a_perfect_block_nothing_fits_and_the_game_is_over() -> None:
    game = table(block(without="Ps@5,5"), "Ps Rc", "Bk")
    assert game.outcome is None
    after = play(game, "Ps@5,5")
    assert after.outcome is not None
    assert after.outcome.end is End.DEAD
    assert after.bag_count > 0
    assert after.scores == (24, 0)


def test_an_arranged_hand_of_more_than_six_draws_nothing() -> None:
    after = play(table("Rc@0,0", "Rq Bq Bd Bk Bx Bs Ys Yk", "Rd", bag="Gc Gd"), "Rq@1,0")
    assert (len(after.hands[0]), after.bag_count, after.drew) == (7, 2, ())


def test_a_position_that_is_dead_from_the_start_is_over() -> None:
    game = table(block(), "Ps Rc", "Bk")
    assert game.outcome is not None
    assert (game.outcome.end, game.to_move) == (End.DEAD, None)
    assert (game.outcome.scores, game.outcome.places) == ((0, 0), (1, 1))
    assert list(game.legal_moves()) == []


def test_a_position_can_have_other_numbers_of_tiles_than_the_editions() -> None:
    pairs = replace(CLASSIC, name="pairs", copies=2)
    game = arrange(Board.parse("Rc@0,0"), [parse_tiles("Rc"), parse_tiles("Rq")], ruleset=pairs)
    assert game.bag_count == 2 * 36 - 3
    assert game.bag_tiles()[Tile.parse("Ps")] == 2
    game = game.play(game.trades()[0])
    assert game.bag_count == 2 * 36 - 3
    with pytest.raises(ValueError, match="only 2 tiles of a kind"):
        arrange(Board.parse("Rc@0,0"), [parse_tiles("Rc"), parse_tiles("Rc")], ruleset=pairs)


def test_a_view_lists_and_judges_as_the_game_does() -> None:
    game = deal(SEED, 2)
    for _ in range(3):
        assert game.to_move is not None
        view, best = game.view(game.to_move), game.legal_moves().best
        assert list(view.legal_moves()) == list(game.legal_moves())
        assert view.judge(best) == game.judge(best) == best.points
        # Too little to open with, and later on a cell that is taken.
        one = Placement.parse(f"{view.hand[0]}@0,0")
        for refused in (Pass(), Trade(view.hand * 2), Trade(game.hands[1 - game.to_move]), one):
            with pytest.raises(IllegalMoveError) as found:
                game.judge(refused)
            with pytest.raises(IllegalMoveError, match=re.escape(str(found.value))):
                view.judge(refused)
        game = game.play(best)


def test_a_view_knows_how_many_tiles_are_left_to_trade_for() -> None:
    view = arrange(Board.parse("Rc@0,0"), [parse_tiles("Bq Gs"), ()], parse_tiles("Bk")).view(0)
    with pytest.raises(IllegalMoveError, match="the bag holds only 1"):
        view.judge(Trade(view.hand))


def test_a_view_counts_the_turns() -> None:
    game = deal(SEED, 2)
    for turn in range(3):
        assert (game.view(0).turn, game.turn) == (turn, turn)
        game = game.play(game.legal_moves().best)


def test_a_refusal_survives_a_pickle_and_says_why_a_trade_cannot_open() -> None:
    with pytest.raises(
        IllegalMoveError, match=r"^trade Pq: who opens places a group of 2"
    ) as error:
        deal(SEED, 2).play(Trade.parse("Pq"))
    same = pickle.loads(pickle.dumps(error.value))
    assert (same.reason, str(same)) == (Reason.OPENING, str(error.value))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_three_rounds_without_a_placement_end_the_game(seats: int) -> None:
    game = table("Rc@0,0", *["Rq", "Rd", "Bq", "Gd", "Bs", "Gx"][:seats])
    for _ in range(3 * seats - 1):
        game = game.play(game.trades()[0])
        assert game.outcome is None
    game = game.play(game.trades()[0])
    assert game.outcome is not None
    assert game.outcome.end is End.STALLED


def test_a_placement_starts_the_count_of_idle_rounds_again() -> None:
    board = Board.parse("Rc@0,0 Oc@0,1 Rk@1,0")
    game = arrange(board, [parse_tiles("Rq Rd Rs"), parse_tiles("Bq Bd")])
    for _ in range(5):
        game = game.play(game.trades()[0])
    placing = next((move for move in game.legal_moves() if isinstance(move, Placement)), None)
    assert placing is not None, "the seed gives this seat something to place"
    game = game.play(placing)
    for _ in range(5):
        game = game.play(game.trades()[0])
        assert game.outcome is None
    assert game.play(game.trades()[0]).outcome is not None


def test_only_the_rounds_of_seats_still_in_count_as_idle() -> None:
    game = table("Rc@0,0", "Rq Bd", "Rd Gs", "Bq Yk")
    for _ in range(7):
        game = game.play(game.trades()[0])
    # Seat 0 has had three idle turns, seats 1 and 2 two.
    game = game.forfeit(1)
    assert (game.outcome, game.to_move) == (None, 2)
    game = game.play(game.trades()[0])
    assert game.outcome is not None
    assert game.outcome.end is End.STALLED


def test_a_forfeit_counts_as_a_turn_and_the_others_play_on() -> None:
    game = table("Rc@0,0", "Rq Bs", "Rd", "Bk Gd").forfeit(0)
    assert (game.turn, game.to_move, game.playing) == (1, 1, (False, True, True))
    assert game.history == (Turn(0, None, 0),)
    assert game.view(2).history == game.history
    after = play(game, "Rd@1,0")
    assert after.to_move == 2
    assert after.play(after.legal_moves()[0]).to_move == 1


def test_a_seat_may_forfeit_when_another_is_on_move() -> None:
    game = table("Rc@0,0", "Rq Bs", "Rd", "Bk Gd").forfeit(2)
    assert (game.to_move, game.drew) == (0, ())
    assert play(game, "Rq@1,0").to_move == 1


def test_the_last_seat_in_wins_whatever_its_score() -> None:
    game = table("Rc@0,0", "Rq Bs", "Rd", "Bk", scores=(50, 0, 20)).forfeit(0).forfeit(2)
    assert game.outcome is not None
    assert game.outcome.end is End.ALONE
    assert game.outcome.places == (3, 1, 2)
    assert game.outcome.scores == (50, 0, 20)
    assert game.to_move is None


def test_a_forfeit_in_the_opening_passes_it_on_by_the_size_of_the_groups() -> None:
    game = table("", "Rc Rq", "Rd Rk Rx", "Bd Bk Bx", "Gc Gd Gs Gk")
    assert (game.to_move, game.opening) == (3, 4)
    assert (game.forfeit(3).to_move, game.forfeit(3).opening) == (1, 3)
    assert game.forfeit(3).forfeit(1).to_move == 2
    assert game.forfeit(0).to_move == 3
    assert game.forfeit(3).forfeit(1).forfeit(2).outcome is not None
    opened = play(game.forfeit(3), "Rd@0,0 Rk@1,0 Rx@2,0")
    assert opened.to_move == 2


def test_who_is_out_or_at_no_seat_cannot_forfeit() -> None:
    game = table("Rc@0,0", "Rq", "Rd", "Bk")
    for refused in (game.forfeit(1), game, game.forfeit(0).forfeit(1)):
        with pytest.raises(ValueError, match="cannot forfeit"):
            refused.forfeit(1 if refused is not game else 7)


def test_nothing_can_be_played_once_the_game_is_over() -> None:
    game = table("Rc@0,0", "Rq", "Rd").forfeit(1)
    assert game.trades() == ()
    assert repr(game.legal_moves()) == "<0 moves, up to 0 points>"
    with pytest.raises(IllegalMoveError, match=r"^The game is over\.$") as error:
        play(game, "Rq@1,0")
    assert error.value.reason is Reason.GAME_OVER


def test_what_others_saw_of_a_trade_cannot_be_played() -> None:
    with pytest.raises(TypeError, match="is not a move"):
        table("Rc@0,0", "Rq", "Rd").play(UnseenTrade(1))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scores", "forfeited", "expected"),
    [
        ((10, 20), (), (2, 1)),
        ((20, 20), (), (1, 1)),
        ((30, 20, 20, 10), (), (1, 2, 2, 4)),
        ((90, 20, 20), (0,), (3, 1, 1)),
        ((90, 80, 5, 70), (0, 1), (4, 3, 2, 1)),
        ((90, 80, 5, 70), (1, 0), (3, 4, 2, 1)),
        ((1, 2, 3, 4, 5, 6), (5, 3), (4, 3, 2, 5, 1, 6)),
    ],
)
def test_places(
    scores: tuple[int, ...], forfeited: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert places(scores, forfeited) == expected


def test_an_arrangement_cannot_hold_a_fourth_tile_of_a_kind() -> None:
    with pytest.raises(ValueError, match="only 3 tiles of a kind"):
        table("Rc@0,0", "Rc Rc", "Rc")


def test_a_variant_is_a_ruleset_with_other_numbers() -> None:
    small = Ruleset("small", 2, 2, CLASSIC.opener, hand_size=4, copies=2, end_bonus=9)
    game = deal(SEED, 2, small)
    assert [len(hand) for hand in game.hands] == [4, 4]
    assert game.bag_count == 72 - 8
    while game.outcome is None:
        game = game.play(game.legal_moves().best)
    assert sum(turn.points for turn in game.history) == sum(game.scores)


def greedy(game: Game) -> Move:
    return game.legal_moves().best


def last(game: Game) -> Move:
    return game.legal_moves()[-1]


@pytest.mark.parametrize("choose", [greedy, last])
def test_a_game_is_its_seed_and_its_moves(choose: Callable[[Game], Move]) -> None:
    game = deal(b"s" * 32, 3)
    moves = []
    while game.outcome is None:
        moves.append(choose(game))
        game = game.play(moves[-1])
    again = deal(b"s" * 32, 3)
    for move in moves:
        again = again.play(parse_move(str(move)))
    assert again == game


def test_a_seat_out_of_the_opening_group_still_knows_the_size_of_its_own() -> None:
    game = deal(SEED, 2)
    assert [game.view(seat).opening for seat in (0, 1)] == list(map(opening_size, game.hands))


def test_a_view_has_the_scores_and_the_trades_of_a_seat_that_cannot_place() -> None:
    game = table("Rc@0,0", "Bq Bq", "Rd", scores=(7, 9))
    assert game.view(0).scores == (7, 9)
    assert [str(move) for move in game.view(0).legal_moves()] == ["trade Bq Bq", "trade Bq"]
    assert game.view(0).legal_moves().points == [0, 0]


def test_a_tie_after_a_forfeit_in_the_opening_goes_to_the_youngest_too() -> None:
    hands = [parse_tiles(hand) for hand in ("Rc Rq", "Bc Bq", "Gc Gq Gd", "Yc")]
    game = arrange(Board(), hands, ruleset=SCHMIDT)
    assert (game.to_move, game.forfeit(2).to_move) == (2, 1)
