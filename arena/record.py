"""What happened in a match, as versioned JSON; ``frames`` replays it and refuses what cannot be."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from arena.game import End, Game, Outcome, deal
from arena.limits import Limits
from arena.moves import Move, parse_move
from arena.player import Ending
from arena.protocol import decode_ruleset
from arena.ruleset import Ruleset
from arena.tiles import Tile

FORMAT = 1


class RecordError(ValueError):
    """A record is damaged or does not follow the rules; the text says where."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Who sat there and how the seat ended; ``detail`` is the reason of a forfeit in a sentence."""

    name: str
    ending: Ending = Ending.FINISHED
    detail: str = ""
    start_cpu_ms: float = 0


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One action: a move with its points (end bonus included), or ``None`` for a forfeit."""

    seat: int
    move: Move | None
    points: int
    drew: tuple[Tile, ...]
    cpu_ms: float
    wall_ms: float


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that a match can be replayed and explained from."""

    ruleset: Ruleset
    seed: bytes
    limits: Limits
    seats: tuple[SeatRecord, ...]
    turns: tuple[TurnRecord, ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Frame:
    """One turn of a record between the games before and after it."""

    before: Game
    turn: TurnRecord
    after: Game


def frames(record: Record) -> Iterator[Frame]:
    """Replay a record turn by turn; raises RecordError at the first thing that the rules forbid."""
    try:
        game = deal(record.seed, len(record.seats), record.ruleset)
    except ValueError as error:
        raise RecordError(f"This game cannot be dealt: {error}") from None
    for number, turn in enumerate(record.turns, 1):
        before, game = game, _replayed(game, turn, number)
        yield Frame(before, turn, game)
    if game.outcome != record.outcome:
        raise RecordError(f"The outcome should be {game.outcome}, not {record.outcome}.")


def _replayed(game: Game, turn: TurnRecord, number: int) -> Game:
    if game.to_move is None:
        raise RecordError(f"Turn {number}: the game is over already.")
    if turn.move is not None and turn.seat != game.to_move:
        raise RecordError(f"Turn {number}: seat {game.to_move} is to move, not seat {turn.seat}.")
    try:
        after = game.forfeit(turn.seat) if turn.move is None else game.play(turn.move)
    except ValueError as error:
        raise RecordError(f"Turn {number}: {error}") from None
    points = after.history[-1].points
    if points != turn.points:
        raise RecordError(f"Turn {number}: the move scores {points}, not {turn.points}.")
    if after.drew != turn.drew:
        raise RecordError(f"Turn {number}: the seed gives other tiles than were drawn.")
    return after


def dumps(record: Record) -> bytes:
    """A record as JSON in UTF-8."""
    data = {
        "format": FORMAT,
        "ruleset": asdict(record.ruleset),
        "seed": record.seed.hex(),
        "limits": record.limits.to_json(),
        "seats": [asdict(seat) for seat in record.seats],
        "turns": [
            {
                "seat": turn.seat,
                "move": None if turn.move is None else str(turn.move),
                "points": turn.points,
                "drew": [str(tile) for tile in turn.drew],
                "cpu_ms": round(turn.cpu_ms, 3),
                "wall_ms": round(turn.wall_ms, 3),
            }
            for turn in record.turns
        ],
        "end": record.outcome.end,
        "scores": record.outcome.scores,
        "places": record.outcome.places,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def loads(data: bytes) -> Record:
    """Read what ``dumps`` wrote; raises RecordError for anything else."""
    try:
        return _record(json.loads(data))
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        raise RecordError(
            f"This is not a match record: at line {error.lineno}, column {error.colno} it is not"
            " JSON, or ends too soon."
        ) from None
    # Whatever a damaged or hostile file makes of our reading ends in one of these.
    except (
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        OverflowError,
        RecursionError,
    ) as error:
        raise RecordError(f"This is not a match record: {error!r}.") from None


def _record(data: dict[str, Any]) -> Record:
    if data["format"] != FORMAT:
        raise RecordError(
            f"The record has format {data['format']!r}, and this version reads format {FORMAT}:"
            " the version of Sixfold that wrote it can read it."
        )
    return Record(
        ruleset=decode_ruleset(data["ruleset"]),
        seed=bytes.fromhex(data["seed"]),
        limits=Limits.from_json(data["limits"]),
        seats=tuple(
            SeatRecord(
                str(seat["name"]),
                Ending(seat["ending"]),
                str(seat["detail"]),
                float(seat["start_cpu_ms"]),
            )
            for seat in data["seats"]
        ),
        turns=tuple(
            TurnRecord(
                seat=int(turn["seat"]),
                move=None if turn["move"] is None else parse_move(turn["move"]),
                points=int(turn["points"]),
                drew=tuple(map(Tile.parse, turn["drew"])),
                cpu_ms=float(turn["cpu_ms"]),
                wall_ms=float(turn["wall_ms"]),
            )
            for turn in data["turns"]
        ),
        outcome=Outcome(
            End(data["end"]), tuple(map(int, data["scores"])), tuple(map(int, data["places"]))
        ),
    )
