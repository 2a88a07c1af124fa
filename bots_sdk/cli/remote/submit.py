"""``sixfold submit``: checks a bot here, uploads it, and follows its check there."""

import time
from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.markup import escape

from bots_sdk import archives
from bots_sdk.cli.bots import at_home, entrant
from bots_sdk.cli.checklist import show, show_failure, take
from bots_sdk.cli.remote.connection import (
    JsonOption,
    ServerOption,
    connected,
    warn_of_differences,
)
from bots_sdk.cli.remote.target import Target, target
from bots_sdk.cli.terminal import Exit, err, fail, out
from bots_sdk.client import Server
from bots_sdk.series import Entrant

POLL_S = 1.0
FIRST_MATCH_S = 60.0
"""How long the first match is waited for; a busy ladder may take longer."""
OVER = ("ok", "failed")


def submit(
    file: Annotated[str, typer.Argument(metavar="BOT", help="A file, a zip or a folder.")],
    note: Annotated[str, typer.Option("-m", "--note", help="What is new; only you see it.")] = "",
    bot: Annotated[
        str | None, typer.Option(help="Of which of your bots it is a new version.")
    ] = None,
    new: Annotated[str | None, typer.Option(metavar="NAME", help="Enter it as a new bot.")] = None,
    test_first: Annotated[
        bool | None,
        typer.Option(
            "--test-first/--at-once",
            help="Let it play only once tests have shown that it is stronger, or as soon as it has"
            " passed; by default as last time.",
        ),
    ] = None,
    check: Annotated[bool, typer.Option(help="Check it on this machine first.")] = True,
    wait: Annotated[bool, typer.Option(help="Follow its check, and wait for a match.")] = True,
    server: ServerOption = None,
    json: JsonOption = False,
) -> None:
    """Submit a bot: as a new version of yours, by name or because it is the only one."""
    if bot and new:
        fail("--bot is for a bot that you have and --new for one that you have not: choose.")
    mine = entrant(file)
    with connected(server, member=True) as site:
        warn_of_differences(site)
        to = target(site, mine.name, bot=bot, new=new)
        if check and not take(mine.files, file, err)[-1].ok:
            err.print("[dim]Nothing was submitted; --no-check submits it all the same.[/]")
            raise typer.Exit(Exit.BOT_FAILED)
        made = _upload(site, to, mine, note, test_first)
        said = f"{made['bot']} v{made['number']}"
        err.print(f"[green]✔[/] Submitted as [bold]{escape(said)}[/]: {escape(made['url'])}")
        made, match = _watch(site, made, file) if wait else (made, None)
    _tell(made, match, waited=wait, json=json)
    if made["verdict"] == "rejected":
        raise typer.Exit(Exit.BOT_FAILED)


def _upload(
    site: Server, to: Target, mine: Entrant, note: str, test_first: bool | None
) -> dict[str, Any]:
    single = set(mine.files) == {"bot.py"}
    data = mine.files["bot.py"] if single else archives.pack(mine.files)
    fields = {"note": note, **to.fields}
    if test_first is not None:
        fields["succession"] = "test first" if test_first else "at once"
    made: dict[str, Any] = site.upload(to.path, "bot.py" if single else "bot.zip", data, **fields)
    return made


def _watch(site: Server, made: Mapping[str, Any], file: str) -> tuple[dict[str, Any], str | None]:
    """The version once its check is over, and the address of its first match if it has one."""
    try:
        checked = _follow(site, made, file)
        return checked, _first_match(site, made) if checked["verdict"] == "passed" else None
    except KeyboardInterrupt:
        err.print("[yellow]Not followed any further; it goes on all the same.[/]")
        raise typer.Exit(Exit.OK) from None


def _follow(site: Server, made: Mapping[str, Any], file: str) -> dict[str, Any]:
    """Print the steps of the check there as they end; the version as it is then."""
    path = f"/bots/{made['bot']}/versions/{made['number']}"
    shown = 0
    with err.status("waiting") as status:
        while True:
            version: dict[str, Any] = site.get(path)
            over = [step for step in version["steps"] if step["state"] in OVER]
            for step in over[shown:]:
                ok, found = step["state"] == "ok", step["message"] or ""
                show(step["title"], ok, found, step["ms"] or 0, err)
                show_failure(at_home(step["traceback"] or "", file), step["position"] or "", err)
            shown = len(over)
            if version["progress"] not in ("queued", "running"):
                return version
            status.update(_state(version))
            time.sleep(POLL_S)


def _state(version: Mapping[str, Any]) -> str:
    queue = version["queue"]
    if not queue:
        return "checking"
    about = f", about {queue['wait_s']:.0f} s" if queue["wait_s"] else ""
    return f"waiting for its check, place {queue['place']}{about}"


def _first_match(site: Server, made: Mapping[str, Any]) -> str | None:
    """The address of a match that it plays, or None where there is none yet."""
    until = time.monotonic() + FIRST_MATCH_S
    with err.status("waiting for its first match"):
        while True:
            asked = {"bot": made["bot"], "version": made["number"], "limit": 1}
            if found := site.get("/matches", **asked)["items"]:
                return str(found[0]["url"])
            if time.monotonic() > until:
                return None
            time.sleep(POLL_S)


def _role(made: Mapping[str, Any]) -> str:
    if made["playing"]:
        return "and plays"
    tested = made["succession"] == "test first"
    return "and is tested against the version that plays" if tested else "and another plays for now"


def _tell(made: Mapping[str, Any], match: str | None, *, waited: bool, json: bool) -> None:
    if json:
        keys = ("bot", "number", "verdict", "playing", "url")
        out.print_json(data={**{key: made[key] for key in keys}, "match": match})
        return
    said = f"[bold]{escape(made['bot'])} v{made['number']}[/]"
    match made["verdict"]:
        case "passed":
            out.print(f"[green]✔[/] {said} has passed {_role(made)}.")
            out.print(
                f"  first match: {escape(match)}" if match else "  No match yet: see its page."
            )
        case "rejected":
            out.print(f"[bold red]✖[/] {said} has not passed: {escape(made['url'])}")
        case _ if waited:
            fail(f"The site could not check it; its staff has to look: {made['url']}", Exit.MACHINE)
        case _:
            out.print(f"{said} waits for its check: {escape(made['url'])}")
