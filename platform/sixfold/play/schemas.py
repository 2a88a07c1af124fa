"""What the API says of games of people against bots, and what it takes for one and for a move."""

from datetime import datetime
from typing import Any

from ninja import Schema
from pydantic import ConfigDict, Field, field_validator

from arena.game import End
from arena.player import Ending
from arena.ruleset import CLASSIC
from sixfold.params import FULL_NAME, Context, ForTwo, FullName, Id, Number, one_of, page_of
from sixfold.play.choices import LONGEST
from sixfold.play.models import Chair, Sitting
from sixfold.play.showing import Scene

TILE = r"[ROYGBP][cqdkxs]"
CELL = r"-?[0-9]{1,3},-?[0-9]{1,3}"
PLACED = rf"{TILE}@{CELL}( {TILE}@{CELL}){{0,5}}"
MOVE = rf"^(pass|trade( {TILE}){{1,6}}|{PLACED})$"


class Begin(Schema):
    """A game to be, from its start."""

    against: str = Field(pattern=FULL_NAME, max_length=81, examples=["ada/swift"])
    version: Number | None = Field(None, description="By default the one that plays.")
    ruleset: ForTwo = CLASSIC.name


class Exact(Schema):
    """Takes no false for 0 and no "3" for 3; but 3.0, since JSON has one kind of number."""

    model_config = ConfigDict(strict=True)

    @field_validator("*", mode="before")
    @classmethod
    def whole(cls, value: object) -> object:
        """A number without a fraction as an integer."""
        return int(value) if isinstance(value, float) and value.is_integer() else value


class GoOn(Exact):
    """A game to be, from a turn of a match whose seed is public."""

    match: Id
    turn: int = Field(ge=0, le=10_000, description="With how many turns of the match it begins.")
    seat: int | None = Field(
        None, ge=0, le=5, description="Whose place you take; by default the one on move then."
    )
    against: FullName = Field(
        None,
        pattern=FULL_NAME,
        max_length=81,
        description="Who plays for all the others; by default those who did in the match.",
    )
    version: Number | None = Field(None, description="Of that bot; by default the one that plays.")


class MoveIn(Exact):
    """A move."""

    turn: int = Field(ge=0, le=10_000, description="How many turns there were before it.")
    move: str = Field(
        pattern=MOVE,
        max_length=LONGEST,
        description="Tiles on cells, or “trade” and tiles, or “pass”.",
        examples=["Rc@0,0 Rq@1,0", "trade Bq Rc", "pass"],
    )


class ChairOut(Schema):
    """A place at such a game."""

    number: int = Field(description="In the order of play, from 0.")
    bot: str | None = Field(description="Null for the person.", examples=["ada/swift"])
    version: int | None
    ending: str = one_of(Ending, "“finished” as long as it plays, or why it left the game.")
    detail: str = Field(description="A sentence about how it left.")
    score: int | None = Field(description="Null until the game is over.")
    place: int | None = Field(description="From 1, once the game is over; ties share a place.")

    @staticmethod
    def resolve_bot(chair: Chair) -> str | None:
        return str(chair.submission.bot) if chair.submission else None

    @staticmethod
    def resolve_version(chair: Chair) -> int | None:
        return chair.submission.number if chair.submission else None


class SittingOut(Schema):
    """A game of a person against bots: unrated."""

    id: int
    player: str
    ruleset: str
    turns: int = Field(description="How many there were so far.")
    match: int | None = Field(description="That it goes on from, if any.")
    match_turns: int = Field(description="How many turns of that match it begins with.")
    seats: list[ChairOut]
    begun_at: datetime
    moved_at: datetime = Field(description="When somebody last moved.")
    ended_at: datetime | None
    end: str | None = one_of(End, "Why the game was over.", null=True)
    url: str = Field(description="Its page.")

    @staticmethod
    def resolve_player(sitting: Sitting) -> str:
        return sitting.player.get_username()

    @staticmethod
    def resolve_turns(sitting: Sitting) -> int:
        return len(sitting.turns)

    @staticmethod
    def resolve_match(sitting: Sitting) -> int | None:
        return sitting.source_id

    @staticmethod
    def resolve_match_turns(sitting: Sitting) -> int:
        return sitting.source_turns

    @staticmethod
    def resolve_seats(sitting: Sitting) -> list[Chair]:
        return list(sitting.chairs.all())

    @staticmethod
    def resolve_end(sitting: Sitting) -> str | None:
        return sitting.end or None

    @staticmethod
    def resolve_url(sitting: Sitting, context: Context) -> str:
        return page_of(sitting, context)


class SittingPage(Schema):
    """Some games, the newest first."""

    items: list[SittingOut]
    older: int | None = Field(description="Ask with `before` for what follows.")


class TurnOut(Schema):
    """A turn, as the person may know it."""

    seat: int
    move: str | None = Field(
        description="As moves are written; of a trade of others how many tiles. Null: it left.",
        examples=["Rc@0,0 Rq@1,0", "trade 3"],
    )
    points: int


class SceneOut(Schema):
    """What the person's seat may know while the game lasts."""

    seat: int = Field(description="Theirs.")
    to_move: int
    told: str = Field(description="Whose turn it is, and what there is to do, in a sentence.")
    hand: list[str] = Field(description="Their tiles.", examples=[["Rc", "Rq"]])
    board: list[tuple[int, int, str]] = Field(
        description="Column, row and tile, in the order of their placement; rows grow upwards."
    )
    scores: list[int]
    hand_counts: list[int] = Field(description="How many tiles each seat holds.")
    bag: int = Field(description="How many tiles are left.")
    opening: int = Field(description="How many tiles who opens has to place; 0 afterwards.")
    trades: int = Field(description="How many tiles they may trade now, at the most.")
    history: list[TurnOut]

    @staticmethod
    def resolve_seat(scene: Scene) -> int:
        return scene.view.me

    @staticmethod
    def resolve_hand(scene: Scene) -> list[str]:
        return [str(tile) for tile in scene.view.hand]

    @staticmethod
    def resolve_scores(scene: Scene) -> list[int]:
        return list(scene.view.scores)

    @staticmethod
    def resolve_hand_counts(scene: Scene) -> list[int]:
        return list(scene.view.hand_counts)

    @staticmethod
    def resolve_bag(scene: Scene) -> int:
        return scene.view.bag_count

    @staticmethod
    def resolve_opening(scene: Scene) -> int:
        return scene.view.opening

    @staticmethod
    def resolve_trades(scene: Scene) -> int:
        return scene.most_traded if scene.mine else 0

    @staticmethod
    def resolve_history(scene: Scene) -> list[Any]:
        return [
            {
                "seat": turn.seat,
                "move": str(turn.move) if turn.move else None,
                "points": turn.points,
            }
            for turn in scene.view.history
        ]


class SittingShown(SittingOut):
    """A game with its table."""

    table: SceneOut | None = Field(description="Null once the game is over: then it has a record.")

    @staticmethod
    def resolve_table(sitting: Sitting) -> Scene | None:
        return None if sitting.is_over else Scene(sitting)


class ChoiceOut(Schema):
    """How a move that is being made may go on."""

    turn: int
    points: int | None = Field(description="Of the tiles that are laid; null: it is no move yet.")
    cells: dict[str, list[tuple[int, int]]] = Field(
        description="By tile of the hand the cells (column, row) from which a legal move follows."
    )


class LegalMove(Schema):
    """A move that the rules allow."""

    move: str = Field(examples=["Rc@0,0 Rq@1,0"])
    points: int = Field(description="With the bonus for ending the game.")
