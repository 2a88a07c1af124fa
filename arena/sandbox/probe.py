"""The start-up probe: a tier holds if a hostile bot in it is refused everything, and a bot of the
kit plays.
"""

import json
import os
import tempfile
from pathlib import Path

from arena.conversation import Conversation
from arena.game import deal
from arena.limits import Limits
from arena.player import Forfeit, Greeting, InfrastructureFailure
from arena.process import BotProcess
from arena.ruleset import CLASSIC
from arena.sandbox.launcher import Launcher

SECRET = "SIXFOLD_PROBE_SECRET"
BOT = Path(__file__).with_name("probe_bot.py")
GOOD_BOT = {"bot.py": b"def choose(game):\n    return game.legal_moves()[0]\n"}


class Leak(Exception):  # noqa: N818 - named for what it is
    """A tier does not hold; the text says what the probe's bot could do, or why it did not run."""


def probe(launcher: Launcher) -> None:
    """Return if the launcher's tier holds on this machine; raises Leak otherwise."""
    try:
        if leaks := attack(launcher):
            raise Leak(f"a bot in it could {', '.join(leaks)}")
    except (InfrastructureFailure, Forfeit) as error:
        raise Leak(str(error)) from error
    with launcher.player(GOOD_BOT) as bot:
        try:
            play(bot)
        except (InfrastructureFailure, Forfeit) as error:
            # A broken root would otherwise be every bot's fault: its runner comes after READY.
            said = " ".join(text for _, text in bot.log).split()
            raise Leak(f"the kit does not run in it: {error} {' '.join(said[-30:])}") from error


def attack(launcher: Launcher) -> list[str]:
    """Run the hostile bot; what it could do. Raises Forfeit or InfrastructureFailure."""
    limits = Limits()
    folder = launcher.workplace.stage({"main.py": BOT.read_bytes()})
    os.environ[SECRET] = "a variable that no bot may see"
    try:
        with tempfile.NamedTemporaryFile(prefix="sixfold-canary-") as canary:
            # Readable for all: only the sandbox stands between the bot and it.
            Path(canary.name).chmod(0o644)
            child = launcher.start(folder, "main.py", limits)
            try:
                question = {"canary": canary.name, "secret": SECRET, "pid": os.getpid()}
                reply = Conversation(child, limits).ask(
                    json.dumps(question).encode() + b"\n",
                    cpu_ms=limits.start_cpu_ms,
                    wall_ms=limits.wall_ms(limits.start_cpu_ms),
                    turn=0,
                )
            finally:
                child.close()
        leaks: list[str] = json.loads(reply.line)
        return leaks
    finally:
        del os.environ[SECRET]
        launcher.workplace.clear(folder)


def play(bot: BotProcess) -> None:
    """Ask a bot of the kit for its first move. Raises Forfeit or InfrastructureFailure."""
    bot.start(Greeting(CLASSIC, players=2, me=0, rng_seed="00", limits=Limits()))
    bot.choose(deal(bytes(32), 2, CLASSIC).view(0))
