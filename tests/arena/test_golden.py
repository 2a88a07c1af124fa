"""Whole games as they were played once, in ``golden/``: what a seed deals, what moves score and how
a game ends never changes. The files are only ever added to: old records depend on the same.
"""

import json
from pathlib import Path

import pytest

from arena import notation
from arena.game import deal
from arena.moves import Pass, Placement, Trade
from arena.player import Ending
from arena.record import FORMAT, dumps, frames, loads
from arena.replay import replay

FOLDER = Path(__file__).parent / "golden"
GAMES = sorted(FOLDER.glob("*.txt"))


def test_the_games_show_every_kind_of_turn() -> None:
    assert [path.stem for path in GAMES] == [
        "classic-2", "classic-4", "extended-6", "forfeits", "schmidt-3",
    ]  # fmt: skip
    turns = [turn for path in GAMES for turn in notation.loads(path.read_text()).turns]
    assert {type(turn.move) for turn in turns} == {Placement, Trade, Pass, type(None)}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_is_still_played_like_that(path: Path) -> None:
    record = notation.loads(path.read_text())
    *_, last = frames(record)
    assert last.after.outcome == record.outcome
    assert sum(turn.points for turn in record.turns) == sum(record.outcome.scores)


def test_greedy_still_finds_the_moves_of_its_golden_game() -> None:
    """Of equal moves the first listed: the order in which moves are generated is a promise."""
    record = notation.loads((FOLDER / "classic-2.txt").read_text())
    game, moves = deal(record.seed, 2), []
    while game.outcome is None:
        moves.append(game.legal_moves().best)
        game = game.play(moves[-1])
    assert moves == [turn.move for turn in record.turns]


def test_there_is_a_record_of_every_format_that_was_ever_written() -> None:
    """Whoever raises FORMAT adds a file that the new one has written, and touches no other."""
    assert sorted(path.name for path in FOLDER.glob("format-*.json")) == sorted(
        f"format-{number}.json" for number in range(1, FORMAT + 1)
    )


@pytest.mark.parametrize("number", range(1, FORMAT + 1))
def test_a_record_of_every_format_still_loads_and_replays(number: int) -> None:
    data = (FOLDER / f"format-{number}.json").read_bytes().strip()
    assert json.loads(data)["format"] == number
    record = loads(data)
    shown = replay(record)
    assert len(list(frames(record))) == len(shown["moves"]) == len(record.turns)
    assert shown["scores"] == record.outcome.scores
    # What is written today is of today's format and says the same.
    assert loads(dumps(record)) == record


def test_the_record_of_format_1_is_the_game_with_forfeits() -> None:
    record = loads((FOLDER / "format-1.json").read_bytes())
    readable = notation.loads((FOLDER / "forfeits.txt").read_text())
    assert [turn.move for turn in record.turns] == [turn.move for turn in readable.turns]
    assert (record.seats[1].ending, record.outcome) == (Ending.EXITED, readable.outcome)
