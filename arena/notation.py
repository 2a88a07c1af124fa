"""A whole game as text that people can read, as PGN is for chess: header tags, then a line a turn.

An example, whole::

    ; A game of two, one of whom runs out of time. A line that starts so is a remark.
    [Game format=1 seed="676f6c64656e0000000000000000000000000000000000000000000000000000"]
    [Rules name="classic" min_seats=2 max_seats=4 opener="oldest" hand_size=6 copies=3 qwirkle_bonus=6 end_bonus=6]
    [Limits start_cpu_ms=5000 bank_ms=5000 increment_ms=100 wall_factor=20 wall_floor_ms=10000 memory_bytes=536870912 answer_bytes=4096 log_bytes=65536 log_flood_bytes=8388608]
    [Seat name="ada/greedy" start_cpu_ms=31.25]
    [Seat name="bob/café" ending="cpu time" detail="The move took 5104 ms of CPU time; 5087 ms were left." start_cpu_ms=29]
    [Result end="last seat in" scores="16 3" places="1 2"]

    1. 0 Rs@0,0 Os@1,0 Gs@2,0 +3 draws Px Yd Gd {cpu 8 ms, wall 9 ms}
    2. 1 Ox@1,-1 Od@1,1 +3 draws Ok Rk {cpu 8.3 ms, wall 10 ms}
    3. 0 Gd@2,1 Pd@3,1 Yd@4,1 +6 draws Bc Yc Gx {cpu 8.7 ms, wall 11 ms}
    4. 1 trade Ok Bc Pc draws Px Bk Rq {cpu 9 ms, wall 12 ms}
    5. 0 Gx@2,2 Px@3,2 +7 draws Rk Oq {cpu 9.3 ms, wall 13 ms}
    6. 1 forfeit {cpu 5104 ms, wall 5209.5 ms}

A tag is a name and fields with JSON values; ``Seat`` stands once for each seat, in seat order, and
leaves out an ending that is no forfeit. A turn is its number, the seat, the move as it is written
everywhere, the points if any (end bonus included), the tiles drawn if any, and the time. Nothing of
a record is lost. The draws follow from the seed, but are there so that one can follow the game, and
a seed that is not that of the game is found out. Whether a game keeps to the rules is for
``record.frames`` to say.
"""  # noqa: E501 - a tag is one line

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from math import isfinite
from typing import Any

from arena.limits import Limits
from arena.moves import parse_move
from arena.outcome import End, Outcome
from arena.player import Ending
from arena.protocol import decode_ruleset
from arena.record import FORMAT, Record, RecordError, SeatRecord, TurnRecord
from arena.ruleset import Ruleset
from arena.tiles import parse_tiles

_NUMBER = r"-?[0-9]{1,20}(?:\.[0-9]{1,20})?(?:e[+-]?[0-9]{1,2})?"
_FIELD = re.compile(rf'\s+([a-z_]+)=("(?:[^"\\]|\\.)*"|{_NUMBER})')
_TAG = re.compile(r"\[([A-Za-z]+)(.*)\]")
_TURN = re.compile(r"([0-9]{1,6})\.\s+([0-9]{1,2})\s+(.*)")
_POINTS = re.compile(r"[+-][0-9]{1,18}")
_TIMES = re.compile(rf"cpu ({_NUMBER}) ms, wall ({_NUMBER}) ms\}}")
_KINDS = {
    str: "its value has to be a text in quotes.",
    int: "its value has to be a whole number.",
    float: "its value has to be a number.",
}


def dumps(record: Record) -> str:
    """A record as text; RecordError where it holds a time that is no number."""
    outcome = record.outcome
    result = {
        "end": outcome.end,
        "scores": " ".join(map(str, outcome.scores)),
        "places": " ".join(map(str, outcome.places)),
    }
    lines = [
        _tag("Game", {"format": FORMAT, "seed": record.seed.hex()}),
        _tag("Rules", asdict(record.ruleset)),
        _tag("Limits", record.limits.to_json()),
        *(_tag("Seat", _worth_saying(seat)) for seat in record.seats),
        _tag("Result", result),
        "",
        *(_turn(number, turn) for number, turn in enumerate(record.turns, 1)),
    ]
    return "\n".join(lines) + "\n"


def loads(text: str) -> Record:
    """Read what ``dumps`` wrote; RecordError says in which line it cannot be understood."""
    tags: dict[str, list[Any]] = {name: [] for name in _TAGS}
    turns: list[TurnRecord] = []
    number = 0
    for number, line in enumerate(map(str.strip, text.rstrip().split("\n")), 1):
        try:
            if line.startswith("["):
                name, value = _read_tag(line)
                if tags[name] and name != "Seat":
                    raise ValueError(f"there is a tag [{name} ...] already.")
                tags[name].append(value)
            elif line and not line.startswith(";"):
                turns.append(_read_turn(line, len(turns) + 1))
        except ValueError as error:
            raise RecordError(f"Line {number}: {error}") from None
    for name, values in tags.items():
        if not values:
            raise RecordError(f"Line {number}: the text ends without a tag [{name} ...].")
    (seed,), (ruleset,), (limits,), seats, (outcome,) = tags.values()
    return Record(ruleset, seed, limits, tuple(seats), tuple(turns), outcome)


def _worth_saying(seat: SeatRecord) -> dict[str, Any]:
    said = {"name": seat.name}
    if seat.ending is not Ending.FINISHED or seat.detail:
        said |= {"ending": seat.ending, "detail": seat.detail}
    return said | {"start_cpu_ms": _ms(seat.start_cpu_ms)}


def _tag(name: str, values: Mapping[str, Any]) -> str:
    said = "".join(f" {field}={_value(value)}" for field, value in values.items())
    return f"[{name}{said}]"


def _value(value: Any) -> str:
    # Readable in any script, but nothing that could break the line or hide in it.
    return json.dumps(value, ensure_ascii=isinstance(value, str) and not value.isprintable())


def _ms(time: float) -> float:
    """The time, without a needless fraction."""
    if not isfinite(time):
        raise RecordError(f"The record has a time of {time} ms, which is no number.")
    return int(time) if time == int(time) else time


def _turn(number: int, turn: TurnRecord) -> str:
    points = f" {turn.points:+d}" if turn.points else ""
    draws = f" draws {' '.join(map(str, turn.drew))}" if turn.drew else ""
    times = f"{{cpu {_ms(turn.cpu_ms)} ms, wall {_ms(turn.wall_ms)} ms}}"
    return f"{number}. {turn.seat} {turn.move or 'forfeit'}{points}{draws} {times}"


def _read_tag(line: str) -> tuple[str, Any]:
    match = _TAG.fullmatch(line)
    if match is None:
        raise ValueError('a tag is written [Name field=value other="a text"].')
    name, said = match.groups()
    if name not in _TAGS:
        raise ValueError(f"there is no tag {name[:20]}; the tags are {', '.join(_TAGS)}.")
    values: dict[str, Any] = {}
    place = 0
    while field := _FIELD.match(said, place):
        try:
            values[field[1]] = json.loads(field[2])
        except ValueError:
            raise ValueError(f"the value of {field[1]} is not JSON.") from None
        place = field.end()
    if said[place:].strip():
        raise ValueError(f"{said[place:].strip()[:40]!a} is not a field=value.")
    tag = _TAGS[name]
    tag.check(values)
    return name, tag.build(values)


def _read_turn(line: str, due: int) -> TurnRecord:
    match = _TURN.fullmatch(line)
    if match is None:
        raise ValueError("this is neither a tag nor a turn such as '1. 0 Rc@0,0 +1 draws Bd'.")
    number, seat, said = match.groups()
    if int(number) != due:
        raise ValueError(f"this should be turn {due}, not {number}.")
    said, timed, times = said.partition("{")
    clocks = _TIMES.fullmatch(times)
    if timed and clocks is None:
        raise ValueError("times are written {cpu 1.5 ms, wall 2 ms}.")
    said, _, drew = said.partition(" draws ")
    words = said.split()
    points = int(words.pop()) if words and _POINTS.fullmatch(words[-1]) else 0
    return TurnRecord(
        seat=int(seat),
        move=None if words == ["forfeit"] else parse_move(" ".join(words)),
        points=points,
        drew=parse_tiles(drew),
        cpu_ms=float(clocks[1]) if clocks else 0.0,
        wall_ms=float(clocks[2]) if clocks else 0.0,
    )


def _seed(values: Mapping[str, Any]) -> bytes:
    if values["format"] != FORMAT:
        raise ValueError(
            f"the text has format {values['format']}, and this version reads format {FORMAT}: the"
            " version of Sixfold that wrote it can read it."
        )
    try:
        return bytes.fromhex(values["seed"])
    except ValueError:
        raise ValueError("the seed is not written in hexadecimal digits.") from None


def _seat(values: Mapping[str, Any]) -> SeatRecord:
    return SeatRecord(
        name=values["name"],
        ending=Ending(values.get("ending", Ending.FINISHED)),
        detail=values.get("detail", ""),
        start_cpu_ms=float(values.get("start_cpu_ms", 0)),
    )


def _outcome(values: Mapping[str, Any]) -> Outcome:
    try:
        scores, places = (tuple(map(int, values[name].split())) for name in ("scores", "places"))
    except ValueError:
        raise ValueError("scores and places are whole numbers with spaces between.") from None
    return Outcome(End(values["end"]), scores, places)


@dataclass(frozen=True, slots=True)
class _Tag:
    """What a tag has to say and what that means."""

    build: Callable[[Mapping[str, Any]], Any]
    fields: Mapping[str, Any]
    optional: frozenset[str] = frozenset()

    def check(self, values: Mapping[str, Any]) -> None:
        """ValueError where a field is unknown, missing or of the wrong kind."""
        for name, value in values.items():
            if name not in self.fields:
                raise ValueError(f"{name[:20]} is not one of {', '.join(self.fields)}.")
            kind = self.fields[name]
            if not isinstance(value, int | float if kind is float else kind):
                raise ValueError(f"{name}: {_KINDS[kind]}")
        if missing := [name for name in self.fields if name not in {*values, *self.optional}]:
            raise ValueError(f"there is no {missing[0]}=... in this tag.")


def _types(kind: Any) -> dict[str, Any]:
    """By field of a dataclass, what its value is in JSON."""
    return {field.name: field.type if field.type in _KINDS else str for field in fields(kind)}


_TAGS = {
    "Game": _Tag(_seed, {"format": int, "seed": str}),
    "Rules": _Tag(decode_ruleset, _types(Ruleset)),
    "Limits": _Tag(Limits.from_json, _types(Limits)),
    "Seat": _Tag(_seat, _types(SeatRecord), frozenset({"ending", "detail", "start_cpu_ms"})),
    "Result": _Tag(_outcome, {"end": str, "scores": str, "places": str}),
}
