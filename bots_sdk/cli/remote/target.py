"""Of which bot an upload is a new version: the one that is named, or that must be meant."""

import re
from dataclasses import dataclass, field
from typing import Any

from bots_sdk.cli.terminal import err, fail
from bots_sdk.client import Server


@dataclass(frozen=True, slots=True)
class Target:
    """Where an upload goes, and what goes with it."""

    path: str
    fields: dict[str, str] = field(default_factory=dict)


def target(site: Server, name: str, *, bot: str | None, new: str | None) -> Target:
    """Where a bot in files of this name goes; ends the command where that cannot be told.

    People mostly want a new version of what they have, so a new bot is made only where it is
    asked for, or where there is none.
    """
    if new:
        return Target("/bots", {"name": new})
    owner = site.get("/me")["username"]
    managed = site.get("/bots", managed=True, limit=100)["items"]
    # Of one's own the name is enough; those of a team have their owner before it.
    mine = {one["id"].removeprefix(f"{owner}/"): one for one in managed}
    if bot:
        named = bot.lower().removeprefix(f"{owner}/")
        if named not in mine:
            fail(f"You have no bot {bot}{_list(mine)}. A new one is entered with --new {bot}.")
        return _version_of(mine[named])
    if (slug := _slug(name)) in mine:
        return _version_of(mine[slug])
    if not mine:
        return Target("/bots", {"name": name})
    if len(mine) > 1:
        fail(f"Of which bot is this a version? Say --bot NAME{_list(mine)}, or --new {name}.")
    (only,) = mine.values()
    err.print(f"As a new version of {only['id']}, your only bot; --new {name} enters another.")
    return _version_of(only)


def _version_of(bot: dict[str, Any]) -> Target:
    return Target(f"/bots/{bot['id']}/versions")


def _list(mine: dict[str, Any]) -> str:
    return f" ({', '.join(mine)})" if mine else ""


def _slug(name: str) -> str:
    """The name as the site makes an address of it."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", name.lower())).strip("-_")
