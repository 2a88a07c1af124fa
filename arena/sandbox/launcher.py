"""Starts bots in the sandbox that was found: each gets a private folder for one match."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Protocol

from arena.child import Child
from arena.limits import Limits
from arena.player import InfrastructureFailure
from arena.process import BotProcess
from arena.sandbox.entry import entry
from arena.sandbox.groups import Groups
from arena.sandbox.packages import NOTHING, Packages
from arena.sandbox.workplace import Workplace


class Tier(StrEnum):
    """How strongly a bot is confined, the strongest first."""

    GVISOR = "S"
    """A kernel of its own in front of the machine's: where it is chosen, and never otherwise."""
    NAMESPACES = "A"
    """Namespaces, a read-only root of its own, a list of permitted system calls, limits."""
    NESTED = "A'"
    """The same inside a container that keeps /proc/sys read-only: there bubblewrap cannot forbid
    further namespaces, so the list of system calls does it alone."""
    LANDLOCK = "B"
    """No namespaces: Landlock closes the files, the list of system calls closes the rest."""
    PLAIN = "plain"
    """Limits only: for one's own bots on one's own machine."""


class SandboxUnavailable(Exception):  # noqa: N818 - named for what is the matter
    """Bots cannot be confined on this machine; the text says why and what to do about it."""


class Launch(Protocol):
    """Starts a process that is READY to become a bot, the file ``entry`` of its folder.

    Raises InfrastructureFailure.
    """

    def __call__(self, folder: Path, entry: str, limits: Limits) -> Child: ...


@dataclass(frozen=True, slots=True)
class Launcher:
    """A way to start bots that holds what its tier promises."""

    tier: Tier
    launch: Launch
    workplace: Workplace
    packages: Packages = NOTHING
    """What its bots may import beside the standard library."""
    groups: Groups | None = None
    """Makes a control group for each bot, where this worker may."""

    @contextmanager
    def player(self, files: Mapping[str, bytes], name: str = "bot") -> Iterator[BotProcess]:
        """A bot for one match, made of ``files`` (path in the upload -> content).

        Its process starts with the player's ``start``; at the end it is killed and its files are
        removed. Raises ValueError where the files hold no bot, and InfrastructureFailure where
        there is no room for them.
        """
        main = entry(files)
        try:
            folder = self.workplace.stage(files)
        except OSError as error:
            raise InfrastructureFailure(
                f"The files of {name} could not be written: {error}. Bots are laid out in "
                f"{self.workplace.folder}."
            ) from error
        bot = BotProcess(name, partial(self.start, folder, main))
        try:
            yield bot
        finally:
            bot.close()
            self.workplace.clear(folder)

    def start(self, folder: Path, main: str, limits: Limits) -> Child:
        """Start the file ``main`` of a staged folder, in its group before anything of it runs.

        Raises InfrastructureFailure.
        """
        child = self.launch(folder, main, limits)
        try:
            if self.groups is not None:
                child.group = self.groups.admit(child.pids, limits)
            child.begin()
        except OSError as error:
            child.close()
            raise InfrastructureFailure(
                f"The bot could not be put into a control group, or was gone: {error}."
            ) from error
        return child
