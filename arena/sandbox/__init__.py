"""The jail that bots run in: ``find`` the sandbox of this machine, then start players in it."""

from arena.sandbox.entry import entry
from arena.sandbox.launcher import Launcher, SandboxUnavailable, Tier
from arena.sandbox.tiers import exactly, find, plain

__all__ = ["Launcher", "SandboxUnavailable", "Tier", "entry", "exactly", "find", "plain"]
