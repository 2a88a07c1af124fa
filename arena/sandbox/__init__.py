"""The jail that bots run in: ``find`` the sandbox of this machine, then start players in it."""

import sys
from pathlib import Path
from subprocess import SubprocessError

from arena.sandbox import bubblewrap, root, seccomp
from arena.sandbox.entry import entry
from arena.sandbox.launcher import Launcher, SandboxUnavailable, Tier
from arena.sandbox.namespaces import Namespaces
from arena.sandbox.plain import start_plain
from arena.sandbox.probe import Leak, probe
from arena.sandbox.workplace import Unreachable, Workplace, bot_user, find_home

__all__ = ["Launcher", "SandboxUnavailable", "Tier", "entry", "find", "plain"]


def find(cache: Path) -> Launcher:
    """The sandbox of this machine, tried out with a hostile bot a moment ago.

    Its files go to ``cache`` (about 50 MB, shared between processes and kept), or, where root's
    bots could not reach those, to the system's temporary folder. Must be called, as its players
    must be started, by the main thread of a process.
    Raises SandboxUnavailable: then no bot can be run here, and the text says what to do.
    """
    if sys.platform != "linux":
        raise SandboxUnavailable(
            "Bots can be confined on Linux only. Run the workers on Linux, or in a Linux container."
        )
    try:
        home = find_home(cache)
        user = bot_user()
        workplace = Workplace(home, user)
        launch = Namespaces(
            bwrap=bubblewrap.find(home),
            root=root.staged(home),
            filter=seccomp.program(),
            user=user,
        )
    except (Unreachable, bubblewrap.NoBubblewrap, seccomp.UnsupportedMachine) as error:
        raise SandboxUnavailable(str(error)) from error
    except (OSError, SubprocessError) as error:
        raise SandboxUnavailable(
            f"The files of the sandbox could not be laid out in {cache}: {error}. They take a "
            "folder that this user may write to, with 100 MB to spare."
        ) from error
    launcher = Launcher(Tier.NAMESPACES, launch, workplace)
    try:
        probe(launcher)
    except Leak as error:
        raise SandboxUnavailable(
            f"The sandbox does not hold on this machine: {error}. Bots need unprivileged user "
            "namespaces: on Ubuntu 24.04 and newer, install the system's package bubblewrap with "
            "its AppArmor profile; in Docker, give the worker the options of docker-compose.yml."
        ) from error
    return launcher


def plain() -> Launcher:
    """Plain processes without a jail, for an author's own bots on the author's own machine."""
    return Launcher(Tier.PLAIN, start_plain, Workplace.temporary())
