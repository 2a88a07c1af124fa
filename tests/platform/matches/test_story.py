"""A replay told turn by turn."""

from typing import Any

import pytest

from arena.player import Ending
from arena.record import Record
from arena.replay import replay
from sixfold.matches import phrases, story
from sixfold.matches.phrases import Event
from sixfold.matches.story import tell

PLACE = {"type": "place", "bonus": 0, "best": 3, "drew": [], "bag": 90, "ms": 1.5}
GREEDY = {"name": "house/greedy", "ending": "finished", "detail": ""}
LINE_OF_SIX = [[x, 0] for x in range(6)]


def game(*moves: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A replay of two that went as told, with as much truth as telling it needs."""
    players = [GREEDY, GREEDY | {"name": "ada/first"}]
    scores = [sum(move["pts"] for move in moves if move["p"] == seat) for seat in (0, 1)]
    return {
        "rules": "classic",
        "players": players,
        "hands": [["Rc", "Rq"], ["Bc", "Bq"]],
        "moves": list(moves),
        "scores": scores,
        "places": [1, 2] if scores[0] > scores[1] else [2, 1],
        "end": "out",
    } | changes


def placed(seat: int, points: int, **changes: Any) -> dict[str, Any]:
    tile = "Rc" if seat == 0 else "Bc"
    return PLACE | {"p": seat, "pts": points, "tiles": [[0, 0, tile]], "lines": []} | changes


def test_a_move_is_told_in_a_sentence() -> None:
    told = tell(game(placed(0, 3, tiles=[[0, 0, "Rc"], [1, 0, "Rq"]])))

    assert told.turns[0].sentence == (
        "Turn 1: greedy places red circle, red square for 3 points. Score 3 to 0."
    )


def test_what_the_best_placement_would_have_scored_more_is_missed() -> None:
    turns = tell(game(placed(0, 3, best=8), placed(1, 9, bonus=6, best=3))).turns

    assert [turn.missed for turn in turns] == [5, 0]


def test_a_trade_for_want_of_better_misses_nothing() -> None:
    trade = PLACE | {"p": 0, "pts": 0, "type": "trade", "give": ["Rc"], "drew": ["Gs"], "best": 0}

    turn = tell(game(trade)).turns[0]

    assert (turn.missed, turn.events, turn.tiles) == (0, (Event.TRADE,), ("Rc",))
    assert turn.sentence == "Turn 1: greedy trades 1 tile. Score 0 to 0."


def test_a_line_of_six_is_a_qwirkle() -> None:
    turn = tell(game(placed(0, 12, lines=[{"cells": LINE_OF_SIX, "pts": 12}]))).turns[0]

    assert turn.qwirkles == 1
    assert turn.events == (Event.QWIRKLE,)
    assert turn.told == "Qwirkle"


def test_the_lead_changes_between_rounds_only() -> None:
    turns = tell(
        game(
            placed(0, 3),
            placed(1, 4, tiles=[[1, 0, "Bc"]]),
            # Ahead, but the other has yet to answer.
            placed(0, 2, tiles=[[2, 0, "Rq"]]),
            placed(1, 2, tiles=[[3, 0, "Bq"]]),
            placed(0, 9, tiles=[]),
            placed(1, 1, tiles=[]),
        )
    ).turns

    assert [turn.number for turn in turns if Event.LEAD in turn.events] == [6]


def test_a_forfeit_says_why() -> None:
    failed = {"name": "ada/first", "ending": "cpu time", "detail": "5,104 ms."}
    told = tell(
        game(
            placed(0, 3),
            {"p": 1, "pts": 0, "type": "forfeit", "cause": "cpu time"}
            | {"detail": "5,104 ms.", "ms": 5104, "drew": [], "bag": 90},
            players=[GREEDY, failed],
            end="last seat in",
        )
    )

    assert told.turns[1].events == (Event.FORFEIT,)
    assert told.turns[1].sentence.startswith(
        "Turn 2: first is out: it ran out of its computing time."
    )
    assert told.seats[1].out == "it ran out of its computing time"
    assert told.end == "Only one player is left."


def test_a_tie_is_shared() -> None:
    told = tell(game(placed(0, 3), placed(1, 3), places=[1, 1]))

    assert told.result == "greedy and first share the first place, 3 : 3."


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["house/greedy", "ada/first"], ("greedy", "first")),
        (["house/greedy", "ada/greedy"], ("house/greedy", "ada/greedy")),
    ],
)
def test_names_are_as_short_as_they_can_be_told_apart(
    names: list[str], short: tuple[str, ...]
) -> None:
    assert story.short_names(names) == short


def test_every_way_to_fail_has_its_words() -> None:
    assert set(phrases.CAUSES) == set(Ending) - {Ending.FINISHED}


def test_a_real_game_ends_with_the_board_the_bag_and_the_hands_it_ended_with(
    record: Record,
) -> None:
    told = tell(replay(record))

    tiles = len(told.board) + told.bag + sum(len(seat.hand) for seat in told.seats)
    assert tiles == told.tiles == 108
    assert sum(count for _tile, count in told.unseen) == 108 - len(told.board)
    assert told.turns[-1].scores == record.outcome.scores
    assert [seat.place for seat in told.standing] == sorted(record.outcome.places)
    assert len(told.scores.lines[0].split()) == len(record.turns) + 1
