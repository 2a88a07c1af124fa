"""The start-up probe: plays a hostile bot in a tier, which holds if every attempt was refused."""

import json
import os
import tempfile
from pathlib import Path

from arena.conversation import Conversation
from arena.limits import Limits
from arena.player import Forfeit, InfrastructureFailure
from arena.sandbox.launcher import Launcher

SECRET = "SIXFOLD_PROBE_SECRET"
BOT = Path(__file__).with_name("probe_bot.py")


class Leak(Exception):  # noqa: N818 - named for what it is
    """A tier does not hold; the text says what the probe's bot could do, or why it did not run."""


def probe(launcher: Launcher) -> None:
    """Return if the launcher's tier holds on this machine; raises Leak otherwise."""
    limits = Limits()
    folder = launcher.workplace.stage({"main.py": BOT.read_bytes()})
    os.environ[SECRET] = "a variable that no bot may see"
    try:
        with tempfile.NamedTemporaryFile(prefix="sixfold-canary-") as canary:
            # Readable for all: only the sandbox stands between the bot and it.
            Path(canary.name).chmod(0o644)
            child = launcher.launch(folder, "main.py", limits)
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
        if leaks := json.loads(reply.line):
            raise Leak(f"a bot in it could {', '.join(leaks)}")
    except (InfrastructureFailure, Forfeit) as error:
        raise Leak(str(error)) from error
    finally:
        del os.environ[SECRET]
        launcher.workplace.clear(folder)
