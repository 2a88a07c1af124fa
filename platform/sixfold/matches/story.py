"""A replay told turn by turn: what a page says of each move, in words and in figures."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from arena.game import End
from arena.player import Ending
from arena.ruleset import RULESETS
from arena.tiles import TILES
from sixfold.matches.models import Hindsight
from sixfold.matches.phrases import CAUSES, ENDS, EVENTS, Event, for_scripts, sentence

QWIRKLE_LENGTH = 6


@dataclass(frozen=True, slots=True)
class Turn:
    """One action of a seat and how things stand after it."""

    number: int
    """From 1; it is the position after this many moves."""
    seat: int
    kind: str
    """"place", "trade", "pass" or "forfeit"."""
    tiles: tuple[str, ...]
    """Placed or given back."""
    points: int
    """End bonus included."""
    bonus: int
    missed: int
    """How many points more the best placement would have scored."""
    qwirkles: int
    ms: float
    """CPU time."""
    scores: tuple[int, ...]
    events: tuple[Event, ...]
    sentence: str

    @property
    def told(self) -> str:
        """The events in words."""
        return ", ".join(str(EVENTS[event]) for event in self.events)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as the last turn left it."""

    number: int
    name: str
    player: dict[str, Any]
    """What the replay says of it."""
    place: int | None
    """None while the match is played."""
    score: int
    hand: tuple[str, ...]
    out: str
    """Why it forfeited, in words; empty for a seat that stayed to the end."""


@dataclass(frozen=True, slots=True)
class Graph:
    """A value of each seat over the turns, 0 at the start."""

    values: tuple[tuple[int, ...], ...]
    """After each turn, by seat."""

    @property
    def most(self) -> int:
        """The height of the graph."""
        return max(1, *self.values[-1])

    @property
    def lines(self) -> list[str]:
        """For each seat the corners of its line: turns to the right, points upwards."""
        return [
            " ".join(f"{turn},{self.most - value}" for turn, value in enumerate(values))
            for values in zip(*self.values, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Story:
    """Everything that the match page shows of a game, over or still played."""

    names: tuple[str, ...]
    """The seats' names, as short as they can be told apart."""
    turns: tuple[Turn, ...]
    board: tuple[tuple[int, int, str], ...]
    """The last board, in order of placement."""
    unseen: tuple[tuple[str, int], ...]
    """For each of the 36 kinds, how many tiles never came onto the board."""
    seats: tuple[Seat, ...]
    """In seat order."""
    bag: int
    tiles: int
    """How many tiles the game has."""
    result: str
    """Who won and by how much, in a sentence; empty while the match is played."""
    end: str
    """Why the game was over, in a sentence; empty while it is not."""
    scores: "Graph"
    """How the scores grew."""
    left: "Graph"
    """How the points that were left on the table did."""

    @property
    def told(self) -> str:
        """How the match went, in a few sentences."""
        return f"{self.result} {self.end}"

    @property
    def words(self) -> dict[str, Any]:
        """For a script that tells further turns."""
        return for_scripts(self.names)

    @property
    def standing(self) -> list[Seat]:
        return sorted(self.seats, key=lambda seat: (seat.place or 0, -seat.score))


def tell(replay: dict[str, Any]) -> Story:
    """Tell what `arena.replay.replay` derived from a record.

    Of a match that is still played, `moves` are those so far, and nothing is known of its end:
    "places", "scores" and "end" are missing, as is how a player that has not forfeited fared.
    """
    names = short_names([player["name"] for player in replay["players"]])
    moves = replay["moves"]
    turns = _turns(moves, names)
    start = (0,) * len(names)
    scores = turns[-1].scores if turns else start
    places = replay.get("places", [None] * len(names))
    board = tuple((x, y, tile) for move in moves for x, y, tile in move.get("tiles", ()))
    placed = Counter(tile for _x, _y, tile in board)
    copies = RULESETS[replay["rules"]].copies
    total = copies * len(TILES)
    seats = tuple(
        Seat(
            number=number,
            name=names[number],
            player=player,
            place=places[number],
            score=scores[number],
            hand=hand,
            out=_out(player),
        )
        for number, (player, hand) in enumerate(
            zip(replay["players"], _last_hands(replay), strict=True)
        )
    )
    return Story(
        names=names,
        turns=turns,
        board=board,
        unseen=tuple((str(kind), copies - placed[str(kind)]) for kind in TILES),
        seats=seats,
        bag=moves[-1]["bag"] if moves else total - sum(map(len, replay["hands"])),
        tiles=total,
        result=_result(seats) if "end" in replay else "",
        end=str(ENDS[End(replay["end"])]) if "end" in replay else "",
        scores=Graph((start, *(turn.scores for turn in turns))),
        left=Graph((start, *_missed(turns, len(names)))),
    )


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn with what hindsight says of it."""

    turn: Turn
    best: int
    """The most points that there were to get."""
    missed: int
    set_up: int
    """Qwirkles that it set up for the next player."""
    held: int
    """Qwirkles left open that the next player held the tile for."""
    luck: float
    """Points that the draw was worth above the average."""


def judged(story: Story, hindsight: Iterable[Hindsight]) -> list[Judged]:
    """The turns of a story, each with what hindsight found; forfeits are left out."""
    found = sorted(insight for seat in hindsight for insight in seat.insights)
    return [Judged(story.turns[number - 1], *insight) for number, *insight in found]


def _last_hands(replay: dict[str, Any]) -> list[tuple[str, ...]]:
    """What each seat held in the end; a drawn tile takes the place of one that went."""
    hands = [list(hand) for hand in replay["hands"]]
    for move in replay["moves"]:
        hand, drawn = hands[move["p"]], list(move["drew"])
        for tile in [*move.get("give", ()), *(tile for *_cell, tile in move.get("tiles", ()))]:
            slot = hand.index(tile)
            hand[slot : slot + 1] = [drawn.pop(0)] if drawn else []
    return [tuple(hand) for hand in hands]


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names without their owners, where that leaves them different."""
    short = tuple(name.rpartition("/")[2] for name in names)
    return short if len(set(short)) == len(short) else tuple(names)


def _turns(moves: Sequence[dict[str, Any]], names: Sequence[str]) -> tuple[Turn, ...]:
    scores = [0] * len(names)
    leader: int | None = None
    turns = []
    for number, move in enumerate(moves, 1):
        scores[move["p"]] += move["pts"]
        before = leader
        # Between two rounds only: within one, whoever has just moved is one turn ahead.
        if number % len(names) == 0:
            leader = _leader(scores, leader)
        qwirkles = sum(len(line["cells"]) == QWIRKLE_LENGTH for line in move.get("lines", ()))
        happened = {
            Event.FORFEIT: move["type"] == "forfeit",
            Event.QWIRKLE: qwirkles > 0,
            Event.TRADE: move["type"] == "trade",
            Event.LEAD: before is not None and leader != before,
        }
        bonus = move.get("bonus", 0)
        turns.append(
            Turn(
                number=number,
                seat=move["p"],
                kind=move["type"],
                tiles=tuple(t for *_cell, t in move.get("tiles", ()))
                or tuple(move.get("give", ())),
                points=move["pts"],
                bonus=bonus,
                missed=max(0, move.get("best", 0) - (move["pts"] - bonus)),
                qwirkles=qwirkles,
                ms=move["ms"],
                scores=tuple(scores),
                events=tuple(event for event, it_did in happened.items() if it_did),
                sentence=sentence(number, move, names[move["p"]], scores),
            )
        )
    return tuple(turns)


def _missed(turns: Sequence[Turn], seats: int) -> Iterator[tuple[int, ...]]:
    """After each turn, what each seat has left on the table so far."""
    missed = [0] * seats
    for turn in turns:
        missed[turn.seat] += turn.missed
        yield tuple(missed)


def _leader(scores: Sequence[int], before: int | None) -> int | None:
    """Who leads alone, or led last where the lead is shared."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else before


def _out(player: dict[str, Any]) -> str:
    ending = Ending(player.get("ending", Ending.FINISHED))
    return "" if ending is Ending.FINISHED else str(CAUSES[ending])


def _result(seats: Sequence[Seat]) -> str:
    standing = sorted(seats, key=lambda seat: seat.place or 0)
    first = [seat for seat in standing if seat.place == 1]
    words = {
        "name": gettext(" and ").join(seat.name for seat in first),
        "scores": " : ".join(str(seat.score) for seat in standing),
    }
    if len(first) == 1:
        return gettext("%(name)s wins %(scores)s.") % words
    return gettext("%(name)s share the first place, %(scores)s.") % words
