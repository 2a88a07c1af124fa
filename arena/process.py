"""A bot in a process of its own as a player: asked over pipes, timed by its CPU clock."""

from collections.abc import Callable

from arena import memory
from arena.child import Child
from arena.conversation import Conversation, Reply
from arena.limits import Limits
from arena.player import Answer, Ending, Forfeit, Greeting, InfrastructureFailure
from arena.protocol import MalformedAnswer, Teller, check_ready, decode_move, encode_start
from arena.view import View


class BotProcess:
    """A player behind pipes, paused whenever it is not on move.

    ``launch`` starts the process up to the point where it says that it is ready to become the bot,
    or raises InfrastructureFailure.
    """

    def __init__(self, name: str, launch: Callable[[Limits], Child]) -> None:
        self.name = name
        self._launch = launch
        self._child: Child | None = None
        self._conversation: Conversation | None = None
        self._limits = Limits()
        self._teller = Teller()
        self._kills = 0

    @property
    def log(self) -> list[tuple[int, str]]:
        """What the bot printed, by turn (-1 before its first): the end of it, escaped."""
        return self._conversation.printed.entries() if self._conversation else []

    def start(self, greeting: Greeting) -> float:
        """Launch and greet the bot; return the CPU time in ms that it took to get ready.

        Raises Forfeit, or InfrastructureFailure where it could not be launched.
        """
        self._limits = greeting.limits
        self._kills = memory.kills()
        self._child = self._launch(self._limits)
        self._conversation = Conversation(self._child, self._limits)
        reply = self._ask(encode_start(greeting), self._limits.start_cpu_ms, turn=-1)
        try:
            check_ready(reply.line)
        except MalformedAnswer as error:
            raise self._malformed(error, reply) from None
        return reply.cpu_ms

    def choose(self, view: View) -> Answer:
        """Ask the bot for its move, within ``view.time_left_ms`` of CPU time.

        Raises Forfeit, or InfrastructureFailure where the machine has killed the bot.
        """
        reply = self._ask(self._teller.turn(view), view.time_left_ms, turn=view.turn)
        try:
            move = decode_move(reply.line)
        except MalformedAnswer as error:
            raise self._malformed(error, reply) from None
        return Answer(move, reply.cpu_ms, reply.wall_ms)

    def close(self) -> None:
        """Kill the bot and whatever belongs to it. May be called at any time, and again."""
        if self._child is not None:
            self._child.close()

    def _ask(self, request: bytes, cpu_ms: float, *, turn: int) -> Reply:
        if self._conversation is None:
            raise RuntimeError("A bot has to be started before it is asked for a move.")
        wall_ms = self._limits.wall_ms(cpu_ms)
        try:
            return self._conversation.ask(request, cpu_ms=cpu_ms, wall_ms=wall_ms, turn=turn)
        except Forfeit as verdict:
            if verdict.ending is Ending.EXITED:
                self._blame(verdict)
            raise

    def _blame(self, verdict: Forfeit) -> None:
        """See why a bot ended: raises a clearer Forfeit where it was killed at its own limit, and
        InfrastructureFailure where the machine had no memory left.

        An exit status would prove nothing, since a bot can imitate it; the kernel counts.
        """
        group = self._child.group if self._child else None
        if group is None:
            starved = memory.kills() > self._kills
        elif group.killed_at_its_limit():
            detail = "It used more memory than one bot may, and was killed."
            raise Forfeit(
                Ending.EXITED, detail, cpu_ms=verdict.cpu_ms, wall_ms=verdict.wall_ms
            ) from verdict
        else:
            starved = group.killed()
        if starved:
            raise InfrastructureFailure(
                f"The machine ran out of memory and killed {self.name}: give this worker more, "
                "or let it play fewer matches at once."
            ) from verdict

    def _malformed(self, error: MalformedAnswer, reply: Reply) -> Forfeit:
        """The verdict on a line that is no answer; such a bot is not asked again."""
        if self._child is not None:
            self._child.kill()
        return Forfeit(Ending.MALFORMED, str(error), cpu_ms=reply.cpu_ms, wall_ms=reply.wall_ms)
