"""The one match loop: deals, asks, judges, times, and puts out the seats that break the rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from arena.game import Game, IllegalMoveError, deal
from arena.limits import Limits
from arena.player import Ending, Forfeit, Greeting, Player
from arena.record import Frame, Record, SeatRecord, TurnRecord
from arena.ruleset import CLASSIC, Ruleset

Observe = Callable[[Frame, tuple[SeatRecord, ...]], None]
"""Told of each turn as it happens, and how the seats stand after it."""


class Stopped(Exception):  # noqa: N818 - the caller asked for it
    """The match was abandoned because ``stop`` said so."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What a match starts from: 32 secret bytes, and the names of the seats in their order."""

    seed: bytes
    names: tuple[str, ...]
    ruleset: Ruleset = CLASSIC


def rng_seed(seed: bytes, seat: int) -> str:
    """The seed of a bot's own random numbers: fixed by the deal, and silent about the bag."""
    return blake2b(seed + bytes([seat]), digest_size=16, person=b"sixfold-rng-v1").hexdigest()


def play(
    players: Sequence[Player],
    dealt: Deal,
    limits: Limits = Limits(),  # noqa: B008 - immutable
    *,
    observe: Observe | None = None,
    stop: Callable[[], bool] | None = None,
) -> Record:
    """Play one match to its end and return its record; the players are the caller's to close.

    ``observe`` sees each turn between the games before and after it; ``stop`` is asked before each
    request. A seat that fails by its own fault forfeits and the others play on. Raises Stopped, and
    lets an InfrastructureFailure through: then nobody has lost, and the match must be played again.
    """
    table = _Table(players, dealt, limits, observe or _ignore, stop or _never)
    table.greet()
    while table.game.to_move is not None:
        table.ask(table.game.to_move)
    return table.record()


class _Table:
    """The state of a match under way."""

    def __init__(
        self,
        players: Sequence[Player],
        dealt: Deal,
        limits: Limits,
        observe: Observe,
        stop: Callable[[], bool],
    ) -> None:
        if len(players) != len(dealt.names):
            raise ValueError(f"{len(dealt.names)} seats were dealt for {len(players)} players.")
        self.players = players
        self.dealt = dealt
        self.limits = limits
        self.observe = observe
        self.stop = stop
        self.game = deal(dealt.seed, len(players), dealt.ruleset)
        self.seats = [SeatRecord(name) for name in dealt.names]
        self.banks = [limits.bank_ms] * len(players)
        self.turns: list[TurnRecord] = []

    def greet(self) -> None:
        """Start the players one after another, so that none imports on another's time."""
        for seat, player in enumerate(self.players):
            if self.game.to_move is None:
                return
            self.go_on()
            greeting = Greeting(
                ruleset=self.dealt.ruleset,
                players=len(self.players),
                me=seat,
                rng_seed=rng_seed(self.dealt.seed, seat),
                limits=self.limits,
            )
            try:
                spent = player.start(greeting)
            except Forfeit as forfeit:
                self.forfeit(seat, forfeit)
            else:
                self.seats[seat] = replace(self.seats[seat], start_cpu_ms=spent)

    def ask(self, seat: int) -> None:
        """One turn: the seat moves within its bank, or is out."""
        self.go_on()
        self.banks[seat] += self.limits.increment_ms
        view = replace(self.game.view(seat), time_left_ms=self.banks[seat])
        try:
            answer = self.players[seat].choose(view)
            self.banks[seat] -= answer.cpu_ms
            if self.banks[seat] < 0:
                raise Forfeit(
                    Ending.CPU_TIME,
                    f"The move took {answer.cpu_ms:.0f} ms of CPU time;"
                    f" {view.time_left_ms:.0f} ms were left.",
                    cpu_ms=answer.cpu_ms,
                    wall_ms=answer.wall_ms,
                )
            try:
                after = self.game.play(answer.move)
            except IllegalMoveError as error:
                raise Forfeit(
                    Ending.ILLEGAL, str(error), cpu_ms=answer.cpu_ms, wall_ms=answer.wall_ms
                ) from None
        except Forfeit as forfeit:
            self.forfeit(seat, forfeit)
        else:
            turn = TurnRecord(
                seat=seat,
                move=answer.move,
                points=after.history[-1].points,
                drew=after.drew,
                cpu_ms=answer.cpu_ms,
                wall_ms=answer.wall_ms,
            )
            self.take(after, turn)

    def forfeit(self, seat: int, forfeit: Forfeit) -> None:
        """The seat is out: its hand stays out of play and the others go on."""
        self.seats[seat] = replace(self.seats[seat], ending=forfeit.ending, detail=forfeit.detail)
        turn = TurnRecord(seat, None, 0, (), forfeit.cpu_ms, forfeit.wall_ms)
        self.take(self.game.forfeit(seat), turn)

    def take(self, after: Game, turn: TurnRecord) -> None:
        """Enter a turn that has happened."""
        before, self.game = self.game, after
        self.turns.append(turn)
        self.observe(Frame(before, turn, after), tuple(self.seats))

    def go_on(self) -> None:
        """Raise Stopped where the caller no longer wants the match."""
        if self.stop():
            raise Stopped

    def record(self) -> Record:
        """What happened, once the game is over."""
        outcome = self.game.outcome
        assert outcome is not None, "a match is recorded when it is over"
        return Record(
            ruleset=self.dealt.ruleset,
            seed=self.dealt.seed,
            limits=self.limits,
            seats=tuple(self.seats),
            turns=tuple(self.turns),
            outcome=outcome,
        )


def _ignore(frame: Frame, seats: tuple[SeatRecord, ...]) -> None:
    """Observe nothing."""


def _never() -> bool:
    return False
